import "server-only";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { AppError } from "@/lib/errors";
import { createWriteStream } from "@/server/builtins";
import type { UploadStore } from "@/server/generated/prisma/client";
import { say } from "@/server/messages";
import { log } from "@/server/observability/log";
import { isEmbedded, maxUploadBytes, storesPrivately } from "./configure";
import { deleteFromDisk, fileNotFound, isKey, keysOlderThan } from "./disk";
import { storeOf, unknownKeys } from "./records";
import { logFailure } from "./responses";
import { sendStored } from "./send-stored";
import { tooLarge } from "./upload-urls";
import { storeFetch, utapi } from "./uploadthing";

export type OpenFile = {
  status: 200 | 206 | 416;
  headers: { contentLength: number; contentRange?: string };
  /** Null for HEAD and 416. Read or cancel it, since it holds an open file. */
  body: ReadableStream<Uint8Array> | null;
};

type OpenOptions = { range?: string | null; method?: "GET" | "HEAD" };

// We ignore a header with several ranges, which HTTP allows, and one that ends before it begins, which is invalid.
function isSingle(range: string): boolean {
  const [whole, first, last] = /^bytes=(?:(\d+)-(\d*)|-\d+)$/.exec(range) ?? [];
  return whole !== undefined && !(first && last && Number(last) < Number(first));
}
const responseTimeout = 30_000;

function unreachable(cause: unknown): AppError {
  logFailure(cause);
  return new AppError("SERVICE_UNAVAILABLE", say("fileUnreachable"));
}

/** Opens a stored file, or a range of it, in the store that holds it. @throws AppError NOT_FOUND, SERVICE_UNAVAILABLE */
export async function openFile(key: string, { range, method = "GET" }: OpenOptions = {}): Promise<OpenFile> {
  if (!isKey(key)) throw fileNotFound();
  const headers = new Headers({ "accept-encoding": "identity", ...(range && isSingle(range) && { range }) });
  const slow = new AbortController();
  const timeout = setTimeout(() => slow.abort(), responseTimeout);
  try {
    return opened(await fetchStored(key, { method, headers, signal: slow.signal }), method);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreachable(error);
  } finally {
    clearTimeout(timeout);
  }
}

/** Opens a private file, which is on this disk in every mode, or a range of it. @throws AppError NOT_FOUND */
export async function openPrivate(key: string, { range, method = "GET" }: OpenOptions = {}): Promise<OpenFile> {
  if (!isKey(key)) throw fileNotFound();
  return opened(await sendStored(key, method, range && isSingle(range) ? range : null), method);
}

function isOutOfReach(store: UploadStore, key: string): boolean {
  if (store === "embedded" || !isEmbedded()) return false;
  log().warn({ file: key }, "a file is in UploadThing's cloud, and UPLOADTHING_TOKEN is not set");
  return true;
}

/** A file keeps the access mode of its upload, so if one kind of URL is refused, try the other. */
async function fetchStored(key: string, init: RequestInit): Promise<Response> {
  const store = await storeOf(key);
  if (isOutOfReach(store, key)) throw new AppError("SERVICE_UNAVAILABLE", say("fileUnreachable"));
  const fetch = storeFetch(store);
  const { ufsUrl: signed } = await (await utapi(store)).generateSignedURL(key);
  if (store === "embedded") return fetch(signed, init);
  const plain = signed.slice(0, signed.indexOf("?"));
  const [likely, other] = storesPrivately() ? [signed, plain] : [plain, signed];
  const answer = await fetch(likely, init);
  if (answer.status !== 403) return answer;
  await answer.body?.cancel();
  return fetch(other, init);
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
  if (status === 404 || status === 410) throw fileNotFound();
  throw unreachable(new Error(`The store answered ${status} for a file.`));
}

/** Downloads a stored file to a new file. @throws AppError PAYLOAD_TOO_LARGE beyond `mostBytes` */
export async function downloadTo(
  key: string,
  path: string,
  mostBytes = maxUploadBytes(),
): Promise<{ sha256: Uint8Array<ArrayBuffer>; size: number }> {
  const { body } = await openFile(key);
  if (!body) throw fileNotFound();
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
  await pipeline(source, measured, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  return { sha256: new Uint8Array(hash.digest()), size };
}

/**
 * Deletes a file from the store that holds it, if it exists. Returns false if that is the cloud and there is no token: the next
 * sweep with a token deletes it. @throws AppError SERVICE_UNAVAILABLE
 */
export async function deleteFile(key: string): Promise<boolean> {
  const store = await storeOf(key);
  if (isOutOfReach(store, key)) return false;
  try {
    const { success } = await (await utapi(store)).deleteFiles(key);
    if (!success) throw new Error("The store did not delete a file.");
    return true;
  } catch (error) {
    throw unreachable(error);
  }
}

/**
 * Keys of files on disk without a row, left behind by a crash; none if no file has a row, since they then belong to another
 * database (decision 361). Cloud keys are reserved before the upload.
 */
export async function listStrayFiles(before: Date): Promise<string[]> {
  const keys = await keysOlderThan(before);
  const unknown = await unknownKeys(keys);
  return unknown.length < keys.length ? unknown : [];
}

/** Deletes a file of {@link listStrayFiles}. */
export async function deleteStrayFile(key: string): Promise<void> {
  await deleteFromDisk(key);
}
