import "server-only";
import { containsFiles, containsPrograms, loadsExternalParts, malicious } from "./content";
import { attribute, valuesOf } from "./docx-links";
import { type FieldCount, mayBecomeActive, rejectActiveField } from "./fields";
import { isRemote } from "./links";
import { encodingOf, endOfTag, resolveEntities } from "./xml-text";

// Longest markup or field code; embedded pictures are long attributes.
const maxMarkupLength = 8 * 1024 * 1024;
// The markup that we inspect.
const inspectedMarkup =
  /<(?:[!?]|(\/?)(?:[^\s<>/:]+:)?(instrText|delInstrText|fldChar|fldSimple|altChunk|OLEObject|imagedata|fill)[\s/>])/g;
// The name of a field is within the first characters of its code, references included.
const longestName = 300;
const active = /^(?:package|shell\.|htmlfile|script)/i;

type Field = { code: string; isPartial: boolean; isResult: boolean };

/**
 * Streaming inspector of an XML part. Rejects fields that start programs or load something, also if split over runs;
 * included documents; packaged objects; and remote pictures.
 */
export class XmlPart {
  readonly #decoder: TextDecoder;
  readonly #fields: Field[] = [];
  readonly #count: FieldCount;
  #rest = "";
  // The length that the rest must reach before it is read again.
  #enough = 0;
  #isCode = false;

  constructor(head: Buffer, count: FieldCount) {
    this.#count = count;
    this.#decoder = new TextDecoder(encodingOf(head));
  }

  write(bytes: Buffer): void {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    if (this.#rest.length >= this.#enough) this.#read(this.#rest);
  }

  end(): void {
    this.#read(this.#rest);
    for (const field of this.#fields) if (!field.isResult) this.#requirePassive(field.code, field.isPartial);
  }

  #read(text: string): void {
    // An undeclared encoding.
    if (text.includes("\0")) throw malicious();
    let at = 0;
    inspectedMarkup.lastIndex = 0;
    for (let found = inspectedMarkup.exec(text); found; found = inspectedMarkup.exec(text)) {
      if (this.#isCode) this.#text(text.slice(at, found.index));
      const end = found[2] === undefined ? endOfMarkup(text, found.index) : endOfTag(text, found.index);
      if (end < 0) {
        this.#keep(text.slice(found.index));
        return;
      }
      this.#markup(text.slice(found.index, end), found[1] === "/", found[2]);
      at = end;
      inspectedMarkup.lastIndex = end;
    }
    const last = text.lastIndexOf("<");
    const whole = last < at || text.indexOf(">", last) > 0 ? text.length : last;
    this.#text(text.slice(at, whole));
    this.#keep(text.slice(whole));
  }

  #keep(rest: string): void {
    if (rest.length > maxMarkupLength) throw malicious();
    this.#rest = rest;
    // To read long markup again with every chunk would take quadratic time.
    this.#enough = 2 * rest.length;
  }

  #markup(markup: string, isClosing: boolean, name: string | undefined): void {
    if (name === undefined) {
      if (markup.startsWith("<![CDATA[") && this.#isCode) this.#addCode(markup.slice(9, -3).replaceAll("&", "&amp;"));
      if (/^<!DOCTYPE|^<\?xml\s[^>]*encoding\s*=\s*["'](?!utf-?(?:8|16))/i.test(markup)) throw malicious();
      return;
    }
    switch (name) {
      case "instrText":
      case "delInstrText":
        this.#isCode = !isClosing && !markup.endsWith("/>");
        return;
      case "fldChar":
        if (markup.includes("=")) this.#turn(attribute(markup, "fldCharType"));
        return;
      case "fldSimple":
        rejectActiveField(attribute(markup, "instr"), this.#count);
        return;
      case "altChunk":
        throw containsFiles();
      case "OLEObject":
        if (active.test(attribute(markup, "ProgID").trim())) throw containsFiles();
        return;
      case "imagedata":
      case "fill":
        if (!markup.includes("=")) return;
        if (["src", "href"].flatMap((place) => valuesOf(markup, place)).some(isRemote)) throw loadsExternalParts();
    }
  }

  #text(text: string): void {
    if (this.#isCode && text !== "") this.#addCode(text.replace(/<[^>]*(?:>|$)/g, ""));
  }

  #addCode(text: string): void {
    const field = this.#fields.at(-1);
    // Field code outside of a field should be inert, but check it all the same.
    if (!field || field.isResult) this.#requirePassive(text);
    else field.code += text;
    if (field && field.code.length > maxMarkupLength) throw malicious();
  }

  #requirePassive(code: string, isPartial = false): void {
    rejectActiveField(resolveEntities(code), this.#count, isPartial);
  }

  #turn(type: string): void {
    const field = this.#fields.at(-1);
    if (type === "begin") {
      // A field name computed by another field hides the real one.
      if (field && !field.isResult && mayBecomeActive(resolveEntities(field.code.slice(0, longestName))))
        throw containsPrograms();
      if (field) field.isPartial ||= !field.isResult;
      this.#fields.push({ code: "", isPartial: false, isResult: false });
      if (this.#fields.length > 1000) throw malicious();
    } else if (field && (type === "separate" || type === "end")) {
      if (!field.isResult) this.#requirePassive(field.code, field.isPartial);
      field.isResult = true;
      if (type === "end") this.#fields.pop();
    }
  }
}

function endOfMarkup(text: string, from: number): number {
  for (const [begin, close] of [
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
    ["<?", "?>"],
  ] as const) {
    if (text.startsWith(begin, from)) return behind(text, close, from + begin.length);
    // Too short to tell which markup it is.
    if (text.length - from < begin.length && begin.startsWith(text.slice(from))) return -1;
  }
  return endOfTag(text, from);
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}
