import "server-only";
import { create as contentDisposition } from "content-disposition";
import { AppError } from "@/lib/errors";
import { type FileKind, mediaTypeOf } from "@/lib/file-kinds";
import { say } from "@/server/messages";
import { openFile, openPrivate } from "./read";

type StoredFile = { key: string; name: string; kind: FileKind; hash: string };

/** Headers under which a document runs no script and loads nothing (decision 66). */
const sandboxed = ({ name, kind }: Pick<StoredFile, "name" | "kind">) => ({
  "content-disposition": contentDisposition(name, { type: kind === "pdf" ? "inline" : "attachment" }),
  // The PDF viewers of Chromium and Firefox work under the strictest policy.
  "content-security-policy": "sandbox; default-src 'none'",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
});

/** Responds to a request for a private file, which must not be cached (decision 55); otherwise as {@link serveFile}. */
export const servePrivate = (request: Request, file: StoredFile): Promise<Response> =>
  respond(request, file, openPrivate, "no-store");

/** Responds to a file request, with support for ranges and conditional requests (decision 18). */
export const serveFile = (request: Request, file: StoredFile): Promise<Response> =>
  // Caches must revalidate, so that an expiry takes effect at once.
  respond(request, file, openFile, "no-cache");

async function respond(
  request: Request,
  { key, name, kind, hash }: StoredFile,
  openStored: typeof openPrivate,
  cacheControl: string,
): Promise<Response> {
  const etag = `"${hash}"`;
  const headers = new Headers({
    ...sandboxed({ name, kind }),
    "accept-ranges": "bytes",
    "cache-control": cacheControl,
    etag,
  });
  const ifMatch = request.headers.get("if-match");
  if (ifMatch !== null && !matchesETag(ifMatch, etag, "strong")) {
    throw new AppError("PRECONDITION_FAILED", say("fileChanged"));
  }
  if (matchesETag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });

  const ifRange = request.headers.get("if-range");
  const range = ifRange === null || ifRange === etag ? request.headers.get("range") : null;
  const opened = await openStored(key, { method: request.method === "HEAD" ? "HEAD" : "GET", ...(range && { range }) });
  if (opened.status !== 416) headers.set("content-type", mediaTypeOf[kind]);
  headers.set("content-length", String(opened.headers.contentLength));
  if (opened.headers.contentRange) headers.set("content-range", opened.headers.contentRange);
  return new Response(opened.body, { status: opened.status, headers });
}

// Matches an ETag list or `*`. In the strong comparison, weak tags never match.
function matchesETag(header: string | null, etag: string, comparison: "weak" | "strong" = "weak"): boolean {
  if (header === null) return false;
  const tags = header.split(",").map((tag) => (comparison === "weak" ? tag.trim().replace(/^W\//, "") : tag.trim()));
  return header.trim() === "*" || tags.includes(etag);
}
