import "server-only";
import { create as contentDisposition } from "content-disposition";
import { AppError } from "@/lib/errors";
import { type FileKind, mediaTypeOf } from "@/lib/file-kinds";
import { openFile } from "./read";

type StoredFile = { key: string; name: string; kind: FileKind; hash: string };

/** Answers a request for a stored file: the whole, a part, or that the asker has it already (decision 18). */
export async function serveFile(asked: Request, { key, name, kind, hash }: StoredFile): Promise<Response> {
  const etag = `"${hash}"`;
  const headers = new Headers({
    "accept-ranges": "bytes",
    // Asked again each time, so that an expiry counts from its first moment.
    "cache-control": "no-cache",
    "content-disposition": contentDisposition(name, { type: kind === "pdf" ? "inline" : "attachment" }),
    // Chromium's and Firefox's viewers of PDFs are no part of the page: they open under the strictest policy.
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    etag,
  });
  const wanted = asked.headers.get("if-match");
  if (wanted !== null && !holds(wanted, etag, "very same")) {
    throw new AppError("PRECONDITION_FAILED", "This file has changed since it was read.");
  }
  if (holds(asked.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });

  const ifRange = asked.headers.get("if-range");
  const range = ifRange === null || ifRange === etag ? asked.headers.get("range") : null;
  const opened = await openFile(key, { method: asked.method === "HEAD" ? "HEAD" : "GET", ...(range && { range }) });
  headers.set("content-type", mediaTypeOf[kind]);
  for (const name of ["content-length", "x-content-length"]) headers.set(name, String(opened.headers.contentLength));
  if (opened.headers.contentRange) headers.set("content-range", opened.headers.contentRange);
  return new Response(opened.body, { status: opened.status, headers });
}

// A list of tags, each perhaps marked weak, or a star for any; a weak one is never the very same.
function holds(named: string | null, etag: string, asked: "alike" | "very same" = "alike"): boolean {
  if (named === null) return false;
  const tags = named.split(",").map((tag) => (asked === "alike" ? tag.trim().replace(/^W\//, "") : tag.trim()));
  return named.trim() === "*" || tags.includes(etag);
}
