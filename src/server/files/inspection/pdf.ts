import "server-only";
import type { FileHandle } from "node:fs/promises";
import { bytesAt, contentMismatch, damaged } from "./content";
import { rejectActiveContent } from "./pdf-objects";

const beginning = /^(?:\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-\d\.\d/;
// Content that a MIME-sniffing browser would treat as HTML. Shorter tags also occur in hexadecimal strings.
const htmlContent = /<(?:!doctype\s+html|html|head|body|script|iframe|svg|object|embed)[\s>/]/i;
// Size of a ZIP end record with the longest comment.
const maxEndRecord = 22 + 65_535;
const blanks = new Set(Buffer.from("\0\t\n\f\r "));

/** Checks that a file is a complete PDF without active content. @throws AppError */
export async function inspectPdf(file: FileHandle, size: number): Promise<void> {
  await requireWhole(file, size);
  await rejectActiveContent(file, size);
}

async function requireWhole(file: FileHandle, size: number): Promise<void> {
  const head = (await bytesAt(file, 0, 1024)).toString("latin1");
  const start = head.indexOf("%PDF-");
  if (!beginning.test(head) || htmlContent.test(head)) throw contentMismatch("pdf");

  const tailStart = Math.max(0, size - maxEndRecord);
  const bytes = await bytesAt(file, tailStart, size - tailStart);
  if (isZip(bytes)) throw contentMismatch("pdf");
  const tail = bytes.toString("latin1", 0, contentEnd(bytes));
  const end = tail.lastIndexOf("%%EOF");
  // Like PDF readers, expect the end marker in the last kilobyte.
  if (end < 0 || tail.length - end > 1024) throw damaged();
  if (htmlContent.test(tail.slice(end))) throw contentMismatch("pdf");

  const offset = /startxref\s+(\d{1,15})\s*$/.exec(tail.slice(Math.max(0, end - 256), end))?.[1];
  if (offset === undefined) throw damaged();
  // Offsets may or may not include bytes before the header.
  for (const position of new Set([Number(offset), Number(offset) + start])) {
    if (position > start && position < size && (await isCrossReference(file, position))) return;
  }
  throw damaged();
}

// A regular expression for trailing blanks would be quadratic on long runs.
function contentEnd(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && blanks.has(bytes[end - 1] ?? 0)) end -= 1;
  return end;
}

/** True if ZIP programs would open the file as an archive, by its end record. */
function isZip(tail: Buffer): boolean {
  for (let at = tail.indexOf("PK\x05\x06"); at >= 0; at = tail.indexOf("PK\x05\x06", at + 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) <= tail.length) return true;
  }
  return false;
}

async function isCrossReference(file: FileHandle, position: number): Promise<boolean> {
  const from = Math.max(0, position - 32);
  const text = (await bytesAt(file, from, 4096)).toString("latin1");
  const near = text.slice(0, 32 + 64);
  if (/(?:^|\s)xref\s+\d+\s+\d+/.test(near)) return true;
  const object = /(?:^|\s)\d+\s+\d+\s+obj\b/.exec(near);
  const dictionary = object && text.slice(object.index).split(/\bstream\b/)[0];
  return /\/Type\s*\/XRef\b/.test(dictionary ?? "");
}
