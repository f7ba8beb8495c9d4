import "server-only";
import { join, readFile } from "@/server/builtins";
import { fontFiles } from "./fonts.mjs";

let known: Promise<Set<number>> | undefined;

// Spaces, line breaks, joiners and marks of direction, for which the typesetter needs no glyph. It refuses other characters without one.
const drawnByNone = /[\t\n\r \u00a0\u00ad\u061c\u2000-\u200f\u202f\u205f\u2060\u3000\ufeff]/;

/**
 * The characters of a text that no font of a document contains; they would be printed as boxes. Invisible
 * characters are listed by number: `U+1680`.
 */
export async function unprintable(text: string): Promise<string[]> {
  known ??= knownPoints();
  const points = await known;
  const missing = [...new Set(text)].filter((letter) => !points.has(pointOf(letter)) && !drawnByNone.test(letter));
  return missing.map((letter) =>
    /[\s\p{Cf}]/u.test(letter) ? `U+${pointOf(letter).toString(16).toUpperCase().padStart(4, "0")}` : letter,
  );
}

const pointOf = (letter: string) => letter.codePointAt(0) ?? 0;

async function knownPoints(): Promise<Set<number>> {
  const ranges = (await Promise.all(fontFiles.filter((file) => file.includes("Regular")).map(rangesOf))).flat();
  return new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, step) => from + step)));
}

/** The ranges of characters in a font: its table `cmap` in format 12, or in format 4 (OpenType, "cmap"). */
async function rangesOf(file: string): Promise<[number, number][]> {
  const font = await readFile(join(process.cwd(), "node_modules", file));
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const entry = tables.find((at) => font.toString("latin1", at, at + 4) === "cmap");
  const cmap = font.readUInt32BE((entry ?? 0) + 8);
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => cmap + 4 + 8 * index);
  const offsets = subtables.map((one) => cmap + font.readUInt32BE(one + 4));
  const large = offsets.find((one) => font.readUInt16BE(one) === 12);
  const small = offsets.find((one) => font.readUInt16BE(one) === 4);
  if (entry === undefined || (large ?? small) === undefined) throw new Error(`${file} has no Unicode character table.`);
  return large === undefined ? smallRanges(font, small ?? 0) : largeRanges(font, large);
}

function largeRanges(font: Buffer, at: number): [number, number][] {
  return Array.from({ length: font.readUInt32BE(at + 12) }, (_, index) => {
    const group = at + 16 + 12 * index;
    return [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
  });
}

/** Four arrays with one entry per segment: last character, first character, delta, glyph offset. */
function smallRanges(font: Buffer, at: number): [number, number][] {
  const size = font.readUInt16BE(at + 6);
  return Array.from({ length: size / 2 }, (_, index) => {
    const end = at + 14 + 2 * index;
    const place = end + 2 + 3 * size;
    const [last, first] = [font.readUInt16BE(end), font.readUInt16BE(end + 2 + size)];
    const offset = font.readUInt16BE(place);
    const hasGlyph = (point: number) => offset === 0 || font.readUInt16BE(place + offset + 2 * (point - first)) !== 0;
    const points = Array.from({ length: last - first + 1 }, (_one, step) => first + step);
    return points.filter((point) => point < 0xffff && hasGlyph(point)).map((point): [number, number] => [point, point]);
  }).flat();
}
