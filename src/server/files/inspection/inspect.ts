import "server-only";
import { AppError } from "@/lib/errors";
import { type FileKind, kindOfName, mediaTypeOf } from "@/lib/file-kinds";
import { open } from "@/server/builtins";
import { tooLarge } from "@/server/files/upload-urls";
import { say } from "@/server/messages";
import { inspectDoc } from "./doc";
import { inspectDocx } from "./docx";
import { inspectPdf } from "./pdf";

export type Declared = { name: string; declaredType: string; declaredSize: number; maxBytes: number };
export type Inspected = { kind: FileKind; size: number };

// Sent by browsers and tools for an unknown type; UploadThing replaces an empty type by "blob". `vnd.ms-office` is any document
// of Office.
const undeclared = new Set(["", "application/octet-stream", "application/vnd.ms-office", "blob"]);

/** What computers with WPS Office or an older list of types call these kinds. */
const otherTypes: Record<FileKind, readonly string[]> = {
  pdf: ["application/x-pdf", "application/wps-office.pdf"],
  doc: ["application/x-msword", "application/vnd.ms-word", "application/wps-office.doc"],
  docx: ["application/wps-office.docx"],
};

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

/** True if the declared media type matches `kind` or is unknown. */
function isTypeOfKind(declaredType: string, kind: FileKind): boolean {
  const type = (declaredType.split(";")[0] ?? "").trim().toLowerCase();
  return undeclared.has(type) || type === mediaTypeOf[kind] || otherTypes[kind].includes(type);
}

function requireSize(size: number, { declaredSize, maxBytes }: Declared): void {
  if (size === 0) throw new AppError("BAD_REQUEST", say("fileEmpty"));
  if (size > maxBytes) throw tooLarge(maxBytes);
  if (size === declaredSize) return;
  throw new AppError("UNPROCESSABLE_CONTENT", say("otherFile"));
}
