import "server-only";
import type { FileHandle } from "node:fs/promises";
import { CompoundFile, type Entry } from "./compound-file";
import { rejectPrograms } from "./compound-storage";
import { bytesAt, contentMismatch, loadsExternalParts, malicious, passwordProtected } from "./content";
import { fieldCount, rejectActiveField } from "./fields";
import { isRemote } from "./links";

// Magic numbers of the text stream ([MS-DOC] 2.5.1): Word 97 and later, Word 95, Word 6.
const newest = 0xa5ec;
const wordMarks = new Set([newest, 0xa5dc, 0xa5db]);
const encrypted = 0x0100;
const secondTable = 0x0200;
// Offset of the table of file names ([MS-DOC] 2.5.6); the second name is the template.
const fileNamesOffset = 0x19a;
const headLength = fileNamesOffset + 8;

const fieldBegin = 0x13;
const longestField = 4096;
const mostNames = 64 * 1024;
const piece = 1024 * 1024;

/** Checks that a Word 97-2003 document has no active content, external parts or attached files. */
export async function inspectDoc(file: FileHandle, size: number): Promise<void> {
  const container = await open(file, size);
  if (!container) throw contentMismatch("doc");
  const top = container.topLevel();
  if (top.has("encryptedpackage")) throw passwordProtected();
  await rejectPrograms(container);
  const text = top.get("worddocument");
  if (!text || top.has("workbook") || top.has("book") || top.has("powerpoint document")) {
    throw contentMismatch("doc");
  }
  const head = await container.read(text, 0, headLength);
  if (head.length < headLength || !wordMarks.has(head.readUInt16LE(0))) throw contentMismatch("doc");
  const flags = head.readUInt16LE(10);
  if (flags & encrypted) throw passwordProtected();
  await rejectActiveFields(container, text);
  const table = top.get(flags & secondTable ? "1table" : "0table");
  if (table && head.readUInt16LE(0) === newest) await rejectRemoteTemplate(container, table, head);
}

/** True for a password-protected DOCX, which is a compound file. */
export async function isEncryptedPackage(file: FileHandle, size: number): Promise<boolean> {
  const container = await open(file, size).catch(() => undefined);
  return container?.topLevel().has("encryptedpackage") ?? false;
}

function open(file: FileHandle, size: number): Promise<CompoundFile | undefined> {
  return CompoundFile.open({ size, at: (position, length) => bytesAt(file, position, length) });
}

async function rejectActiveFields(container: CompoundFile, text: Entry): Promise<void> {
  const count = fieldCount(text.size);
  for (let position = 0; position < text.size; position += piece) {
    const bytes = await container.read(text, position, piece + longestField);
    for (let at = bytes.indexOf(fieldBegin); at >= 0 && at < piece; at = bytes.indexOf(fieldBegin, at + 1)) {
      const step = bytes[at + 1] === 0 ? 2 : 1;
      const start = at + step;
      let end = start;
      while (end < Math.min(bytes.length, at + longestField) && !isMarkAt(bytes, end, step)) end += step;
      if (end > start) {
        const code = bytes.toString(step === 1 ? "latin1" : "utf16le", start, end);
        // The rest of a longer code is not read.
        const isCut = end >= at + longestField;
        if (isCut && code.trim() === "") throw malicious();
        rejectActiveField(code, count, isCut || bytes[end] === fieldBegin);
      }
    }
  }
}

/** @param step 2 for 16-bit text, whose letters may contain the byte of a mark */
function isMarkAt(bytes: Buffer, at: number, step: number): boolean {
  const byte = bytes[at] ?? 0;
  return byte >= fieldBegin && byte <= fieldBegin + 2 && (step === 1 || bytes[at + 1] === 0);
}

/** Length-prefixed UTF-16 strings ([MS-DOC] 2.2.4). */
async function rejectRemoteTemplate(container: CompoundFile, table: Entry, head: Buffer): Promise<void> {
  const length = Math.min(mostNames, head.readUInt32LE(fileNamesOffset + 4));
  const names = await container.read(table, head.readUInt32LE(fileNamesOffset), length);
  if (names.length < 8 || names.readUInt16LE(0) !== 0xffff) return;
  const second = 8 + 2 * names.readUInt16LE(6);
  if (second + 2 > names.length) return;
  const template = names.toString("utf16le", second + 2, second + 2 + 2 * names.readUInt16LE(second));
  if (isRemote(template)) throw loadsExternalParts();
}
