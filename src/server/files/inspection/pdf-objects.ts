import "server-only";
import type { FileHandle } from "node:fs/promises";
import { activePdf, bytesAt, malicious } from "./content";
import { linkKeys, PdfLinks } from "./pdf-links";
import { ObjectStreams } from "./pdf-object-streams";
import { type ValueCallbacks, ValueReader } from "./pdf-value";

const mostAtOnce = 1024 * 1024;
// Overlap of chunks, so that a keyword split over two is found.
const overlap = 8;
const marks = ["obj", "trailer"];
const costOfStart = 64;
const longestNumber = 24;

const activeNames = new Map<string, () => Error>([
  ...["JavaScript", "JS", "XFA", "OnInstantiate"].map((name) => [name, () => activePdf("scripts")] as const),
  ["Launch", () => activePdf("programs")],
  // The target of these may be anywhere in the file.
  ...["GoToR", "GoToE"].map((name) => [name, () => activePdf("files")] as const),
  ["SubmitForm", () => activePdf("send")],
  ["ImportData", () => activePdf("read")],
  ["RichMedia", () => activePdf("media")],
  ...["EmbeddedFile", "EmbeddedFiles", "EF", "FileAttachment"].map((name) => [name, () => activePdf("carry")] as const),
  // Encrypted content cannot be inspected.
  ["Encrypt", () => activePdf("locked")],
]);

/**
 * Rejects a PDF with scripts, programs, attached or remote files, or unsafe links. Reads every position where an
 * object may start, even inside strings and images, since readers may jump there, and the object streams. Skips page
 * content. @throws AppError
 */
export async function rejectActiveContent(file: FileHandle, size: number): Promise<void> {
  const streams = new ObjectStreams(file);
  const places = new PdfLinks();
  const effort = new ParseBudget(3 * size + 16 * 1024 * 1024);
  let reading: Value[] = [];
  const step = Math.min(mostAtOnce, size);
  // One reused buffer: the end of the last chunk, then the current one.
  const joined = Buffer.alloc(overlap + step);
  for (let position = 0; position < size; position += step) {
    const { bytesRead } = await file.read(joined, overlap, step, position);
    const bytes = joined.subarray(overlap, overlap + bytesRead);
    const next: Value[] = [];
    const go = (value: Value, from: number) => {
      const at = value.reader.read(bytes, from);
      effort.spend(at - from + (from > 0 ? costOfStart : 0));
      if (!value.reader.done) next.push(value);
      else if (value.isObjectStream) streams.add(value.start ?? 0, position + at);
    };
    for (const value of reading) go(value, 0);
    for (const from of valueOffsets(joined.subarray(0, overlap + bytesRead))) {
      go(new Value(places, position + from), from);
    }
    reading = next;
    joined.copyWithin(0, bytesRead, bytesRead + overlap);
  }
  for (const { reader } of reading) reader.end();
  await streams.read((bytes, from) => {
    const { reader } = new Value(places);
    effort.spend(reader.read(bytes, from) - from + costOfStart);
    if (!reader.done) reader.end();
  });
  await places.end((start) => objectNumberAt(file, start));
}

class Value implements ValueCallbacks {
  readonly keys = linkKeys;
  readonly reader = new ValueReader(this);
  readonly start: number | undefined;
  readonly #places: PdfLinks;
  isObjectStream = false;

  constructor(places: PdfLinks, start?: number) {
    this.#places = places;
    this.start = start;
  }

  onName(name: string): void {
    const harm = activeNames.get(name);
    if (harm) throw harm();
    if (name === "First") this.isObjectStream = true;
  }

  onText(key: string, text: string, isCut: boolean): void {
    this.#places.check(key, text, isCut, this.start);
  }

  onReference(key: string, object: number): void {
    this.#places.addReference(key, object);
  }
}

/** The number of an object that is written as all programs write it; undefined if readers could find another one. */
async function objectNumberAt(file: FileHandle, start: number): Promise<number | undefined> {
  const before = await bytesAt(file, Math.max(0, start - longestNumber), Math.min(start, longestNumber));
  const number = /[\r\n](\d+) \d+ obj$/.exec(before.toString("latin1"))?.[1];
  return number === undefined ? undefined : Number(number);
}

function valueOffsets(joined: Buffer): number[] {
  const starts: number[] = [];
  for (const mark of marks) {
    for (let at = joined.indexOf(mark); at >= 0; at = joined.indexOf(mark, at + 1)) {
      const end = at + mark.length;
      if (end < overlap || end >= joined.length) continue;
      // A malformed last row of the cross-reference table may end in a letter.
      const isWhole = mark === "trailer" || !isLetter(joined[at - 1]);
      if (isWhole && !isLetter(joined[end])) starts.push(end - overlap);
    }
  }
  return starts;
}

function isLetter(byte = 0): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** Budget of bytes to parse. Only overlapping objects, which no real program writes, exceed it. */
class ParseBudget {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw malicious();
  }
}
