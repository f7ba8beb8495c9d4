import "server-only";
import { decodeHex, decodeLiteral, decodeName, decodeText } from "./pdf-text";

type Mode = "plain" | "word" | "name" | "less" | "greater" | "text" | "hex" | "comment";

const code = (character: string) => character.charCodeAt(0);
const [open, shut, less, greater, bracket, closing] = [...["(", ")", "<", ">", "[", "]"].map(code)] as [
  ...[number, number, number, number, number, number],
];
const [slash, percent, backslash] = [code("/"), code("%"), code("\\")];
// Chrome and Edge (PDFium) also treat the last two as white space.
const isSpace = table("\0\t\n\f\r \x80\xff");
const isDelimiter = table("()<>[]{}/%");
// Longest relevant name with every letter written as `#xx`.
const maxNameLength = 128;
const mostText = 16 * 1024;

function table(characters: string): boolean[] {
  return Array.from({ length: 256 }, (_, byte) => characters.includes(String.fromCharCode(byte)));
}

/** Callbacks of a {@link ValueReader}. */
export type ValueCallbacks = {
  /** Every name, with `#xx` decoded, outside of strings and comments. */
  onName: (name: string) => void;
  /** Keys whose strings are reported; the empty key means a value that is a string. */
  keys: ReadonlySet<string>;
  onText: (key: string, text: string, isCut: boolean) => void;
  onReference: (key: string, object: number) => void;
};

/** Streaming parser for a PDF value (ISO 32000-1, 7.3) that never stops earlier than a lenient reader. */
export class ValueReader {
  done = false;
  readonly #found: ValueCallbacks;
  readonly #within: number[] = [];
  #mode: Mode = "plain";
  #name = "";
  #key: string | undefined = "";
  #text: number[] | undefined;
  /** Tokens since a key: two numbers and `R` are a reference. */
  #words: { key: string; tokens: string[] } | undefined;
  #depth = 0;
  #escaped = false;

  constructor(found: ValueCallbacks) {
    this.#found = found;
  }

  /** Parses `bytes` from `from`; returns the end of the value, or of `bytes`. */
  read(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && !this.done) if (this.#take(bytes[at] ?? 0)) at += 1;
    return at;
  }

  end(): void {
    if (this.#mode === "text" || this.#mode === "hex") this.#finishText();
  }

  #take(byte: number): boolean {
    switch (this.#mode) {
      case "plain":
        return this.#begin(byte);
      case "text":
        return this.#takeText(byte);
      case "hex":
        if (byte === greater) this.#finishText();
        else this.#keep(byte);
        return true;
      case "comment":
        if (byte === 10 || byte === 13) this.#mode = "plain";
        return true;
      case "less":
        if (byte === less) this.#open(less);
        else this.#beginText("hex");
        return byte === less;
      case "greater":
        this.#mode = "plain";
        if (byte === greater) this.#close(less);
        return byte === greater;
      default:
        return this.#takeWord(byte);
    }
  }

  #begin(byte: number): boolean {
    if (isSpace[byte]) return true;
    if (byte === open) {
      this.#beginText("text");
      this.#depth = 1;
    } else if (byte === less) this.#mode = "less";
    else if (byte === greater) this.#mode = "greater";
    else if (byte === percent) this.#mode = "comment";
    else if (byte === slash) {
      this.#mode = "name";
      this.#name = "";
    } else if (byte === bracket) this.#open(bracket);
    else if (byte === closing) this.#close(bracket);
    else if (!isDelimiter[byte]) {
      this.#beginWord();
      return false;
    }
    return true;
  }

  #open(opened: number): void {
    this.#mode = "plain";
    this.#within.push(opened);
    this.#leaveKey();
  }

  #beginWord(): void {
    this.#mode = "word";
    this.#name = "";
    if (this.#key) this.#words = { key: this.#key, tokens: [] };
    this.#key = undefined;
  }

  #beginText(mode: "text" | "hex"): void {
    this.#mode = mode;
    this.#text = this.#key === undefined ? undefined : [];
  }

  #keep(byte: number): void {
    if (this.#text && this.#text.length < mostText) this.#text.push(byte);
  }

  #finishText(): void {
    if (this.#text && this.#key !== undefined) {
      const written = String.fromCharCode(...this.#text);
      const bytes = this.#mode === "hex" ? decodeHex(written) : decodeLiteral(written);
      this.#found.onText(this.#key, decodeText(bytes), this.#text.length === mostText);
    }
    this.#leaveKey();
    this.#finish();
  }

  #finishWord(): void {
    if (this.#words) {
      const { key, tokens: said } = this.#words;
      said.push(this.#name);
      if (/^\+?\d+ \+?\d+ ?R$/.test(said.join(" "))) this.#found.onReference(key, Number(said[0]));
      if (said.length === 3) this.#words = undefined;
    }
    this.#finish();
  }

  #finishName(): void {
    const name = decodeName(this.#name);
    this.#found.onName(name);
    this.#leaveKey();
    if (this.#found.keys.has(name)) this.#key = name;
    this.#finish();
  }

  #leaveKey(): void {
    this.#key = undefined;
    this.#text = undefined;
    this.#words = undefined;
  }

  #takeText(byte: number): true {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === open) this.#depth += 1;
    else if (byte === shut && --this.#depth === 0) {
      this.#finishText();
      return true;
    }
    this.#keep(byte);
    return true;
  }

  #takeWord(byte: number): boolean {
    if (!isSpace[byte] && !isDelimiter[byte]) {
      if (this.#name.length < maxNameLength) this.#name += String.fromCharCode(byte);
      return true;
    }
    if (this.#mode === "name") this.#finishName();
    else this.#finishWord();
    return false;
  }

  #close(opened: number): void {
    if (this.#within.at(-1) !== opened) return;
    this.#within.pop();
    this.#finish();
  }

  #finish(): void {
    this.#mode = "plain";
    this.done = this.#within.length === 0;
  }
}
