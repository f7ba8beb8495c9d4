import "server-only";
import { carrying, fetching, programs, unsafe } from "./inspect-content";
import { attribute } from "./inspect-docx-links";
import { requirePassiveField } from "./inspect-fields";
import { isElsewhere } from "./inspect-links";
import { encodingOf, resolved } from "./xml-text";

// The longest piece of markup or field code; pictures stand in attributes as text.
const longest = 8 * 1024 * 1024;
// The markup that is looked at; all else is passed over.
const looked =
  /<(?:[!?]|\/?(?:[^\s<>/:]+:)?(?:instrText|delInstrText|fldChar|fldSimple|altChunk|OLEObject|imagedata|fill)[\s/>])/g;
const active = /^(?:package|shell\.|htmlfile|script)/i;

type Field = { code: string; isPartial: boolean; isResult: boolean };

/**
 * Reads an XML part of a Word document piece by piece, and refuses fields that start programs or fetch something, however
 * they are split over runs; other documents that are included; files packed as objects; and pictures of elsewhere.
 */
export class XmlPart {
  readonly #decoder: TextDecoder;
  readonly #fields: Field[] = [];
  #rest = "";
  #isCode = false;

  /** @param head the first bytes of the part, for its encoding */
  constructor(head: Buffer) {
    this.#decoder = new TextDecoder(encodingOf(head));
  }

  /** Reads on. @throws AppError */
  take(bytes: Buffer): void {
    this.#read(this.#rest + this.#decoder.decode(bytes, { stream: true }));
  }

  /** Says that nothing follows. @throws AppError */
  end(): void {
    for (const field of this.#fields) if (!field.isResult) requirePassiveField(resolved(field.code), field.isPartial);
  }

  #read(text: string): void {
    // An encoding that was not declared.
    if (text.includes("\0")) throw unsafe();
    let at = 0;
    looked.lastIndex = 0;
    for (let found = looked.exec(text); found; found = looked.exec(text)) {
      this.#text(text.slice(at, found.index));
      const end = endOfMarkup(text, found.index);
      if (end < 0) {
        this.#keep(text.slice(found.index));
        return;
      }
      this.#markup(text.slice(found.index, end));
      at = end;
      looked.lastIndex = end;
    }
    const last = text.lastIndexOf("<");
    const whole = last < at || text.indexOf(">", last) > 0 ? text.length : last;
    this.#text(text.slice(at, whole));
    this.#keep(text.slice(whole));
  }

  #keep(rest: string): void {
    if (rest.length > longest) throw unsafe();
    this.#rest = rest;
  }

  #markup(markup: string): void {
    if (markup.startsWith("<!") || markup.startsWith("<?")) {
      if (markup.startsWith("<![CDATA[") && this.#isCode) this.#addCode(markup.slice(9, -3).replaceAll("&", "&amp;"));
      if (/^<!DOCTYPE|^<\?xml\s[^>]*encoding\s*=\s*["'](?!utf-?(?:8|16))/i.test(markup)) throw unsafe();
      return;
    }
    const [, closing, name] = /^<(\/?)(?:[^\s<>/:]+:)?([^\s<>/:]+)/.exec(markup) ?? [];
    switch (name) {
      case "instrText":
      case "delInstrText":
        this.#isCode = closing === "" && !markup.endsWith("/>");
        return;
      case "fldChar":
        this.#turn(attribute(markup, "(?:\\w+:)?fldCharType"));
        return;
      case "fldSimple":
        requirePassiveField(resolved(attribute(markup, "(?:\\w+:)?instr")));
        return;
      case "altChunk":
        throw carrying();
      case "OLEObject":
        if (active.test(resolved(attribute(markup, "ProgID")).trim())) throw carrying();
        return;
      case "imagedata":
      case "fill":
        for (const place of ["src", "(?:\\w+:)?href"]) {
          if (isElsewhere(resolved(attribute(markup, place)))) throw fetching();
        }
    }
  }

  #text(text: string): void {
    if (this.#isCode && text !== "") this.#addCode(text.replace(/<[^>]*>/g, ""));
  }

  #addCode(text: string): void {
    const field = this.#fields.at(-1);
    // Outside of a field's code it should have no effect: it is looked at by itself.
    if (!field || field.isResult) requirePassiveField(resolved(text));
    else field.code += text;
    if (field && field.code.length > longest) throw unsafe();
  }

  #turn(type: string): void {
    const field = this.#fields.at(-1);
    if (type === "begin") {
      // A name that another field makes up is one to hide.
      if (field && !field.isResult && field.code.trim() === "") throw programs();
      if (field) field.isPartial ||= !field.isResult;
      this.#fields.push({ code: "", isPartial: false, isResult: false });
      if (this.#fields.length > 1000) throw unsafe();
    } else if (field && (type === "separate" || type === "end")) {
      if (!field.isResult) requirePassiveField(resolved(field.code), field.isPartial);
      field.isResult = true;
      if (type === "end") this.#fields.pop();
    }
  }
}

/** Where the markup that begins at `from` ends; negative while it has not. */
function endOfMarkup(text: string, from: number): number {
  for (const [begin, close] of [
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
    ["<?", "?>"],
  ] as const) {
    if (text.startsWith(begin, from)) return behind(text, close, from + begin.length);
    // Which of them it is cannot be told yet.
    if (text.length - from < begin.length && begin.startsWith(text.slice(from))) return -1;
  }
  // A `>` within quotes does not end a tag.
  for (let at = from + 1; ; ) {
    const end = text.indexOf(">", at);
    if (end < 0) return -1;
    const tag = text.slice(at, end);
    const quote = /["']/.exec(tag);
    if (!quote) return end + 1;
    at = behind(text, quote[0], at + quote.index + 1);
    if (at <= 0) return -1;
  }
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}
