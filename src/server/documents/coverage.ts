import "server-only";
import { join, readFile } from "@/server/builtins";
import { fontFiles } from "./fonts.mjs";

let known: Promise<[from: number, to: number][]> | undefined;

/**
 * The letters of a text that no typeface of a document has; they would be printed as boxes. What shapes its neighbours, such as
 * a joiner, and spaces need none.
 */
export async function unprintable(text: string): Promise<string[]> {
  known ??= Promise.all(fontFiles.filter((file) => file.includes("Regular")).map(rangesOf)).then((all) => all.flat());
  const ranges = await known;
  const isKnown = (letter: string) => {
    const point = letter.codePointAt(0) ?? 0;
    return /[\s\p{Cf}]/u.test(letter) || ranges.some(([from, to]) => from <= point && point <= to);
  };
  return [...new Set(text)].filter((letter) => !isKnown(letter));
}

/** The ranges of characters that a typeface has: its table `cmap` in format 12 (OpenType, "cmap"). */
async function rangesOf(file: string): Promise<[number, number][]> {
  const font = await readFile(join(process.cwd(), "node_modules", file));
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const entry = tables.find((at) => font.toString("latin1", at, at + 4) === "cmap");
  const cmap = font.readUInt32BE((entry ?? 0) + 8);
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => cmap + 4 + 8 * index);
  const at = subtables.map((one) => cmap + font.readUInt32BE(one + 4)).find((one) => font.readUInt16BE(one) === 12);
  if (entry === undefined || at === undefined) throw new Error(`${file} has no table of all characters.`);
  return Array.from({ length: font.readUInt32BE(at + 12) }, (_, index) => {
    const group = at + 16 + 12 * index;
    return [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
  });
}
