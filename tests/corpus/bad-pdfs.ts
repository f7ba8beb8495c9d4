import { deflateSync } from "node:zlib";
import { docxFile, pdfFile } from "../harness/documents";
import { type Bad, broken, half, joined, latin, page, program, under, wrong, zip } from "./bad";
import { badPdfLinks } from "./bad-pdf-links";
import { classicPdf, modernPdf, openAction, pdfStream } from "./pdf";

const pdfOf = async (before: string, after = "") => Buffer.concat([latin(before), await pdfFile(), latin(after)]);
const notPdf = /not a PDF/;
const cut = /incomplete/;
const unusual = /unsafe/;

/** A comment at a ZIP archive's end that makes a PDF of it, or the reverse. */
async function archiveInside(): Promise<Buffer> {
  const archive = zip();
  const end = latin("\nstartxref\n9\n%%EOF\n");
  const comment = Buffer.alloc(2);
  comment.writeUInt16LE(end.length);
  return joined(await pdfFile(), archive.subarray(0, -2), comment, end);
}

const disguised = under("a.pdf", [
  ["a page named PDF", page, wrong, notPdf],
  ["a picture with scripts named PDF", () => latin('<svg onload="alert(1)"/>'), wrong, notPdf],
  ["a script named PDF", () => latin("alert(document.cookie)"), wrong, notPdf],
  ["a program named PDF", program, wrong, notPdf],
  ["an archive named PDF", zip, wrong, notPdf],
  ["a picture named PDF", () => joined(latin("\x89PNG\r\n\x1a\n"), Buffer.alloc(900)), wrong, notPdf],
  ["PostScript named PDF", () => latin("%!PS-Adobe-3.0\n%%EOF\n"), wrong, notPdf],
  ["a DOCX named PDF", () => docxFile(), wrong, notPdf],
  ["a page with a PDF's first line", () => latin("%PDF-1.7\n<html>"), wrong, notPdf],
  ["a PDF after a page", () => pdfOf("<html>"), wrong, notPdf],
  ["a PDF after other text", () => pdfOf("Dear all,\n"), wrong, notPdf],
  ["a PDF before a page", () => pdfOf("", "<html><script>"), wrong, notPdf],
  ["a PDF that is an archive too", archiveInside, wrong, notPdf],
  ["a PDF before an archive", async () => joined(await pdfFile(), Buffer.alloc(3000, "z")), broken, cut],
]);

const cutOff = under("a.pdf", [
  ["a PDF's first line alone", () => latin("%PDF-1.7\n"), broken, cut],
  ["a PDF's first and last line", () => latin("%PDF-1.7\nstartxref\n9\n%%EOF"), broken, cut],
  ["a PDF that points at nothing", () => latin(`%PDF-1.7\n${" ".repeat(90)}\nstartxref\n40\n%%EOF`), broken, cut],
  ["a PDF that points beyond its end", () => latin("%PDF-1.7\nstartxref\n99999\n%%EOF"), broken, cut],
  ["half a PDF", async () => half(await pdfFile()), broken, cut],
  ["a PDF without its last line", async () => (await pdfFile()).subarray(0, -7), broken, cut],
]);

const scripts = /runs scripts.*Please print it to a new PDF/;
const launch = "<< /S /Launch /Win << /F (cmd.exe) >> >>";
const files = "/Names << /EmbeddedFiles << /Names [(a.exe) 5 0 R] >> >>";
const late = (length: number) => ["<< /Nothing true >>", `<< /Text (${"x".repeat(length)}) >>`, `<< ${openAction} >>`];

const active = under("a.pdf", [
  ["a PDF with a script", () => classicPdf({ catalog: openAction }), wrong, scripts],
  [
    "a PDF with a script behind a byte that Chrome takes for a blank",
    () => swapped({ catalog: openAction }, "1 0 obj\n<<", "1 0 obj\xff<<"),
    wrong,
    scripts,
  ],
  [
    "a PDF with a script whose names end in such a byte",
    () => swapped({ catalog: openAction }, "/JavaScript /JS (", "/JavaScript\x80 /JS\x80("),
    wrong,
    scripts,
  ],
  [
    "a PDF with a script whose name has a false digit",
    () => classicPdf({ catalog: "/Names << /JavaScri#7Zt 5 0 R >>" }),
    wrong,
    scripts,
  ],
  [
    "a PDF with a password told behind a row that ends in letters",
    () => swapped({ trailer: "/Encrypt 9 0 R" }, "n \ntrailer\n<<", "nxxtrailer<<"),
    wrong,
    /is locked/,
  ],
  ["a PDF with a packed script", () => modernPdf({ catalog: openAction }), wrong, scripts],
  [
    "a PDF with a script under hexadecimal names",
    () => classicPdf({ catalog: "/OpenAction << /S /J#61v#61Script /#4a#53 (app.alert\\(1\\)) >>" }),
    wrong,
    scripts,
  ],
  [
    "a PDF with a packed script under hexadecimal names",
    () => modernPdf({ catalog: "/OpenAction << /S /#4A#61#76#61#53#63#72#69#70#74 >>" }),
    wrong,
    scripts,
  ],
  [
    "a PDF with a script of its document",
    () => classicPdf({ catalog: "/Names << /JavaScript 5 0 R >>" }),
    wrong,
    scripts,
  ],
  ["a PDF with a script of a page", () => modernPdf({ page: "/AA << /O << /JS 5 0 R >> >>" }), wrong, scripts],
  ["a PDF with a form of scripts", () => classicPdf({ catalog: "/AcroForm << /XFA 5 0 R >>" }), wrong, scripts],
  ["a PDF with a script after much else", () => classicPdf({ more: late(2_500_000) }), wrong, scripts],
  ["a PDF with a script after much else, packed", () => modernPdf({ more: late(2_500_000) }), wrong, scripts],
  ["a PDF with a script in its trailer", () => classicPdf({ trailer: `/Extra << ${openAction} >>` }), wrong, scripts],
  [
    "a PDF with a script in what looks like a text",
    () => classicPdf({ more: [`(\n5 0 obj << ${openAction} >> endobj\n)`] }),
    wrong,
    scripts,
  ],
  [
    "a PDF with a script in what looks like a page",
    () => classicPdf({ filter: "none", content: `\n9 0 obj\n<< ${openAction} >>\nendobj\n` }),
    wrong,
    scripts,
  ],
  ["a PDF with a script behind brackets", () => classicPdf({ catalog: `/A [ >> ] ${openAction}` }), wrong, scripts],
  ["a PDF with a script behind a comment", () => classicPdf({ catalog: `/A % ( <<\n${openAction}` }), wrong, scripts],
  ["a PDF with a script behind a text", () => classicPdf({ catalog: `/A (\\)( \\\\)) ${openAction}` }), wrong, scripts],
  [
    "a PDF with an object whose number is apart",
    () => classicPdf({ filter: "none", content: `%\n7 0 % a\n obj% b\n<< ${openAction} >>` }),
    wrong,
    scripts,
  ],
  [
    "a PDF that starts a program",
    () => classicPdf({ catalog: `/OpenAction ${launch}` }),
    wrong,
    /starts other programs/,
  ],
  ["a PDF whose link starts a program", () => modernPdf({ more: [launch] }), wrong, /starts other programs/],
  [
    "a PDF with a file inside",
    () => classicPdf({ catalog: files, more: ["<< /EF << /F 6 0 R >> >>"] }),
    wrong,
    /other files/,
  ],
  [
    "a PDF with a file inside, unnamed",
    () => modernPdf({ more: ["<< /Type /Filespec /F (a.exe) /E#46 << /F 4 0 R >> >>"] }),
    wrong,
    /other files/,
  ],
  ["a PDF with a file on a page", () => classicPdf({ more: ["<< /Subtype /FileAttachment >>"] }), wrong, /other files/],
  [
    "a PDF with a film of programs",
    () => modernPdf({ more: ["<< /Subtype /RichMedia >>"] }),
    wrong,
    /programs of its own/,
  ],
  ["a PDF with a password", () => classicPdf({ trailer: "/Encrypt << /Filter /Standard /V 2 >>" }), wrong, /is locked/],
  ["a packed PDF with a password", () => modernPdf({ trailer: "/Encrypt 5 0 R" }), wrong, /is locked/],
]);

/** A PDF in which bytes of a text are others. */
function swapped(parts: Parameters<typeof classicPdf>[0], from: string, to: string): Buffer {
  return latin(classicPdf(parts).toString("latin1").replace(from, to));
}

const head = (first: number, count: number) => `/Type /ObjStm /N ${count} /First ${first}`;
const zeros = deflateSync(Buffer.alloc(20 * 1024 * 1024));
const raw = (bytes: Buffer, dictionary: string) =>
  `<< ${dictionary} /Length ${bytes.length} >>\nstream\n${bytes.toString("latin1")}\nendstream`;
const packs: Record<string, (content: Buffer, first: number, count: number) => string> = {
  "whose objects are packed in an unknown way": (bytes, first, count) =>
    raw(Buffer.from(`${bytes.toString("hex")}>`), `${head(first, count)} /Filter /ASCIIHexDecode`),
  "whose objects are packed twice": (bytes, first, count) =>
    raw(deflateSync(deflateSync(bytes)), `${head(first, count)} /Filter [/FlateDecode /FlateDecode]`),
  "whose packing is told elsewhere": (bytes, first, count) =>
    raw(deflateSync(bytes), `${head(first, count)} /Filter 9 0 R`),
  "whose packing is told twice": (bytes, first, count) =>
    raw(bytes, `${head(first, count)} /Filter /FlateDecode /F#69lter /ASCIIHexDecode`),
  "whose packing is told in a text": (bytes, first, count) =>
    raw(bytes, `${head(first, count)} /A (/Filter /FlateDecode)`),
  "whose packed objects are rearranged": (bytes, first, count) =>
    raw(deflateSync(bytes), `${head(first, count)} /Filter /FlateDecode /DecodeParms << /Predictor 12 >>`),
  "whose packed objects are listed behind their list": (bytes, _, count) => raw(bytes, head(0, count)),
  "whose packing has a short name": (bytes, first, count) =>
    raw(Buffer.from(`${bytes.toString("hex")}>`), `${head(first, count)} /F /AHx`),
  "whose packed objects are rearranged by a short name": (bytes, first, count) =>
    raw(deflateSync(bytes), `${head(first, count)} /Filter /FlateDecode /DP 9 0 R`),
  "whose packed objects begin after many blanks": (bytes, first, count) =>
    raw(bytes, head(first, count)).replace("stream", `${" ".repeat(1020)}stream`),
  "whose packed objects begin after another word": (bytes, first, count) =>
    raw(bytes, head(first, count)).replace("stream\n", "stream x\n"),
  "that unpacks to 20 MB of nothing": (_, first, count) => raw(zeros, `${head(first, count)} /Filter /FlateDecode`),
};
const hidden = under(
  "a.pdf",
  Object.entries(packs).map(([what, pack]) => [
    `a PDF ${what}`,
    () => modernPdf({ catalog: openAction }, { pack }),
    broken,
    unusual,
  ]),
);

const bombs = under("a.pdf", [
  [
    "a PDF that unpacks to 80 MB in parts",
    () => {
      const part = deflateSync(Buffer.alloc(15 * 1024 * 1024));
      return classicPdf({ more: Array(6).fill(raw(part, `${head(1, 1)} /Filter /FlateDecode`)) });
    },
    broken,
    unusual,
  ],
  ["a PDF of places that overlap", () => classicPdf({ more: ["1 0 obj (".repeat(200_000)] }), broken, unusual],
  [
    "a PDF of a great many packed streams",
    () => classicPdf({ more: Array(10_001).fill(pdfStream("1 0 ", head(4, 1))) }),
    broken,
    unusual,
  ],
  [
    "a PDF whose packed objects have a wrong sum",
    () =>
      modernPdf(
        { catalog: openAction, more: [`(${"x".repeat(20_000)})`] },
        {
          pack: (bytes, first, count) => {
            const packed = deflateSync(bytes);
            packed[packed.length - 1] = (packed.at(-1) ?? 0) ^ 1;
            return raw(packed, `${head(first, count)} /Filter /FlateDecode`);
          },
        },
      ),
    broken,
    cut,
  ],
  [
    "a PDF whose packed objects are no such thing",
    () =>
      modernPdf(
        {},
        { pack: (_, first, count) => raw(Buffer.alloc(99, 1), `${head(first, count)} /Filter /FlateDecode`) },
      ),
    broken,
    cut,
  ],
]);

/** PDFs that must be refused, and what is none. */
export const badPdfs: readonly Bad[] = [...disguised, ...cutOff, ...active, ...badPdfLinks, ...hidden, ...bombs];
