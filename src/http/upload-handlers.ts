import "server-only";
import { wordsOf } from "@/lib/catalogue";
import { AppError, inWords, statusOf } from "@/lib/errors";
import { isEmbedded } from "@/server/files/configure";
import { jsonResponse } from "@/server/files/responses";
import { handleUpload } from "@/server/files/store";
import { isExternalCallback, relativeUrls } from "@/server/files/uploadthing";
import { say } from "@/server/messages";
import { setRoute } from "@/server/observability/request-scope";
import { requireJson, requireSameSite } from "@/server/rest/csrf";
import { appErrorOf } from "@/server/trpc/trpc";

// Loaded on first use: the SDK has 500 modules and would delay the start.
async function routeHandler() {
  const route = await import("./upload-router");
  return route.routeHandler();
}

export async function handleCallback(request: Request): Promise<Response> {
  return (await routeHandler())(request);
}

/** Handles UploadThing's endpoint: reserves uploads and receives the cloud's callbacks. */
export async function handleUploadRoute(request: Request): Promise<Response> {
  setRoute("/api/uploadthing");
  if (request.method === "GET") return (await routeHandler())(request);
  try {
    requireSameSite(request);
    if (isExternalCallback(request)) throw new AppError("NOT_FOUND", say("nothingHere"));
    requireJson(request);
  } catch (error) {
    const { code, message } = inWords(appErrorOf(error));
    return jsonResponse({ message, code }, statusOf[code]);
  }
  const { body, status, headers } = await relativeUrls(await (await routeHandler())(request));
  return new Response(body, { status, headers: { ...Object.fromEntries(headers), "cache-control": "no-store" } });
}

/** Receives an upload into the embedded store; 404 if files are in UploadThing's cloud. */
export async function handleStore(request: Request): Promise<Response> {
  setRoute("/api/uploads/[key]");
  if (!isEmbedded()) return jsonResponse({ message: wordsOf(say("nothingHere")), code: "NOT_FOUND" }, 404);
  return handleUpload(request);
}
