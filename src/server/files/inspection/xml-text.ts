import "server-only";
import { malicious } from "./content";

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Decodes a small XML part (UTF-8, or UTF-16 with byte order mark). @throws AppError for custom entities and other encodings,
 * which Office never writes
 */
export function xmlText(bytes: Buffer): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (/<!DOCTYPE|<!ENTITY|\0/i.test(text) || /^\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-?(?:8|16))/i.test(text)) {
    throw malicious();
  }
  return text;
}

/** Resolves character references and predefined entities. */
export function resolveEntities(text: string): string {
  return text.replace(/&(?:#x0*([0-9a-f]{1,6})|#0*(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** Encoding by the first bytes of an XML part. */
export function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}

// A quoted `>` does not end a tag.
const tag = /[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>/y;

/** Index behind the tag that starts at `from`, or -1 if it does not end. */
export function endOfTag(text: string, from: number): number {
  tag.lastIndex = from;
  return tag.test(text) ? tag.lastIndex : -1;
}

// Comments, processing instructions and CDATA contain no tags. One that is not closed extends to the end.
const withoutTags = "<!--[^]*?(?:-->|$)|<\\?[^]*?(?:\\?>|$)|<!\\[CDATA\\[[^]*?(?:\\]\\]>|$)";

/** Start tags with attributes of the elements of this local name. @throws AppError if one does not end */
export function* startTags(xml: string, name: string): Generator<string> {
  const start = new RegExp(`${withoutTags}|<(?:[^\\s<>/:]+:)?${name}\\s`, "g");
  for (let found = start.exec(xml); found; found = start.exec(xml)) {
    if (/^<[!?]/.test(found[0])) continue;
    const end = endOfTag(xml, found.index);
    // Searching on after every unclosed tag would take quadratic time.
    if (end < 0) throw malicious();
    yield xml.slice(found.index, end);
    start.lastIndex = end;
  }
}
