import "server-only";
import { once } from "node:events";
import type { Readable } from "node:stream";
import Busboy from "@fastify/busboy";
import type { Message } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import { say as sayLib } from "@/lib/messages";
import { withoutDirections } from "@/lib/plain-text";
import { join, mkdtemp, rm } from "@/server/builtins";
import { say } from "@/server/messages";
import { discardRest } from "@/server/rest/body";
import { isEmbedded, maxUploadBytes } from "./configure";
import { requireDiskSpaceFor } from "./disk";
import { sha256Of } from "./hash";
import { tempFolder } from "./inspect-stored";
import { save } from "./save";
import { tooLarge } from "./upload-urls";

export type ReceivedFile = { path: string; name: string; type: string; size: number; sha256: string };
type Parser = InstanceType<typeof Busboy>;
type ReceivedForm = { fields: Record<string, string>; file: ReceivedFile | null };
export type FormNames = { fields: readonly string[]; file: string; mostBytes?: number };

// Size limit for everything but the file: boundaries, headers and fields.
const overhead = 64 * 1024;
const limits = { files: 1, fields: 20, parts: 21, fieldSize: 8 * 1024, headerPairs: 20, headerSize: 8 * 1024 };

/** Streams a form and its only file to disk, runs `work` and deletes the file. @throws AppError */
export async function parseForm<Answer>(
  request: Request,
  names: FormNames,
  work: (form: ReceivedForm) => Promise<Answer>,
): Promise<Answer> {
  const parser = parserFor(request);
  const { mostBytes = maxUploadBytes() } = names;
  const contentLength = Number(request.headers.get("content-length") ?? 0);
  try {
    if (contentLength > mostBytes + overhead) throw tooLarge(mostBytes);
    // In the cloud mode, inspection may download a second copy.
    await requireDiskSpaceFor(isEmbedded() ? contentLength : 2 * contentLength);
    return await inTempFolder(async (path) => work(await receive(request, parser, names, path)));
  } catch (error) {
    await discardRest(request, contentLength > 0 ? 2 * mostBytes : mostBytes);
    throw error;
  }
}

async function inTempFolder<Answer>(work: (path: string) => Promise<Answer>): Promise<Answer> {
  const folder = await mkdtemp(join(await tempFolder(), "form-"));
  try {
    return await work(join(folder, "file"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function parserFor(request: Request): Parser {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(type) || request.headers.has("content-encoding")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", say("sendForm"));
  }
  try {
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch {
    throw malformed();
  }
}

function malformed(): AppError {
  return new AppError("BAD_REQUEST", say("formNotUnderstood"));
}

async function receive(request: Request, parser: Parser, names: FormNames, path: string): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, file: null };
  const abort = new AbortController();
  const signal = AbortSignal.any([request.signal, abort.signal]);
  const reject = (name: string | undefined, message: Message) =>
    abort.abort(new AppError("BAD_REQUEST", message, [{ path: [name ?? ""], message }]));
  let written: Promise<void> | undefined;

  // The parser may emit errors after the request has ended.
  parser.on("error", () => {});
  parser.on("field", (name, value, _nameCut, valueCut) => {
    if (name === names.file) return;
    if (!names.fields.includes(name)) reject(name, sayLib("unknownFields", [name]));
    else if (Object.hasOwn(form.fields, name)) reject(name, say("fieldTwice"));
    else if (valueCut) reject(name, say("fieldTooLong"));
    else form.fields[name] = value;
  });
  parser.on("file", (name, part, fileName, _encoding, type) => {
    part.on("error", () => {});
    if (name !== names.file) reject(name, sayLib("unknownFields", [name]));
    // Browsers send an empty name if no file is chosen.
    if (!fileName) return void part.resume();
    form.file = { path, name: withoutDirections(fileName), type, size: 0, sha256: "" };
    written = write(part, form.file, names.mostBytes ?? maxUploadBytes(), signal).catch((error) => abort.abort(error));
  });
  for (const event of ["filesLimit", "fieldsLimit", "partsLimit"] as const)
    parser.on(event, () => reject(names.file, say("oneFile")));

  try {
    await Promise.all([once(parser, "finish", { signal }), feed(parser, request, signal)]);
    await written;
    signal.throwIfAborted();
  } catch {
    abort.abort();
    await written;
    throw abort.signal.reason instanceof AppError ? abort.signal.reason : malformed();
  }
  if (form.file) form.file.sha256 = Buffer.from(await sha256Of(path)).toString("hex");
  // The client has gone. It may send the same file again, so do not run `work`.
  if (request.signal.aborted) throw malformed();
  return form;
}

// In a route handler, a lost connection neither ends nor breaks the body; only the signal fires.
async function feed(parser: Parser, request: Request, signal: AbortSignal): Promise<void> {
  const reader = request.body?.getReader();
  if (!reader) throw malformed();
  const release = () => reader.releaseLock();
  signal.addEventListener("abort", release, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!parser.write(value)) await once(parser, "drain", { signal });
    }
    parser.end();
  } finally {
    signal.removeEventListener("abort", release);
    release();
  }
}

async function write(part: Readable, file: ReceivedFile, mostBytes: number, signal: AbortSignal): Promise<void> {
  const countBytes = (chunk: Buffer) => {
    file.size += chunk.length;
    if (file.size > mostBytes) throw tooLarge(mostBytes);
  };
  await save(part, file.path, "wx", countBytes, signal);
}
