import "server-only";
import type { FileHandle } from "node:fs/promises";
import { bytesAt, damaged, otherContent } from "./inspect-content";
import { requirePassive } from "./inspect-pdf-objects";

const beginning = /^(?:\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-\d\.\d/;
// What a browser that guesses would take for a page. `<a>` and the like also occur as hexadecimal strings.
const page = /<(?:!doctype\s+html|html|head|body|script|iframe|svg|object|embed)[\s>/]/i;
// An end record and the longest comment behind it.
const endOfArchive = 22 + 65_535;
const blanks = new Set(Buffer.from("\0\t\n\f\r "));

/** Proves that a file is a whole PDF, and one that only shows pages. @throws AppError */
export async function inspectPdf(file: FileHandle, size: number): Promise<void> {
  await requireWhole(file, size);
  await requirePassive(file, size);
}

async function requireWhole(file: FileHandle, size: number): Promise<void> {
  const head = (await bytesAt(file, 0, 1024)).toString("latin1");
  const start = head.indexOf("%PDF-");
  if (!beginning.test(head) || page.test(head)) throw otherContent("pdf");

  const tailStart = Math.max(0, size - endOfArchive);
  const bytes = await bytesAt(file, tailStart, size - tailStart);
  if (isArchive(bytes)) throw otherContent("pdf");
  const tail = bytes.toString("latin1", 0, contentEnd(bytes));
  const end = tail.lastIndexOf("%%EOF");
  // As readers do: the end mark lies within the last kilobyte.
  if (end < 0 || tail.length - end > 1024) throw damaged();
  if (page.test(tail.slice(end))) throw otherContent("pdf");

  const offset = /startxref\s+(\d{1,15})\s*$/.exec(tail.slice(Math.max(0, end - 256), end))?.[1];
  if (offset === undefined) throw damaged();
  // Bytes before the header may or may not be counted.
  for (const position of new Set([Number(offset), Number(offset) + start])) {
    if (position > start && position < size && (await isCrossReference(file, position))) return;
  }
  throw damaged();
}

// An expression for blanks at the end tries each of them as the first: seconds for some ten thousands within the file.
function contentEnd(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && blanks.has(bytes[end - 1] ?? 0)) end -= 1;
  return end;
}

/** True when unpacking programs would take the file for a ZIP archive: its end record tells how long the file goes on. */
function isArchive(tail: Buffer): boolean {
  for (let at = tail.indexOf("PK\x05\x06"); at >= 0; at = tail.indexOf("PK\x05\x06", at + 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) <= tail.length) return true;
  }
  return false;
}

/** True where a cross-reference table or stream begins; writers miss the exact byte by a few. */
async function isCrossReference(file: FileHandle, position: number): Promise<boolean> {
  const from = Math.max(0, position - 32);
  const text = (await bytesAt(file, from, 4096)).toString("latin1");
  const near = text.slice(0, 32 + 64);
  if (/(?:^|\s)xref\s+\d+\s+\d+/.test(near)) return true;
  const object = /(?:^|\s)\d+\s+\d+\s+obj\b/.exec(near);
  const dictionary = object && text.slice(object.index).split(/\bstream\b/)[0];
  return /\/Type\s*\/XRef\b/.test(dictionary ?? "");
}
