import "server-only";
import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { createInflate } from "node:zlib";
import { bytesAt, damaged, malicious } from "./content";
import { decodeName } from "./pdf-text";

const mostStreams = 10_000;
const mostDictionary = 4096;
const mostUnpacked = 16 * 1024 * 1024;
const mostUnpackedInAll = 64 * 1024 * 1024;
const piece = 16 * 1024;

const blank = /^(?:[\0\s\x80\xff]|%[^\r\n]*(?:[\r\n]|$))*/;
const streamStart = /^stream *(?:\r\n|\n|\r)/;
const entry =
  /[\0\s]*\/([^\0\s()<>[\]{}/%]+)[\0\s]*(\d+\s+\d+\s+R\b|[-+.\d]+|null|true|false|\/[^\0\s()<>[\]{}/%]+|\[[^()<>[\]{}%]*\])/y;

/** Object streams (ISO 32000-1, 7.5.7) found by the scan of the file. */
export class ObjectStreams {
  readonly #file: FileHandle;
  readonly #found: { start: number; end: number }[] = [];

  constructor(file: FileHandle) {
    this.#file = file;
  }

  add(start: number, end: number): void {
    if (this.#found.push({ start, end }) > mostStreams) throw malicious();
  }

  async read(onObject: (bytes: Buffer, from: number) => void): Promise<void> {
    let left = mostUnpackedInAll;
    for (const { start, end } of this.#found) {
      const position = await this.#contentAfter(end);
      if (position === undefined) continue;
      if (end - start > mostDictionary) throw malicious();
      const { first, count, packed } = layoutOf((await bytesAt(this.#file, start, end - start)).toString("latin1"));
      const bytes = packed ? await this.#unpack(position) : await bytesAt(this.#file, position, mostUnpacked);
      left -= packed ? bytes.length : first;
      if (left < 0) throw malicious();
      // Pairs of object number and offset. Readers go on beyond `first` for missing ones.
      const header = bytes.toString("latin1", 0, first);
      const numbers = header.match(/\d+/g) ?? [];
      if (!/^[\0\s\d]*$/.test(header) || numbers.length < 2 * count) throw malicious();
      for (const number of new Set(numbers.filter((_, index) => index % 2 === 1))) {
        if (first + Number(number) >= bytes.length) throw malicious();
        onObject(bytes, first + Number(number));
      }
    }
  }

  async #contentAfter(end: number): Promise<number | undefined> {
    const text = (await bytesAt(this.#file, end, 1024)).toString("latin1");
    const skipped = blank.exec(text)?.[0].length ?? 0;
    // A keyword this late could be cut off at the end of the text.
    if (skipped > 1000) throw malicious();
    const rest = text.slice(skipped);
    const mark = streamStart.exec(rest);
    if (!mark && rest.startsWith("stream")) throw malicious();
    return mark ? end + skipped + mark[0].length : undefined;
  }

  /** Decompresses a stream. A damaged one is rejected, because PDF readers recover more of it than Node does. */
  async #unpack(position: number): Promise<Buffer> {
    const inflate = createInflate();
    const packed = Readable.from(this.#piecesFrom(position));
    packed.on("error", (error) => inflate.destroy(error));
    const pieces: Buffer[] = [];
    let length = 0;
    try {
      for await (const bytes of packed.pipe(inflate) as AsyncIterable<Buffer>) {
        pieces.push(bytes);
        length += bytes.length;
        if (length > mostUnpacked) break;
      }
    } catch {
      throw damaged();
    } finally {
      packed.destroy();
    }
    if (length > mostUnpacked) throw malicious();
    return Buffer.concat(pieces);
  }

  async *#piecesFrom(position: number): AsyncGenerator<Buffer> {
    for (let at = position; ; at += piece) {
      const bytes = await bytesAt(this.#file, at, piece);
      if (bytes.length > 0) yield bytes;
      if (bytes.length < piece) return;
    }
  }
}

/** Real writers use plain syntax for object streams, so anything else is rejected. */
function layoutOf(dictionary: string): { first: number; count: number; packed: boolean } {
  const inner = /^[\0\s]*<<(.*)>>$/s.exec(dictionary)?.[1]?.trimEnd();
  if (inner === undefined) throw malicious();
  const values = new Map<string, string>();
  entry.lastIndex = 0;
  for (let at = 0; at < inner.length; at = entry.lastIndex) {
    const [, key, value] = entry.exec(inner) ?? [];
    if (key === undefined || value === undefined || values.has(decodeName(key))) throw malicious();
    values.set(decodeName(key), decodeName(value));
  }
  // Some readers take /F and /DP for /Filter and /DecodeParms.
  if (values.has("F") || values.has("DP") || [...values.keys()].some((key) => !/^[a-z]\w*$/i.test(key)))
    throw malicious();
  const filter = values.get("Filter");
  const [first = "", count = ""] = [values.get("First"), values.get("N")];
  const parameters = values.get("DecodeParms") ?? "null";
  if (filter !== undefined && !/^(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])$/.test(filter)) throw malicious();
  if (!/^\d{1,7}$/.test(first) || !/^\d{1,7}$/.test(count)) throw malicious();
  if (!/^(?:null|\[\s*null\s*\])$/.test(parameters)) throw malicious();
  return { first: Number(first), count: Number(count), packed: filter !== undefined };
}
