import "server-only";
import { Readable } from "node:stream";
import sendFile from "@fastify/send";
import { fileNotFound, filesFolder } from "./disk";

const chunkSize = 256 * 1024;

/** Responds with a file of this disk, or a range of it, as a stream. @throws AppError NOT_FOUND */
export async function sendStored(key: string, method: string, range: string | null): Promise<Response> {
  const fileRequest = { method, headers: range === null ? {} : { range } };
  const sent = await sendFile(fileRequest as unknown as Readable, `/${key}`, {
    root: await filesFolder(),
    index: false,
    cacheControl: false,
    contentType: false,
    etag: false,
    lastModified: false,
    highWaterMark: chunkSize,
  });
  if (sent.type !== "file") {
    sent.stream.destroy();
    const unsatisfiable = sent.headers["Content-Range"];
    if (sent.statusCode !== 416 || !unsatisfiable) throw fileNotFound();
    return new Response(null, { status: 416, headers: { "content-range": unsatisfiable } });
  }
  // The default strategy counts chunks, not bytes, and would buffer a whole file for a slow reader.
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: chunkSize });
  const body = method === "HEAD" ? null : (Readable.toWeb(sent.stream, { strategy }) as ReadableStream);
  return new Response(body, { status: sent.statusCode, headers: sent.headers });
}
