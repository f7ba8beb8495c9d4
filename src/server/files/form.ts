import "server-only";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import Busboy from "@fastify/busboy";
import { AppError } from "@/lib/errors";
import { tooLarge } from "./addresses";
import { workFolder } from "./check";
import { isEmbedded, maxUploadBytes } from "./configure";
import { requireRoom, save } from "./disk";
import { sha256Of } from "./hash";

/** A file on this disk, as its sender described it. */
export type ReceivedFile = { path: string; name: string; type: string; size: number; sha256: string };
type Parser = InstanceType<typeof Busboy>;
type ReceivedForm = { fields: Record<string, string>; file: ReceivedFile | null };
/** The names a form may hold. */
type FormNames = { fields: readonly string[]; file: string };

// Everything beside the file: boundary lines, headers and fields.
const wrapping = 64 * 1024;
const limits = { files: 1, fields: 20, parts: 21, fieldSize: 8 * 1024, headerPairs: 20, headerSize: 8 * 1024 };

/**
 * Streams a form and its one file onto the disk for `work`; afterwards nothing of it is left there. It reads no further than
 * to what is wrong. @throws AppError
 */
export async function withForm<Answer>(
  request: Request,
  names: FormNames,
  work: (form: ReceivedForm) => Promise<Answer>,
): Promise<Answer> {
  const parser = parserFor(request);
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > maxUploadBytes() + wrapping) throw tooLarge();
  // Here and, for an inspection, once more on its way back from the cloud.
  await requireRoom(isEmbedded() ? announced : 2 * announced);
  const folder = await mkdtemp(join(/*turbopackIgnore: true*/ await workFolder(), "form-"));
  try {
    return await work(await receive(request, parser, names, join(/*turbopackIgnore: true*/ folder, "file")));
  } finally {
    await rm(/*turbopackIgnore: true*/ folder, { recursive: true, force: true });
  }
}

function parserFor(request: Request): Parser {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(type) || request.headers.has("content-encoding")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Please send multipart/form-data.");
  }
  try {
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch {
    throw malformed();
  }
}

function malformed(): AppError {
  return new AppError("BAD_REQUEST", "The form was not understood. Please send it again.");
}

async function receive(request: Request, parser: Parser, names: FormNames, path: string): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, file: null };
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);
  const refuse = (name: string | undefined, message: string) =>
    stop.abort(new AppError("BAD_REQUEST", message, [{ path: [name ?? ""], message }]));
  let written: Promise<void> | undefined;

  // It may still complain when nobody waits for it any more.
  parser.on("error", () => {});
  parser.on("field", (name, value, _nameCut, valueCut) => {
    if (name === names.file) return;
    if (!names.fields.includes(name)) refuse(name, "This field is not known.");
    else if (Object.hasOwn(form.fields, name)) refuse(name, "This field was sent twice.");
    else if (valueCut) refuse(name, "This field is too long.");
    else form.fields[name] = value;
  });
  parser.on("file", (name, part, fileName, _encoding, type) => {
    part.on("error", () => {});
    if (name !== names.file) refuse(name, "This field is not known.");
    // A browser's form without a chosen file sends an empty name.
    if (!fileName) return void part.resume();
    form.file = { path, name: fileName, type, size: 0, sha256: "" };
    written = write(part, form.file, signal).catch((error) => stop.abort(error));
  });
  for (const event of ["filesLimit", "fieldsLimit", "partsLimit"] as const)
    parser.on(event, () => refuse(names.file, "Please send one file, and each field once."));

  try {
    await Promise.all([once(parser, "finish", { signal }), feed(parser, request, signal)]);
    await written;
    signal.throwIfAborted();
  } catch {
    stop.abort();
    await written;
    throw stop.signal.reason instanceof AppError ? stop.signal.reason : malformed();
  }
  if (form.file) form.file.sha256 = Buffer.from(await sha256Of(path)).toString("hex");
  // Nobody is left to answer, and whoever sends it again means one file.
  if (request.signal.aborted) throw malformed();
  return form;
}

// A sender that leaves neither ends nor breaks the body of a route handler: only the signal tells.
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

async function write(part: Readable, file: ReceivedFile, signal: AbortSignal): Promise<void> {
  const look = (piece: Buffer) => {
    file.size += piece.length;
    if (file.size > maxUploadBytes()) throw tooLarge();
  };
  await save(part, file.path, "wx", look, signal);
}
