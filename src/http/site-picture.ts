import "server-only";
import { createCaller } from "@/features";
import { AppError } from "@/lib/errors";
import { picturesPath } from "@/lib/site-pictures";
import { getFile } from "@/server/files/disk";
import { typeOfFile } from "@/server/institute/pictures";
import { currentSite } from "@/server/institute/site";
import { readSocialPicture } from "@/server/institute/social-picture";
import { say } from "@/server/messages";
import { setRoute } from "@/server/observability/request-scope";
import { appErrorOf, logUnexpected } from "@/server/trpc/trpc";
import { errorResponse } from "./error-responses";
import { principalOf } from "./session";

// The path contains a hash of the picture.
const forEver = "public, max-age=31536000, immutable";

function send(bytes: Uint8Array, type: string, cache: string, { method }: Request): Response {
  const headers = { "content-type": type, "content-length": String(bytes.byteLength), "cache-control": cache };
  return new Response(method === "HEAD" ? null : new Uint8Array(bytes), { headers });
}

/** Serves a picture of the institute's site, `/pictures/site/HASH/640.webp`; those of a draft only for administrators. */
export async function handleSitePicture(request: Request): Promise<Response> {
  setRoute(`${picturesPath}[hash]/[name]`);
  const [hash = "", name = ""] = new URL(request.url).pathname.slice(picturesPath.length).split("/");
  try {
    if (hash === "social") {
      await currentSite();
      const bytes = await readSocialPicture(name.replace(/\.png$/, ""));
      if (!bytes) throw new AppError("NOT_FOUND", say("nothingHere"));
      return send(bytes, "image/png", forEver, request);
    }
    const { institute } = createCaller({ principal: await principalOf(request.headers) });
    const { key, isPublic } = await institute.picture({ hash, name });
    return send(await getFile(key), typeOfFile(name), isPublic ? forEver : "no-store", request);
  } catch (error) {
    logUnexpected(error, "picture");
    const { code } = appErrorOf(error);
    const refusal = code === "BAD_REQUEST" ? new AppError("NOT_FOUND", say("nothingHere")) : appErrorOf(error);
    return errorResponse(refusal, "");
  }
}
