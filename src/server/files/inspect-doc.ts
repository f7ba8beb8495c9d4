import "server-only";
import type { FileHandle } from "node:fs/promises";
import { CompoundFile, type Entry } from "./compound-file";
import { bytesAt, fetching, locked, otherContent } from "./inspect-content";
import { requirePassiveField } from "./inspect-fields";
import { isElsewhere } from "./inspect-links";
import { requireNoPrograms } from "./inspect-storage";

// The first word of the text's stream ([MS-DOC] 2.5.1): Word 97 and later, Word 95, Word 6.
const newest = 0xa5ec;
const wordMarks = new Set([newest, 0xa5dc, 0xa5db]);
const encrypted = 0x0100;
const secondTable = 0x0200;
// Where the head of the text says in which part of the table the names of files are ([MS-DOC] 2.5.6), the template second.
const placeOfNames = 0x19a;
const headLength = placeOfNames + 8;

const fieldBegin = 0x13;
const longestField = 4096;
const mostNames = 64 * 1024;
const piece = 1024 * 1024;

/**
 * Proves that a file is a Word 97-2003 document that runs nothing, fetches nothing and carries no other files, from its
 * directory, the fields of its text and its template. @throws AppError
 */
export async function inspectDoc(file: FileHandle, size: number): Promise<void> {
  const container = await open(file, size);
  if (!container) throw otherContent("doc");
  const top = container.topLevel();
  if (top.has("encryptedpackage")) throw locked();
  await requireNoPrograms(container);
  const text = top.get("worddocument");
  if (!text || top.has("workbook") || top.has("book") || top.has("powerpoint document")) {
    throw otherContent("doc");
  }
  const head = await container.read(text, 0, headLength);
  if (head.length < headLength || !wordMarks.has(head.readUInt16LE(0))) throw otherContent("doc");
  const flags = head.readUInt16LE(10);
  if (flags & encrypted) throw locked();
  await requirePassiveText(container, text);
  const table = top.get(flags & secondTable ? "1table" : "0table");
  if (table && head.readUInt16LE(0) === newest) await requireOwnTemplate(container, table, head);
}

/** True for the container that a password puts round a DOCX. */
export async function isLockedPackage(file: FileHandle, size: number): Promise<boolean> {
  const container = await open(file, size).catch(() => undefined);
  return container?.topLevel().has("encryptedpackage") ?? false;
}

function open(file: FileHandle, size: number): Promise<CompoundFile | undefined> {
  return CompoundFile.open({ size, at: (position, length) => bytesAt(file, position, length) });
}

/** Looks at every field of the text, which is written in one byte or two for each letter, here and there. */
async function requirePassiveText(container: CompoundFile, text: Entry): Promise<void> {
  for (let position = 0; position < text.size; position += piece) {
    const bytes = await container.read(text, position, piece + longestField);
    for (let at = bytes.indexOf(fieldBegin); at >= 0 && at < piece; at = bytes.indexOf(fieldBegin, at + 1)) {
      const step = bytes[at + 1] === 0 ? 2 : 1;
      const start = at + step;
      let end = start;
      while (end < Math.min(bytes.length, at + longestField) && !isFieldMark(bytes[end])) end += step;
      if (end > start) {
        const code = bytes.toString(step === 1 ? "latin1" : "utf16le", start, end);
        requirePassiveField(code, bytes[end] === fieldBegin);
      }
    }
  }
}

/** A field within it, its result, its end. */
function isFieldMark(byte = 0): boolean {
  return byte >= fieldBegin && byte <= fieldBegin + 2;
}

/** The names are a list of texts in UTF-16, each after its length ([MS-DOC] 2.2.4). */
async function requireOwnTemplate(container: CompoundFile, table: Entry, head: Buffer): Promise<void> {
  const length = Math.min(mostNames, head.readUInt32LE(placeOfNames + 4));
  const names = await container.read(table, head.readUInt32LE(placeOfNames), length);
  if (names.length < 8 || names.readUInt16LE(0) !== 0xffff) return;
  const second = 8 + 2 * names.readUInt16LE(6);
  if (second + 2 > names.length) return;
  const template = names.toString("utf16le", second + 2, second + 2 + 2 * names.readUInt16LE(second));
  if (isElsewhere(template)) throw fetching();
}
