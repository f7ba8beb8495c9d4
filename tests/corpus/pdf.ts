import { deflateSync } from "node:zlib";

/** What varies in the one-page PDFs of the corpus: raw PDF syntax, byte for byte. */
export type PdfParts = {
  /** Further entries of the catalog, the page, the trailer. */
  catalog?: string;
  page?: string;
  trailer?: string;
  /** The page's content, before it is packed. */
  content?: string;
  /** How the content is packed; `FlateDecode` unless told. */
  filter?: "FlateDecode" | "none";
  /** Objects 5, 6, ... */
  more?: string[];
  version?: string;
};

const show = "BT /F1 24 Tf 72 720 Td (Photosynthesis) Tj ET";
const latin = (text: string) => Buffer.from(text, "latin1");

/** A stream object's body; its content is packed with `filter`. */
export function pdfStream(content: string | Buffer, dictionary = "", filter?: "FlateDecode"): string {
  const plain = typeof content === "string" ? latin(content) : content;
  const bytes = filter ? deflateSync(plain) : plain;
  const named = filter ? `/Filter /${filter} ` : "";
  return `<< ${dictionary} ${named}/Length ${bytes.length} >>\nstream\n${bytes.toString("latin1")}\nendstream`;
}

function objectsOf({ catalog = "", page = "", content = show, filter = "FlateDecode", more = [] }: PdfParts): string[] {
  const fonts = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>";
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources ${fonts} ${page} >>`,
    pdfStream(content, "", filter === "none" ? undefined : filter),
    ...more,
  ];
}

/** A PDF as all programs could read it since 1993: a table of its objects at the end. */
export function classicPdf(parts: PdfParts = {}): Buffer {
  let text = `%PDF-${parts.version ?? "1.4"}\n%\xe2\xe3\xcf\xd3\n`;
  const places: number[] = [];
  for (const [index, body] of objectsOf(parts).entries()) {
    places.push(text.length);
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
  }
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = places.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R ${parts.trailer ?? ""} >>\n`;
  return latin(`${text}${table}${trailer}startxref\n${text.length}\n%%EOF\n`);
}

type Packing = {
  /** How the object stream is written; plain Flate unless told. */
  pack?: (content: Buffer, first: number, count: number) => string;
  join?: string;
};

/** A PDF as programs write it since 2003: objects packed into a stream, and a packed table of where they are. */
export function modernPdf(parts: PdfParts = {}, { pack = plainly, join = "\n" }: Packing = {}): Buffer {
  const objects = objectsOf(parts).map((body, index) => ({ number: index + 1, body }));
  const loose = objects.filter(({ body }) => /\bstream\n/.test(body));
  const packed = objects.filter((object) => !loose.includes(object));
  const holder = objects.length + 1;
  let text = `%PDF-${parts.version ?? "1.5"}\n%\xe2\xe3\xcf\xd3\n`;
  const rows = new Map<number, number[]>([[0, [0, 0, 255]]]);
  let content = "";
  const index = packed.map(({ number, body }, place) => {
    rows.set(number, [2, holder, place]);
    const pair = `${number} ${content.length}`;
    content += body + join;
    return pair;
  });
  const head = `${index.join(" ")} `;
  const add = (number: number, body: string) => {
    rows.set(number, [1, text.length, 0]);
    text += `${number} 0 obj\n${body}\nendobj\n`;
  };
  for (const { number, body } of loose) add(number, body);
  add(holder, pack(latin(head + content), head.length, packed.length));
  rows.set(holder + 1, [1, text.length, 0]);
  const table = Buffer.alloc(rows.size * 5);
  for (const [number, [type = 0, place = 0, generation = 0]] of rows) {
    table.writeUInt8(type, number * 5);
    table.writeUIntBE(place, number * 5 + 1, 3);
    table.writeUInt8(generation, number * 5 + 4);
  }
  const facts = `/Type /XRef /W [1 3 1] /Size ${rows.size} /Root 1 0 R ${parts.trailer ?? ""}`;
  const end = `${holder + 1} 0 obj\n${pdfStream(table, facts, "FlateDecode")}\nendobj\n`;
  return latin(`${text}${end}startxref\n${text.length}\n%%EOF\n`);
}

function plainly(content: Buffer, first: number, count: number): string {
  return pdfStream(content, `/Type /ObjStm /N ${count} /First ${first}`, "FlateDecode");
}

/** What a PDF's entry must say to run this script when it opens. */
export const openAction = "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>";
