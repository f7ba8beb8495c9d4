import "server-only";

type Mode = "plain" | "word" | "name" | "less" | "greater" | "text" | "hex" | "comment";

const code = (character: string) => character.charCodeAt(0);
const [open, shut, less, greater, bracket, closing] = [...["(", ")", "<", ">", "[", "]"].map(code)] as [
  ...[number, number, number, number, number, number],
];
const [slash, percent, backslash] = [code("/"), code("%"), code("\\")];
const isSpace = table("\0\t\n\f\r ");
const isDelimiter = table("()<>[]{}/%");
// The longest name that matters, with each of its letters written as `#xx`.
const mostName = 128;

function table(characters: string): boolean[] {
  return Array.from({ length: 256 }, (_, byte) => characters.includes(String.fromCharCode(byte)));
}

/**
 * Reads one value of a PDF (ISO 32000-1, 7.3), piece by piece, and calls `onName` with each name in it, `#xx` decoded. What
 * stands in texts and comments is no name. A bracket that closes nothing is passed over, so that it never ends sooner than
 * a lenient reader would.
 */
export class ValueReader {
  done = false;
  readonly #onName: (name: string) => void;
  readonly #within: number[] = [];
  #mode: Mode = "plain";
  #name = "";
  #depth = 0;
  #escaped = false;

  constructor(onName: (name: string) => void) {
    this.#onName = onName;
  }

  /** Reads on in `bytes` at `from`; answers where it stopped: behind the value, or at the end of `bytes`. */
  read(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && !this.done) if (this.#take(bytes[at] ?? 0)) at += 1;
    return at;
  }

  /** Takes a byte; false when it belongs to what follows and must be given once more. */
  #take(byte: number): boolean {
    switch (this.#mode) {
      case "plain":
        return this.#begin(byte);
      case "text":
        return this.#takeText(byte);
      case "hex":
        if (byte === greater) this.#finish();
        return true;
      case "comment":
        if (byte === 10 || byte === 13) this.#mode = "plain";
        return true;
      case "less":
        this.#mode = byte === less ? "plain" : "hex";
        if (byte === less) this.#within.push(less);
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
      this.#mode = "text";
      this.#depth = 1;
    } else if (byte === less) this.#mode = "less";
    else if (byte === greater) this.#mode = "greater";
    else if (byte === percent) this.#mode = "comment";
    else if (byte === slash) {
      this.#mode = "name";
      this.#name = "";
    } else if (byte === bracket) this.#within.push(bracket);
    else if (byte === closing) this.#close(bracket);
    else if (!isDelimiter[byte]) this.#mode = "word";
    return true;
  }

  #takeText(byte: number): true {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === open) this.#depth += 1;
    else if (byte === shut && --this.#depth === 0) this.#finish();
    return true;
  }

  #takeWord(byte: number): boolean {
    if (!isSpace[byte] && !isDelimiter[byte]) {
      if (this.#mode === "name" && this.#name.length < mostName) this.#name += String.fromCharCode(byte);
      return true;
    }
    if (this.#mode === "name") this.#onName(nameOf(this.#name));
    this.#finish();
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

/** A name as it is meant: `#4a` is a letter too. */
export function nameOf(written: string): string {
  return written.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
