import "server-only";
import type { FileHandle } from "node:fs/promises";
import type { Message } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import type { FileKind } from "@/lib/file-kinds";
import { type PdfAction, say } from "@/server/messages";

/** Reads up to `length` bytes; fewer at the end of the file. */
export async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const unsupported = (message: Message) => new AppError("UNSUPPORTED_MEDIA_TYPE", message);
const unprocessable = (message: Message) => new AppError("UNPROCESSABLE_CONTENT", message);

// The errors of rejected documents.
export const contentMismatch = (kind: FileKind) => unsupported(say("otherKind", kind));
export const damaged = () => unprocessable(say("damaged"));
export const containsMacros = () => unsupported(say("macros"));
export const activePdf = (does: PdfAction) => unsupported(say("activePdf", does));
export const loadsExternalParts = () => unsupported(say("fetching"));
export const containsPrograms = () => unsupported(say("programs"));
export const containsFiles = () => unsupported(say("carrying"));
export const unsafeLink = (scheme: string) =>
  unsupported(say("badLink", /^[a-z][a-z0-9+.-]{0,30}$/.test(scheme) ? scheme : null));
export const passwordProtected = () => unprocessable(say("locked"));
export const malicious = () => unprocessable(say("unsafe"));
export const tooManyFields = () => unprocessable(say("tooManyFields"));
