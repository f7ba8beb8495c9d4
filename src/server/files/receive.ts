import "server-only";
import { addAbortSignal, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import Busboy from "@fastify/busboy";
import { AppError } from "@/lib/errors";
import { append } from "./disk";

// Boundary lines and the headers of one part.
const wrapping = 16 * 1024;

/** An upload that broke off: what arrived is kept, so that it can go on from there. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

function malformed(): AppError {
  return new AppError("BAD_REQUEST", "The upload was not understood. Please choose the file again.");
}

function longer(): AppError {
  return new AppError("PAYLOAD_TOO_LARGE", "The file is longer than announced. Please choose it again.");
}

/** The first byte a PUT brings. @throws AppError BAD_REQUEST for a range that is no single open one. */
export function rangeStart(request: Request): number {
  const range = request.headers.get("range");
  if (range === null) return 0;
  const start = /^bytes=(\d{1,15})-$/.exec(range)?.[1];
  if (start === undefined) throw malformed();
  return Number(start);
}

/**
 * Streams the body's one part, `file`, to the end of the unfinished file `key`.
 * @throws AppError when it is no such body, or does not bring exactly `missing` bytes; Interrupted when the sender left
 */
export async function receive(request: Request, key: string, missing: number): Promise<void> {
  if (Number(request.headers.get("content-length") ?? 0) > missing + wrapping) throw longer();
  if (!request.body) throw malformed();
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  let failure: unknown;
  let written: Promise<void> | undefined;
  let received = 0;
  const fail = (error: unknown) => {
    failure ??= error;
    stop.abort();
  };

  const look = (piece: Buffer) => {
    received += piece.length;
    if (received > missing) throw longer();
  };

  const form = parserFor(request);
  form.on("field", () => fail(malformed()));
  form.on("partsLimit", () => fail(malformed()));
  form.on("file", (field, part) => {
    part.on("error", () => {});
    // The parser does not break its part when it is itself broken off.
    addAbortSignal(signal, part);
    if (field !== "file") fail(malformed());
    written = append(key, part, look, signal).catch(fail);
  });
  // A sender that leaves neither ends nor breaks the body of a route handler: only the signal tells.
  const body = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>);
  await pipeline(body, form, { signal }).catch((error: unknown) => fail(request.signal.aborted ? error : malformed()));
  await written;
  if (request.signal.aborted) throw new Interrupted();
  if (failure) throw failure;
  if (!written) throw malformed();
  if (received !== missing) {
    throw new AppError("UNPROCESSABLE_CONTENT", "The file is shorter than announced. Please choose it again.");
  }
}

function parserFor(request: Request) {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw malformed();
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: { parts: 1, fieldSize: 1024, headerPairs: 20, headerSize: 8 * 1024 },
    });
  } catch {
    throw malformed();
  }
}

/** Reads and drops a refused body, within bounds: a browser only sees an answer after it has sent everything. */
export async function drain(request: Request, most: number): Promise<void> {
  if (!request.body || request.bodyUsed || request.signal.aborted) return;
  const reader = request.body.getReader();
  const timeout = setTimeout(() => reader.cancel().catch(() => {}), 20_000);
  const left = () => reader.cancel().catch(() => {});
  request.signal.addEventListener("abort", left, { once: true });
  try {
    for (let read = 0; read < most; ) {
      const { done, value } = await reader.read();
      if (done) return;
      read += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // Nobody is left to answer.
  } finally {
    clearTimeout(timeout);
    request.signal.removeEventListener("abort", left);
  }
}
