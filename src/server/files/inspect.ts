import "server-only";
import { open } from "node:fs/promises";
import { AppError } from "@/lib/errors";
import { type FileKind, isTypeOfKind, kindOfName } from "@/lib/file-kinds";
import { tooLarge } from "./addresses";
import { inspectDoc } from "./inspect-doc";
import { inspectDocx } from "./inspect-docx";
import { inspectPdf } from "./inspect-pdf";

export type Declared = { name: string; declaredType: string; declaredSize: number; maxBytes: number };
export type Inspected = { kind: FileKind; size: number };

/**
 * Finds out what the file at `path` really is. Name, declared type and content must agree (decision 18).
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_CONTENT, PAYLOAD_TOO_LARGE, or BAD_REQUEST for an empty file;
 *   the sentence says what to do
 */
export async function inspectFile(path: string, declared: Declared): Promise<Inspected> {
  const kind = kindOfDeclared(declared.name, declared.declaredType);
  const file = await open(/*turbopackIgnore: true*/ path, "r");
  try {
    const { size } = await file.stat();
    requireSize(size, declared);
    if (kind === "pdf") await inspectPdf(file, size);
    if (kind === "doc") await inspectDoc(file, size);
    if (kind === "docx") await inspectDocx(file, size);
    return { kind, size };
  } finally {
    await file.close();
  }
}

/**
 * The kind a name and a declared type agree on: what can be said before the first byte is sent.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE
 */
function kindOfDeclared(name: string, declaredType: string): FileKind {
  const kind = kindOfName(name);
  if (!kind) {
    throw new AppError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Only PDF, DOC and DOCX files can be uploaded. Please choose one of these.",
    );
  }
  if (!isTypeOfKind(declaredType, kind)) {
    const ending = `.${kind}`;
    throw new AppError(
      "UNSUPPORTED_MEDIA_TYPE",
      `The file's name ends in ${ending}, but it was sent as another type. Please save it as ${kind.toUpperCase()} and choose it again.`,
    );
  }
  return kind;
}

function requireSize(size: number, { declaredSize, maxBytes }: Declared): void {
  if (size === 0) throw new AppError("BAD_REQUEST", "This file is empty. Please choose another one.");
  if (size > maxBytes) throw tooLarge(maxBytes);
  if (size === declaredSize) return;
  throw new AppError("UNPROCESSABLE_CONTENT", "The file did not arrive as it was sent. Please upload it again.");
}
