import "server-only";
import type { FileHandle } from "node:fs/promises";
import { activePdf, bytesAt, unsafe } from "./inspect-content";
import { keysOfPlaces, PdfPlaces } from "./pdf-links";
import { ObjectStreams } from "./pdf-object-streams";
import { type Found, ValueReader } from "./pdf-value";

const mostAtOnce = 1024 * 1024;
// What a mark that lies across two pieces needs of the first.
const seam = 8;
const marks = ["obj", "trailer"];
const costOfStart = 64;
const longestNumber = 24;

/** Names that make a PDF do more than show pages, and what it then does. */
const harms = new Map<string, () => Error>([
  ...["JavaScript", "JS", "XFA", "OnInstantiate"].map((name) => [name, () => activePdf("runs scripts")] as const),
  ["Launch", () => activePdf("starts other programs")],
  // Where they lead to, and with what, can stand anywhere in the file.
  ...["GoToR", "GoToE"].map((name) => [name, () => activePdf("opens other files")] as const),
  ["SubmitForm", () => activePdf("sends what is filled in to another computer")],
  ["ImportData", () => activePdf("reads other files")],
  ["RichMedia", () => activePdf("plays programs of its own")],
  ...["EmbeddedFile", "EmbeddedFiles", "EF", "FileAttachment"].map(
    (name) => [name, () => activePdf("carries other files inside")] as const,
  ),
  // Nobody can look into an encrypted one.
  ["Encrypt", () => activePdf("is locked with a password or against changes")],
]);

/**
 * Refuses a PDF that runs scripts, starts programs, carries or fetches files, or has links to where no page is. It reads every
 * place where an object can begin, also in what looks like a text or a picture, since a reader jumps there; and the objects
 * in compressed streams. Pages are not read. @throws AppError
 */
export async function requirePassive(file: FileHandle, size: number): Promise<void> {
  const streams = new ObjectStreams(file);
  const places = new PdfPlaces();
  const effort = new Effort(3 * size + 16 * 1024 * 1024);
  let reading: Value[] = [];
  const step = Math.min(mostAtOnce, size);
  // The end of the piece before, and the piece: the same memory for all of them.
  const joined = Buffer.alloc(seam + step);
  for (let position = 0; position < size; position += step) {
    const { bytesRead } = await file.read(joined, seam, step, position);
    const bytes = joined.subarray(seam, seam + bytesRead);
    const next: Value[] = [];
    const go = (value: Value, from: number) => {
      const at = value.reader.read(bytes, from);
      effort.spend(at - from + (from > 0 ? costOfStart : 0));
      if (!value.reader.done) next.push(value);
      else if (value.isObjectStream) streams.note(value.start ?? 0, position + at);
    };
    for (const value of reading) go(value, 0);
    for (const from of startsIn(joined.subarray(0, seam + bytesRead))) {
      go(new Value(places, position + from), from);
    }
    reading = next;
    joined.copyWithin(0, bytesRead, bytesRead + seam);
  }
  for (const { reader } of reading) reader.end();
  await streams.read((bytes, from) => {
    const { reader } = new Value(places);
    effort.spend(reader.read(bytes, from) - from + costOfStart);
    if (!reader.done) reader.end();
  });
  await places.end((start) => numberBefore(file, start));
}

/** A value that is read, and what it says of itself. */
class Value implements Found {
  readonly keys = keysOfPlaces;
  readonly reader = new ValueReader(this);
  readonly start: number | undefined;
  readonly #places: PdfPlaces;
  isObjectStream = false;

  /** @param start where it begins in the file; undefined in a stream of objects */
  constructor(places: PdfPlaces, start?: number) {
    this.#places = places;
    this.start = start;
  }

  onName(name: string): void {
    const harm = harms.get(name);
    if (harm) throw harm();
    if (name === "First") this.isObjectStream = true;
  }

  onText(key: string, text: string, isCut: boolean): void {
    this.#places.take(key, text, isCut, this.start);
  }

  onReference(key: string, object: number): void {
    this.#places.refer(key, object);
  }
}

/** The number of the object that begins there, where it is written as programs write it. */
async function numberBefore(file: FileHandle, start: number): Promise<number | undefined> {
  const before = await bytesAt(file, Math.max(0, start - longestNumber), Math.min(start, longestNumber));
  const number = /(\d+)\s+\d+\s+obj$/.exec(before.toString("latin1"))?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Where values begin, counted from behind the seam: after `1 0 obj` in all its spellings, and `trailer`. */
function startsIn(joined: Buffer): number[] {
  const starts: number[] = [];
  for (const mark of marks) {
    for (let at = joined.indexOf(mark); at >= 0; at = joined.indexOf(mark, at + 1)) {
      const end = at + mark.length;
      if (end < seam || end >= joined.length) continue;
      if (!isLetter(joined[at - 1]) && !isLetter(joined[end])) starts.push(end - seam);
    }
  }
  return starts;
}

function isLetter(byte = 0): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** What may be read in all: more is only needed where places overlap, which nobody's program writes. */
class Effort {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw unsafe();
  }
}
