import "server-only";
import type { FileHandle } from "node:fs/promises";
import { activePdf, unsafe } from "./inspect-content";
import { ObjectStreams } from "./pdf-object-streams";
import { ValueReader } from "./pdf-value";

const mostAtOnce = 1024 * 1024;
// What a mark that lies across two pieces needs of the first.
const seam = 8;
const marks = ["obj", "trailer"];
const costOfStart = 64;

/** Names that make a PDF do more than show pages, and what it then does. */
const harms = new Map<string, () => Error>([
  ...["JavaScript", "JS", "XFA", "OnInstantiate"].map((name) => [name, () => activePdf("runs scripts")] as const),
  ["Launch", () => activePdf("starts other programs")],
  ["RichMedia", () => activePdf("plays programs of its own")],
  ...["EmbeddedFile", "EmbeddedFiles", "EF", "FileAttachment"].map(
    (name) => [name, () => activePdf("carries other files inside")] as const,
  ),
  // Nobody can look into an encrypted one.
  ["Encrypt", () => activePdf("is locked with a password or against changes")],
]);

type Found = { reader: ValueReader; start: number; isObjectStream: boolean };

/**
 * Refuses a PDF that runs scripts, starts programs or carries files. It reads every place where an object can begin, also in
 * what looks like a text or a picture, since a reader jumps there; and the objects in compressed streams. Pages are not
 * read. @throws AppError
 */
export async function requirePassive(file: FileHandle, size: number): Promise<void> {
  const streams = new ObjectStreams(file);
  const effort = new Effort(3 * size + 16 * 1024 * 1024);
  let reading: Found[] = [];
  const step = Math.min(mostAtOnce, size);
  // The end of the piece before, and the piece: the same memory for all of them.
  const joined = Buffer.alloc(seam + step);
  for (let position = 0; position < size; position += step) {
    const { bytesRead } = await file.read(joined, seam, step, position);
    const bytes = joined.subarray(seam, seam + bytesRead);
    const next: Found[] = [];
    const go = (found: Found, from: number) => {
      const at = found.reader.read(bytes, from);
      effort.spend(at - from + (from > 0 ? costOfStart : 0));
      if (!found.reader.done) next.push(found);
      else if (found.isObjectStream) streams.note(found.start, position + at);
    };
    for (const found of reading) go(found, 0);
    for (const from of startsIn(joined.subarray(0, seam + bytesRead))) go(valueAt(position + from), from);
    reading = next;
    joined.copyWithin(0, bytesRead, bytesRead + seam);
  }
  await streams.read((bytes, from) => effort.spend(valueAt(from).reader.read(bytes, from) - from + costOfStart));
}

function valueAt(start: number): Found {
  const found: Found = {
    start,
    isObjectStream: false,
    reader: new ValueReader((name) => {
      const harm = harms.get(name);
      if (harm) throw harm();
      if (name === "First") found.isObjectStream = true;
    }),
  };
  return found;
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
