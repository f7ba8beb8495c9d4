import { randomBytes } from "node:crypto";
import { docFile, types, wordStream, zipFile } from "../harness/documents";
import { wordFile } from "./word";

const megabyte = 1024 * 1024;
const begin = '<w:fldChar w:fldCharType="begin"/>';
const end = '<w:fldChar w:fldCharType="end"/>';

const repeated = (bytes: number, text: string, before = "", after = "") =>
  Buffer.concat([Buffer.from(before), Buffer.alloc(bytes, text), Buffer.from(after)]);
/** A Word document of one part, with the noise that its size must have. */
const part = (content: Buffer, name = "word/a.xml") => wordFile({ [name]: content }, content.length / 50);
const field = (content: Buffer) =>
  part(Buffer.concat([Buffer.from(`${begin}<w:instrText>`), content, Buffer.from(`</w:instrText>${end}`)]));
const oldFields = (text: string, bytes: number) =>
  docFile({ "/WordDocument": Buffer.concat([wordStream(), Buffer.alloc(bytes, text)]) });

/** Small files, and those just below a limit, that cost minutes as soon as one expression takes quadratic time. */
export const heavyWord: [name: string, make: () => Buffer][] = [
  ["blanks of a field.docx", () => field(repeated(7 * megabyte, " "))],
  ["blanks behind a quote.docx", () => field(repeated(7 * megabyte, " ", "“"))],
  ["backslashes behind a quote.docx", () => field(repeated(7 * megabyte, "\\\\", 'HYPERLINK "'))],
  ["escaped quotes behind a quote.docx", () => field(repeated(7 * megabyte, '\\"', 'HYPERLINK "'))],
  ["words of a link.docx", () => field(repeated(7 * megabyte, "a ", "HYPERLINK "))],
  ["tags that do not end.docx", () => field(repeated(20 * megabyte, "<a"))],
  ["one tag that does not end.docx", () => part(repeated(7.9 * megabyte, "a", "<w:fldChar "))],
  ["a comment that does not end.docx", () => part(repeated(7.9 * megabyte, "a", "<w:p><!--"))],
  [
    "fields within a field.docx",
    () => part(Buffer.concat([repeated(7 * megabyte, " ", `${begin}<w:instrText>`, `a</w:instrText>`), fieldPairs()])),
  ],
  ["relationships that do not end.docx", () => part(repeated(0.9 * megabyte, "<Relationship "), "word/a.rels")],
  ["types that do not end.docx", () => ofTypes(repeated(0.9 * megabyte, "<Override ", types.word.slice(0, -8)))],
  ["comments that may be of a drawing.docx", () => wordFile(drawings(), megabyte)],
  ["blanks of fields.doc", () => oldFields(`\x13${" ".repeat(4090)}`, 20 * megabyte)],
  ["a chain of sectors that loops.doc", looping],
  ["many fields.doc", () => oldFields("\x13a", 30 * megabyte)],
];

/** A document of a few kilobytes whose text has a declared length of 4 GB, in a sector that is followed by itself ([MS-CFB] 2.3, 2.6). */
function looping(): Buffer {
  const bytes = docFile();
  const entry = bytes.indexOf(Buffer.from("WordDocument", "utf16le"));
  const sector = bytes.readUInt32LE(entry + 116);
  bytes.writeUInt32LE(0xffffffff, entry + 120);
  bytes.writeUInt32LE(sector, 512 * (bytes.readUInt32LE(76) + 1) + 4 * sector);
  return bytes;
}

function fieldPairs(): Buffer {
  return Buffer.alloc(10 * megabyte, begin + end);
}

function drawings(): Record<string, Buffer> {
  return Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`a${index}.xml`, repeated(65_000, "<!--", "<p>")]),
  );
}

function ofTypes(bytes: Buffer): Buffer {
  return zipFile([
    { name: "[Content_Types].xml", bytes },
    { name: "word/document.xml", text: "<w:document/>" },
    { name: "word/media/a.png", bytes: randomBytes(bytes.length / 50) },
  ]);
}
