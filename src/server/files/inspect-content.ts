import "server-only";
import type { FileHandle } from "node:fs/promises";
import { AppError } from "@/lib/errors";
import type { FileKind } from "@/lib/file-kinds";

/** Up to `length` bytes from `position`; fewer at the end of the file. */
export async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** The refusal of a file whose content is something else than its name says. */
export function otherContent(kind: FileKind): AppError {
  const what = kind === "pdf" ? "a PDF" : `a Word document (${kind.toUpperCase()})`;
  return new AppError(
    "UNSUPPORTED_MEDIA_TYPE",
    `The file's name ends in .${kind}, but its content is not ${what}. Please save it as ${kind.toUpperCase()} and choose it again.`,
  );
}

/** The refusal of a file that is cut off or broken. */
export function damaged(): AppError {
  return new AppError(
    "UNPROCESSABLE_CONTENT",
    "This file is incomplete or damaged. Please save it again and choose the new one.",
  );
}

/** The refusal of a document that carries programs. */
export function macros(): AppError {
  return new AppError(
    "UNSUPPORTED_MEDIA_TYPE",
    "This document contains macros. Please save it without them, best as a PDF.",
  );
}

/** The refusal of a PDF that `does` more than to show pages. */
export function activePdf(does: string): AppError {
  return new AppError("UNSUPPORTED_MEDIA_TYPE", `This PDF ${does}. Please print it to a new PDF and upload that.`);
}

/** The refusal of a document that fetches a part of itself from elsewhere when it is opened. */
export function fetching(): AppError {
  return new AppError(
    "UNSUPPORTED_MEDIA_TYPE",
    "This document loads parts of itself from another computer. Please save it as a PDF and upload that.",
  );
}

/** The refusal of a document that can start programs. */
export function programs(): AppError {
  return new AppError(
    "UNSUPPORTED_MEDIA_TYPE",
    "This document holds or starts another program. Please save it as a PDF and upload that.",
  );
}

/** The refusal of a document that carries other files, into which nobody has looked. */
export function carrying(): AppError {
  return new AppError(
    "UNSUPPORTED_MEDIA_TYPE",
    "This document carries other files inside. Please save it as a PDF and upload that.",
  );
}

/** The refusal of a document with a link that does not lead to a page, an address or a number. */
export function badLink(scheme: string): AppError {
  const shown = /^[a-z][a-z0-9+.-]{0,30}$/.test(scheme) ? `starts with “${scheme}:”` : "leads to no page";
  return new AppError(
    "UNSUPPORTED_MEDIA_TYPE",
    `This document has a link that ${shown}. Please take that link out, save the document and upload it again.`,
  );
}

/** The refusal of a document that only opens with a password. */
export function locked(): AppError {
  return new AppError(
    "UNPROCESSABLE_CONTENT",
    "This document is locked with a password. Please remove it and choose the file again.",
  );
}

/** The refusal of a document built to harm the computer that opens it. */
export function unsafe(): AppError {
  return new AppError(
    "UNPROCESSABLE_CONTENT",
    "This document is built in an unsafe way. Please save it again, best as a PDF.",
  );
}
