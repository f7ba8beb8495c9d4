import "server-only";

/** Decodes `#xx` in a name. Anything but a hexadecimal digit counts as 0, as in Chrome and Edge (PDFium). */
export function decodeName(written: string): string {
  return written.replace(/#([\s\S]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex.replace(/[^0-9a-f]/gi, "0"), 16)),
  );
}

/** The bytes of a literal string, without its parentheses. */
export function decodeLiteral(written: string): Buffer {
  const named: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  const text = written.replace(/\\(?:([0-7]{1,3})|\r\n?|\n|([\s\S]))/g, (_, octal?: string, letter?: string) =>
    octal ? String.fromCharCode(Number.parseInt(octal, 8) & 0xff) : (named[letter ?? ""] ?? letter ?? ""),
  );
  return Buffer.from(text, "latin1");
}

/** The bytes of a hexadecimal string. */
export function decodeHex(written: string): Buffer {
  const digits = written.replace(/[^0-9a-f]/gi, "");
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
}

/** The text of a string's bytes, by their byte order mark. */
export function decodeText(bytes: Buffer): string {
  const mark = bytes.toString("hex", 0, 3);
  if (mark.startsWith("feff")) return new TextDecoder("utf-16be").decode(bytes);
  if (mark.startsWith("fffe")) return new TextDecoder("utf-16le").decode(bytes);
  return bytes.toString(mark === "efbbbf" ? "utf8" : "latin1");
}
