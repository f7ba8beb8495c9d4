import { randomBytes } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";
import * as CFB from "cfb";
import { Document, Packer, Paragraph } from "docx";
import PDFDocument from "pdfkit";

/** A usual PDF with a cross-reference table. */
export async function pdfFile(text = "Photosynthesis"): Promise<Buffer> {
  const document = new PDFDocument();
  document.text(text).end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The same PDF with an incremental update: a second table refers to the first. */
export async function savedTwice(): Promise<Buffer> {
  const first = (await pdfFile()).toString("latin1");
  const previous = /startxref\s+(\d+)/.exec(first)?.[1];
  const added = `${first}\n99 0 obj\n<< /Added true >>\nendobj\n`;
  const table = `xref\n99 1\n${String(first.length + 1).padStart(10, "0")} 00000 n \n`;
  const trailer = `trailer\n<< /Size 100 /Root 3 0 R /Prev ${previous} >>\nstartxref\n${added.length}\n%%EOF\n`;
  return Buffer.from(added + table + trailer, "latin1");
}

/** A PDF with a compressed cross-reference stream, as newer programs write it. */
export function pdfWithStream(): Buffer {
  const head = "%PDF-1.5\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n";
  const rows = deflateRawSync(Buffer.alloc(20));
  const stream = `4 0 obj\n<< /Type /XRef /W [1 2 1] /Size 5 /Root 1 0 R /Length ${rows.length} >>\nstream\n${rows.toString("latin1")}\nendstream\nendobj\n`;
  return Buffer.from(`${head}${stream}startxref\n${head.length}\n%%EOF`, "latin1");
}

/** A linearized PDF: startxref points to a table near the beginning. */
export function linearized(): Buffer {
  const head = "%PDF-1.4\n1 0 obj\n<< /Linearized 1 >>\nendobj\n";
  const table = "xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n";
  const body = "2 0 obj\n<< /Type /Page >>\nendobj\n".repeat(2_000);
  return Buffer.from(`${head}${table}${body}startxref\n${head.length}\n%%EOF\n`, "latin1");
}

export function docxFile(text = "Photosynthesis"): Promise<Buffer> {
  return Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph(text)] }] }));
}

export type Part = {
  name: string;
  text?: string;
  bytes?: Buffer;
  flags?: number;
  claimed?: number;
  attributes?: number;
};

/** A ZIP archive of `parts`; `claimed` is a false uncompressed size, `attributes` are the file attributes. */
export function zipFile(parts: Part[]): Buffer {
  const bodies: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = 0;
  for (const {
    name,
    text = "",
    bytes = Buffer.from(text),
    flags = 0,
    claimed = bytes.length,
    attributes = 0,
  } of parts) {
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimed, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(attributes, 6);
    rest.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    bodies.push(local);
    index.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0", "latin1"), common, rest, Buffer.from(name)]));
    offset += local.length;
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}

const office = "application/vnd.openxmlformats-officedocument";
const macroMain = "application/vnd.ms-word.document.macroEnabled.main+xml";

export const types = {
  word: `<Types><Override PartName="/word/document.xml" ContentType="${office}.wordprocessingml.document.main+xml"/></Types>`,
  word2: `<Types><Override ContentType="${office}.wordprocessingml.document.main+xml" PartName="/word/document2.xml"/></Types>`,
  macroWord: `<Types><Override PartName="/word/document.xml" ContentType="${macroMain}"/></Types>`,
  excel: `<Types><Override PartName="/xl/workbook.xml" ContentType="${office}.spreadsheetml.sheet.main+xml"/></Types>`,
};

/** A minimal Office file with `more` parts. */
export function officeFile(type: keyof typeof types, main = "word/document.xml", more: Part[] = []): Buffer {
  const parts = [
    { name: "[Content_Types].xml", text: types[type] },
    { name: main, text: "<w:document/>" },
  ];
  return zipFile([...parts, ...more]);
}

/** A compound file (the old Office format) with these streams. */
export function compoundFile(streams: Record<string, number | Buffer>): Buffer {
  const container = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) {
    CFB.utils.cfb_add(container, name, typeof content === "number" ? Buffer.alloc(content, 7) : content);
  }
  return Buffer.from(CFB.write(container, { type: "buffer" }) as Buffer);
}

/** The WordDocument stream with its header ([MS-DOC] 2.5.1). */
export function wordStream({ mark = 0xa5ec, flags = 0x1200 } = {}): Buffer {
  const stream = Buffer.alloc(8192);
  stream.writeUInt16LE(mark, 0);
  stream.writeUInt16LE(0x00c1, 2);
  stream.writeUInt16LE(0x0409, 6);
  stream.writeUInt16LE(flags, 10);
  return stream;
}

/** A Word 97-2003 document with a valid directory and header. */
export function docFile(more: Record<string, number | Buffer> = {}): Buffer {
  return compoundFile({ "/WordDocument": wordStream(), "/1Table": 4096, "/Data": 100, ...more });
}

/** A PDF like a scanned page: one picture of incompressible noise with at least this number of bytes. */
export function scannedPdf(bytes: number): Buffer {
  const width = 2_480;
  const height = Math.ceil(bytes / width);
  const pixels = randomBytes(width * height);
  const parts: Buffer[] = [];
  const places: number[] = [];
  let length = 0;
  const add = (part: Buffer | string) => {
    const chunk = typeof part === "string" ? Buffer.from(part, "latin1") : part;
    parts.push(chunk);
    length += chunk.length;
  };
  const object = (...body: (Buffer | string)[]) => {
    places.push(length);
    add(`${places.length} 0 obj\n`);
    for (const part of body) add(part);
    add("\nendobj\n");
  };
  const content = `q ${width / 4} 0 0 ${height / 4} 0 0 cm /Scan Do Q`;
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray`;
  add("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n");
  object("<< /Type /Catalog /Pages 2 0 R >>");
  object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
  object(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width / 4} ${height / 4}] /Contents 4 0 R `,
    "/Resources << /XObject << /Scan 5 0 R >> >> >>",
  );
  object(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  object(`<< ${image} /BitsPerComponent 8 /Length ${pixels.length} >>\nstream\n`, pixels, "\nendstream");
  const start = length;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  add(`xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}
