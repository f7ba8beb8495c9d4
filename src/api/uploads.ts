import "server-only";
import { AppError, statusOf } from "@/lib/errors";
import { answer } from "@/server/files/answers";
import { isEmbedded } from "@/server/files/configure";
import { handleUpload } from "@/server/files/store";
import { isForeignHook, relativeUrls } from "@/server/files/uploadthing";
import { refuseCrossSite, refuseOtherThanJson } from "@/server/origin";
import { nameRoute } from "@/server/request";
import { appErrorOf } from "@/server/trpc";

// The SDK is five hundred modules: the start does not wait for them.
async function routeHandlers() {
  const route = await import("./upload-route");
  return route.routeHandlers();
}

/** The store's callback, wherever the store is. */
export async function handleCallback(request: Request): Promise<Response> {
  return (await routeHandlers()).POST(request as never);
}

/** UploadThing's endpoint of this site: asks for a place in the store, and hears from the cloud. */
export async function handleUploadRoute(request: Request): Promise<Response> {
  nameRoute("/api/uploadthing");
  if (request.method === "GET") return (await routeHandlers()).GET(request as never);
  try {
    refuseCrossSite(request);
    if (isForeignHook(request)) throw new AppError("NOT_FOUND", "There is nothing at this address.");
    refuseOtherThanJson(request);
  } catch (error) {
    const { code, message } = appErrorOf(error);
    return answer({ message, code }, statusOf[code]);
  }
  const { body, status, headers } = await relativeUrls(await (await routeHandlers()).POST(request as never));
  return new Response(body, { status, headers: { ...Object.fromEntries(headers), "cache-control": "no-store" } });
}

/** The embedded store's end of an upload; with the cloud's token it does not exist. */
export async function handleStore(request: Request): Promise<Response> {
  nameRoute("/api/uploads/[key]");
  if (!isEmbedded()) return answer({ message: "There is nothing at this address.", code: "NOT_FOUND" }, 404);
  return handleUpload(request);
}
