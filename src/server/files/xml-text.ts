import "server-only";
import { unsafe } from "./inspect-content";

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * The text of a small XML part, its references resolved, for a search in it: UTF-8 or, with a byte order mark, UTF-16.
 * @throws AppError for declarations of its own entities and for other encodings, which Office never writes
 */
export function xmlText(bytes: Buffer): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (/<!DOCTYPE|<!ENTITY|\0/i.test(text) || /^\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-?(?:8|16))/i.test(text)) {
    throw unsafe();
  }
  return resolved(text);
}

/** A text with its references resolved: `&amp;`, `&#38;`. */
export function resolved(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** The encoding that the first bytes of an XML part tell. */
export function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}
