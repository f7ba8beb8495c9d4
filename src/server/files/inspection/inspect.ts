import "server-only";
import { AppError } from "@/lib/errors";
import { type FileKind, isTypeOfKind, kindOfName } from "@/lib/file-kinds";
import { open } from "@/server/builtins";
import { tooLarge } from "@/server/files/upload-urls";
import { say } from "@/server/messages";
import { inspectDoc } from "./doc";
import { inspectDocx } from "./docx";
import { inspectPdf } from "./pdf";

export type Declared = { name: string; declaredType: string; declaredSize: number; maxBytes: number };
export type Inspected = { kind: FileKind; size: number };

/**
 * Detects the kind of the file at `path`; name, declared type and content must agree (decision 18). @throws AppError
 * UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_CONTENT, PAYLOAD_TOO_LARGE, or BAD_REQUEST for an empty file
 */
export async function inspectFile(path: string, declared: Declared): Promise<Inspected> {
  const kind = declaredKind(declared.name, declared.declaredType);
  const file = await open(path, "r");
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

function declaredKind(name: string, declaredType: string): FileKind {
  const kind = kindOfName(name);
  if (!kind) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", say("fileKinds"));
  }
  if (!isTypeOfKind(declaredType, kind)) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", say("otherType", kind));
  }
  return kind;
}

function requireSize(size: number, { declaredSize, maxBytes }: Declared): void {
  if (size === 0) throw new AppError("BAD_REQUEST", say("fileEmpty"));
  if (size > maxBytes) throw tooLarge(maxBytes);
  if (size === declaredSize) return;
  throw new AppError("UNPROCESSABLE_CONTENT", say("otherFile"));
}
