import "server-only";
import { damaged } from "./content";

const signature = "d0cf11e0a1b11ae1";
const endOfChain = 0xfffffffa;
const nothing = 0xffffffff;
// Enough for thousands of entries, far more than real documents have.
const maxDirectorySectors = 4096;
const smallSector = 64;
// Smaller streams are in small sectors.
const mostSmall = 4096;

/** Random access to the bytes of a file or a buffer. */
export type Source = { size: number; at: (position: number, length: number) => Promise<Buffer> };

export type Entry = {
  name: string;
  left: number;
  right: number;
  child: number;
  isStream: boolean;
  start: number;
  size: number;
};

export function bufferSource(bytes: Buffer): Source {
  return { size: bytes.length, at: async (position, length) => bytes.subarray(position, position + length) };
}

/** Reader for compound files ([MS-CFB]): Office documents before 2007, also embedded in newer ones. */
export class CompoundFile {
  readonly entries: Entry[] = [];
  readonly #source: Source;
  readonly #header: Buffer;
  readonly #sectorSize: number;
  readonly #table: number[] = [];
  #small: { table: number[]; places: number[] } | undefined;

  private constructor(source: Source, header: Buffer) {
    this.#source = source;
    this.#header = header;
    this.#sectorSize = 1 << header.readUInt16LE(30);
  }

  /** Reads the directory; undefined if this is no compound file. @throws AppError if it is damaged */
  static async open(source: Source): Promise<CompoundFile | undefined> {
    const header = await source.at(0, 512);
    if (header.length < 512 || header.toString("hex", 0, 8) !== signature) return undefined;
    const version = header.readUInt16LE(26);
    const shift = header.readUInt16LE(30);
    if (!((version === 3 && shift === 9) || (version === 4 && shift === 12))) throw damaged();
    if (header.readUInt32LE(56) !== mostSmall) throw damaged();
    const file = new CompoundFile(source, header);
    await file.#readTable();
    await file.#readDirectory();
    return file;
  }

  /** Direct children of the root. A spreadsheet embedded in a document must not count. */
  topLevel(): Map<string, Entry> {
    const names = new Map<string, Entry>();
    const seen = new Set<number>();
    const waiting = [this.entries[0]?.child ?? nothing];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const entry = this.entries[index];
      if (!entry || seen.has(index)) continue;
      seen.add(index);
      // Programs differ in which of two entries with one name they open.
      if (names.has(entry.name.toLowerCase())) throw damaged();
      names.set(entry.name.toLowerCase(), entry);
      waiting.push(entry.left, entry.right);
    }
    return names;
  }

  async read({ start, size }: Entry, position: number, length: number): Promise<Buffer> {
    // A chain of sectors that loops would be followed for minutes.
    if (size > this.#source.size) throw damaged();
    const end = Math.min(size, position + length);
    if (position >= end) return Buffer.alloc(0);
    return size < mostSmall ? this.#readSmall(start, position, end) : this.#readChain(start, position, end);
  }

  async #readChain(start: number, position: number, end: number): Promise<Buffer> {
    const step = this.#sectorSize;
    const pieces: Buffer[] = [];
    let at = start;
    for (let from = 0; from < end && at < endOfChain; ) {
      // Read adjacent sectors in one call.
      const first = at;
      const begin = from;
      do {
        at = this.#table[at] ?? nothing;
        from += step;
      } while (at === first + (from - begin) / step && from < end);
      const length = Math.min(from, end) - begin;
      const skipped = Math.max(0, position - begin);
      if (skipped < length) pieces.push(await this.#bytes(first, skipped, length - skipped));
    }
    return Buffer.concat(pieces).subarray(0, end - position);
  }

  /** Small streams share one stream in the root, in sectors of 64 bytes. */
  async #readSmall(start: number, position: number, end: number): Promise<Buffer> {
    this.#small ??= await this.#readSmallTable();
    const { table, places } = this.#small;
    const inSector = this.#sectorSize / smallSector;
    const pieces: Buffer[] = [];
    let at = start;
    for (let from = 0; from < end && at < endOfChain; from += smallSector) {
      const sector = places[Math.floor(at / inSector)];
      if (sector === undefined) throw damaged();
      pieces.push(await this.#bytes(sector, (at % inSector) * smallSector, smallSector));
      at = table[at] ?? nothing;
    }
    return Buffer.concat(pieces).subarray(position, end);
  }

  async #readSmallTable(): Promise<{ table: number[]; places: number[] }> {
    const table: number[] = [];
    for (const place of this.#chain(this.#header.readUInt32LE(60), maxDirectorySectors)) {
      const sector = await this.#sector(place);
      for (let offset = 0; offset < sector.length; offset += 4) table.push(sector.readUInt32LE(offset));
    }
    const most = Math.ceil(this.#source.size / this.#sectorSize);
    return { table, places: this.#chain(this.entries[0]?.start ?? nothing, most) };
  }

  async #readDirectory(): Promise<void> {
    for (const place of this.#chain(this.#header.readUInt32LE(48), maxDirectorySectors)) {
      const sector = await this.#sector(place);
      for (let offset = 0; offset < sector.length; offset += 128)
        this.entries.push(entryOf(sector.subarray(offset, offset + 128)));
    }
    if (this.entries.length === 0) throw damaged();
  }

  #chain(start: number, most: number): number[] {
    const places: number[] = [];
    for (let at = start; at < endOfChain; at = this.#table[at] ?? nothing) {
      if (places.push(at) > most) throw damaged();
    }
    return places;
  }

  async #readTable(): Promise<void> {
    const header = this.#header;
    const places: number[] = [];
    for (let offset = 76; offset < 512; offset += 4) places.push(header.readUInt32LE(offset));
    const most = Math.ceil(this.#source.size / this.#sectorSize);
    let next = header.readUInt32LE(68);
    for (let left = header.readUInt32LE(72); left > 0 && next < endOfChain; left -= 1) {
      if (left > most) throw damaged();
      const sector = await this.#sector(next);
      for (let offset = 0; offset < sector.length - 4; offset += 4) places.push(sector.readUInt32LE(offset));
      next = sector.readUInt32LE(sector.length - 4);
    }
    const used = places.filter((place) => place < endOfChain);
    if (used.length > most) throw damaged();
    for (const place of used) {
      const sector = await this.#sector(place);
      for (let offset = 0; offset < sector.length; offset += 4) this.#table.push(sector.readUInt32LE(offset));
    }
    const beyond = (next: number) => next < endOfChain && (next + 1) * this.#sectorSize >= this.#source.size;
    if (this.#table.some(beyond)) throw damaged();
  }

  #sector(index: number): Promise<Buffer> {
    return this.#bytes(index, 0, this.#sectorSize);
  }

  async #bytes(sector: number, offset: number, length: number): Promise<Buffer> {
    const bytes = await this.#source.at((sector + 1) * this.#sectorSize + offset, length);
    if (bytes.length < length) throw damaged();
    return bytes;
  }
}

function entryOf(bytes: Buffer): Entry {
  const length = Math.min(64, bytes.readUInt16LE(64));
  return {
    name: bytes.toString("utf16le", 0, Math.max(0, length - 2)),
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
    isStream: bytes.readUInt8(66) === 2,
    start: bytes.readUInt32LE(116),
    size: bytes.readUInt32LE(120),
  };
}
