import "server-only";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { AppError } from "@/lib/errors";
import { tooLarge } from "./addresses";
import { logFailure } from "./answers";
import { isEmbedded, keepsPrivate, maxUploadBytes } from "./configure";
import { isKey, keysOlderThan, missing } from "./disk";
import { unknownKeys } from "./records";
import { storeFetch, utapi } from "./uploadthing";

export type OpenFile = {
  status: 200 | 206 | 416;
  headers: { contentLength: number; contentRange?: string };
  /** Null for HEAD and 416. Read it or cancel it: it holds a file open. */
  body: ReadableStream<Uint8Array> | null;
};

type OpenOptions = { range?: string | null; method?: "GET" | "HEAD"; signal?: AbortSignal };

// Several ranges in one answer are never needed; as HTTP allows, such a header is ignored.
const singleRange = /^bytes=(\d+-\d*|-\d+)$/;
const patience = 30_000;

function unreachable(cause: unknown): AppError {
  logFailure(cause);
  return new AppError("SERVICE_UNAVAILABLE", "The file cannot be reached right now. Please try again.");
}

/**
 * Opens a stored file in either mode, whole or the part `range` (a request's own header) asks for.
 * @throws AppError NOT_FOUND; SERVICE_UNAVAILABLE when the store does not answer
 */
export async function openFile(key: string, { range, method = "GET", signal }: OpenOptions = {}): Promise<OpenFile> {
  if (!isKey(key)) throw missing();
  const headers = new Headers({ "accept-encoding": "identity" });
  if (range && singleRange.test(range)) headers.set("range", range);
  const slow = new AbortController();
  const timeout = setTimeout(() => slow.abort(), patience);
  try {
    const signals = signal ? [signal, slow.signal] : [slow.signal];
    return opened(await ask(key, { method, headers, signal: AbortSignal.any(signals) }), method);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreachable(error);
  } finally {
    clearTimeout(timeout);
  }
}

/**
 * Asks the store for a file. The cloud keeps each file as it was uploaded, private or not, whatever the settings say by now:
 * where it refuses one kind of address it is asked with the other.
 */
async function ask(key: string, init: RequestInit): Promise<Response> {
  const { ufsUrl: signed } = await (await utapi()).generateSignedURL(key);
  if (isEmbedded()) return storeFetch()(signed, init);
  const plain = signed.slice(0, signed.indexOf("?"));
  const [likely, other] = keepsPrivate() ? [signed, plain] : [plain, signed];
  const answer = await storeFetch()(likely, init);
  if (answer.status !== 403) return answer;
  await answer.body?.cancel();
  return storeFetch()(other, init);
}

function opened({ status, headers, body }: Response, method: "GET" | "HEAD"): OpenFile {
  const length = headers.get("content-length");
  const contentRange = headers.get("content-range");
  const measures = { contentLength: Number(length), ...(contentRange !== null && { contentRange }) };
  if ((status === 200 || status === 206) && length !== null && method === "GET")
    return { status, headers: measures, body };
  void body?.cancel().catch(() => {});
  if ((status === 200 || status === 206) && length !== null) return { status, headers: measures, body: null };
  if (status === 416) return { status, headers: { ...measures, contentLength: 0 }, body: null };
  if (status === 404 || status === 410) throw missing();
  throw unreachable(new Error(`The store answered ${status} for a file.`));
}

/**
 * Copies a stored file to `path`, which must not exist, and says what it was.
 * @throws AppError as {@link openFile}; PAYLOAD_TOO_LARGE past `mostBytes`
 */
export async function downloadTo(
  key: string,
  path: string,
  mostBytes = maxUploadBytes(),
): Promise<{ sha256: Uint8Array<ArrayBuffer>; size: number }> {
  const { body } = await openFile(key);
  if (!body) throw missing();
  const hash = createHash("sha256");
  let size = 0;
  async function* measured(bytes: AsyncIterable<Uint8Array>) {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > mostBytes) throw tooLarge(mostBytes);
      hash.update(chunk);
      yield chunk;
    }
  }
  const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
  await pipeline(source, measured, createWriteStream(/*turbopackIgnore: true*/ path, { flags: "wx", mode: 0o600 }));
  return { sha256: new Uint8Array(hash.digest()), size };
}

/** Removes a file from the store; also when it is gone already. @throws AppError SERVICE_UNAVAILABLE: try again later */
export async function deleteFile(key: string): Promise<void> {
  try {
    const { success } = await (await utapi()).deleteFiles(key);
    if (!success) throw new Error("The store did not delete a file.");
  } catch (error) {
    throw unreachable(error);
  }
}

/**
 * The keys of files on this server's disk that no row tells of, untouched since `before`: what a crash left behind.
 * The cloud's files all have rows, since their keys are noted before they travel.
 */
export async function listStrayFiles(before: Date): Promise<string[]> {
  return isEmbedded() ? unknownKeys(await keysOlderThan(before)) : [];
}
