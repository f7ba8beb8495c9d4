import "server-only";
import { addAbortSignal, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import Busboy from "@fastify/busboy";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { append } from "./disk";

// Size limit for boundaries and the headers of one part.
const overhead = 16 * 1024;

/** The upload was interrupted and can be resumed. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

function malformed(): AppError {
  return new AppError("BAD_REQUEST", say("uploadNotUnderstood"));
}

function longer(): AppError {
  return new AppError("PAYLOAD_TOO_LARGE", say("longerThanAnnounced"));
}

/** First byte of a resumed PUT. @throws AppError BAD_REQUEST for an unsupported range */
export function rangeStart(request: Request): number {
  const range = request.headers.get("range");
  if (range === null) return 0;
  const start = /^bytes=(\d{1,15})-$/.exec(range)?.[1];
  if (start === undefined) throw malformed();
  return Number(start);
}

/**
 * Appends the body's only part, `file`, to the incomplete file `key`. @throws AppError unless it has exactly `missing`
 * bytes; Interrupted if the client disconnects
 */
export async function receive(request: Request, key: string, missing: number): Promise<void> {
  if (Number(request.headers.get("content-length") ?? 0) > missing + overhead) throw longer();
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

  const countBytes = (chunk: Buffer) => {
    received += chunk.length;
    if (received > missing) throw longer();
  };

  const form = parserFor(request);
  form.on("field", () => fail(malformed()));
  form.on("partsLimit", () => fail(malformed()));
  form.on("file", (field, part) => {
    part.on("error", () => {});
    // Destroying the parser does not destroy its part.
    addAbortSignal(signal, part);
    if (field !== "file") fail(malformed());
    written = append(key, part, countBytes, signal).catch(fail);
  });
  // In a route handler, a lost connection neither ends nor breaks the body; only the signal fires.
  const body = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>);
  await pipeline(body, form, { signal }).catch((error: unknown) => fail(request.signal.aborted ? error : malformed()));
  await written;
  if (request.signal.aborted) throw new Interrupted();
  if (failure) throw failure;
  if (!written) throw malformed();
  if (received !== missing) {
    throw new AppError("UNPROCESSABLE_CONTENT", say("shorterThanAnnounced"));
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
