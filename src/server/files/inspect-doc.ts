import "server-only";
import type { FileHandle } from "node:fs/promises";
import { bytesAt, damaged, locked, macros, otherContent } from "./inspect-content";

const signature = "d0cf11e0a1b11ae1";
const endOfChain = 0xfffffffa;
const nothing = 0xffffffff;
// A directory of this many sectors holds thousands of names; no letter or worksheet comes near.
const mostDirectorySectors = 4096;

// The first word of the text's stream ([MS-DOC] 2.5.1): Word 97 and later, Word 95, Word 6.
const wordMarks = new Set([0xa5ec, 0xa5dc, 0xa5db]);
const encrypted = 0x0100;

type Entry = { name: string; left: number; right: number; child: number; start: number };
type Reader = { file: FileHandle; sectorSize: number; size: number; table: number[] };

/** Proves that a file is a Word 97-2003 document without macros, from its directory and the head of its text. @throws AppError */
export async function inspectDoc(file: FileHandle, size: number): Promise<void> {
  const container = await readDirectory(file, size);
  if (!container) throw otherContent("doc");
  const { entries, reader } = container;
  const names = new Set(entries.map((entry) => entry.name.toLowerCase()));
  for (const name of ["macros", "vba", "_vba_project", "_vba_project_cur"]) if (names.has(name)) throw macros();
  const top = topLevel(entries);
  if (top.has("encryptedpackage")) throw locked();
  const text = top.get("worddocument");
  if (!text || top.has("workbook") || top.has("book") || top.has("powerpoint document")) {
    throw otherContent("doc");
  }
  // Word never makes this stream so short that it would lie among the small ones.
  const head = await readSector(reader, text.start);
  if (!wordMarks.has(head.readUInt16LE(0))) throw otherContent("doc");
  if (head.readUInt16LE(10) & encrypted) throw locked();
}

/** True for the container that a password puts round a DOCX. */
export async function isLockedPackage(file: FileHandle, size: number): Promise<boolean> {
  const container = await readDirectory(file, size).catch(() => undefined);
  return container !== undefined && topLevel(container.entries).has("encryptedpackage");
}

/** What lies directly below the root: a spreadsheet inside a letter does not make it a spreadsheet. */
function topLevel(entries: Entry[]): Map<string, Entry> {
  const names = new Map<string, Entry>();
  const seen = new Set<number>();
  const waiting = [entries[0]?.child ?? nothing];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index];
    if (!entry || seen.has(index)) continue;
    seen.add(index);
    names.set(entry.name.toLowerCase(), entry);
    waiting.push(entry.left, entry.right);
  }
  return names;
}

/** All entries of a compound file ([MS-CFB]), the root first; undefined when it is no compound file. */
async function readDirectory(
  file: FileHandle,
  size: number,
): Promise<{ entries: Entry[]; reader: Reader } | undefined> {
  const header = await bytesAt(file, 0, 512);
  if (header.length < 512 || header.toString("hex", 0, 8) !== signature) return undefined;
  const version = header.readUInt16LE(26);
  const shift = header.readUInt16LE(30);
  if (!((version === 3 && shift === 9) || (version === 4 && shift === 12))) throw damaged();
  const reader: Reader = { file, size, sectorSize: 1 << shift, table: [] };
  await readTable(reader, header);
  const entries: Entry[] = [];
  let sectors = 0;
  for (let at = header.readUInt32LE(48); at < endOfChain; at = reader.table[at] ?? nothing) {
    if (++sectors > mostDirectorySectors) throw damaged();
    const sector = await readSector(reader, at);
    for (let offset = 0; offset < sector.length; offset += 128)
      entries.push(entryOf(sector.subarray(offset, offset + 128)));
  }
  if (entries.length === 0) throw damaged();
  return { entries, reader };
}

/** Reads which sector follows which. The list of the table's own sectors starts in the header and may go on elsewhere. */
async function readTable(reader: Reader, header: Buffer): Promise<void> {
  const places: number[] = [];
  for (let offset = 76; offset < 512; offset += 4) places.push(header.readUInt32LE(offset));
  const most = Math.ceil(reader.size / reader.sectorSize);
  let next = header.readUInt32LE(68);
  for (let left = header.readUInt32LE(72); left > 0 && next < endOfChain; left -= 1) {
    if (left > most) throw damaged();
    const sector = await readSector(reader, next);
    for (let offset = 0; offset < sector.length - 4; offset += 4) places.push(sector.readUInt32LE(offset));
    next = sector.readUInt32LE(sector.length - 4);
  }
  const used = places.filter((place) => place < endOfChain);
  if (used.length > most) throw damaged();
  for (const place of used) {
    const sector = await readSector(reader, place);
    for (let offset = 0; offset < sector.length; offset += 4) reader.table.push(sector.readUInt32LE(offset));
  }
  const beyond = (next: number) => next < endOfChain && (next + 1) * reader.sectorSize >= reader.size;
  if (reader.table.some(beyond)) throw damaged();
}

async function readSector({ file, sectorSize }: Reader, index: number): Promise<Buffer> {
  const sector = await bytesAt(file, (index + 1) * sectorSize, sectorSize);
  if (sector.length < sectorSize) throw damaged();
  return sector;
}

function entryOf(bytes: Buffer): Entry {
  const length = Math.min(64, bytes.readUInt16LE(64));
  return {
    name: bytes.toString("utf16le", 0, Math.max(0, length - 2)),
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
    start: bytes.readUInt32LE(116),
  };
}
