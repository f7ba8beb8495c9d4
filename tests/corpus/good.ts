import { deflateSync } from "node:zlib";
import {
  Document,
  ExternalHyperlink,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from "docx";
import PDFDocument from "pdfkit";
import {
  compoundFile,
  docFile,
  docxFile,
  linearized,
  officeFile,
  pdfFile,
  pdfWithStream,
  savedTwice,
  scannedPdf,
  wordStream,
} from "../harness/documents";
import { classicPdf, modernPdf, openAction, pdfStream } from "./pdf";
import { relationships, wordFile, wordText } from "./word";

/** A file as people have it, which must be taken. */
export type Good = { what: string; name: string; bytes: () => Buffer | Promise<Buffer> };

const hindi = "प्रकाश संश्लेषण";
const arabic = "التمثيل الضوئي";
const latin = (text: string) => Buffer.from(text, "latin1");
const around = async (before: string, after = "") => Buffer.concat([latin(before), await pdfFile(), latin(after)]);
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16().toString("hex");
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A PDF of many pages with links and an outline. */
async function textbook(): Promise<Buffer> {
  const document = new PDFDocument({ info: { Title: hindi, Author: arabic }, pdfVersion: "1.7", tagged: true });
  for (let chapter = 1; chapter <= 12; chapter += 1) {
    if (chapter > 1) document.addPage();
    document.outline.addItem(`Chapter ${chapter}: ${hindi}`);
    document.text("See /JavaScript and /Launch (1 0 obj) in a dictionary.", { link: "https://school.example/" });
    document.image(pixel, 100, 200, { width: 50 });
  }
  document.end();
  const pieces: Buffer[] = [];
  for await (const piece of document) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

const rich = () =>
  Packer.toBuffer(
    new Document({
      title: hindi,
      sections: [
        {
          children: [
            new Paragraph({ text: arabic, heading: HeadingLevel.HEADING_1, bidirectional: true }),
            new Paragraph({
              children: [
                new TextRun({ text: hindi, bold: true }),
                new ImageRun({ type: "png", data: pixel, transformation: { width: 20, height: 20 } }),
                new ExternalHyperlink({ link: "https://school.example/?a=1&b=2", children: [new TextRun("a link")] }),
              ],
            }),
            new Table({ rows: [new TableRow({ children: [new TableCell({ children: [new Paragraph("a cell")] })] })] }),
          ],
        },
      ],
    }),
  );

const harmlessFields = [
  'HYPERLINK "https://school.example/a?b=c" \\l "part:2" \\o "Note: opens a page"',
  'HYPERLINK \\l "_Toc1"',
  `HYPERLINK "https://school.example/a" \\o "He said \\"${"word ".repeat(25)}\\" and left"`,
  `HYPERLINK "C:\\\\Lists\\\\" \\o "${"word ".repeat(25)}"`,
  'TOC \\o "1-3" \\h \\z \\u',
  'INCLUDEPICTURE "C:\\\\Pictures\\\\leaf.png" \\* MERGEFORMAT',
  "IF 1 = 1 &quot;DDEAUTO&quot; &quot;no&quot;",
  "= 1 + 2",
  `=</w:instrText><w:fldChar w:fldCharType="begin"/><w:instrText>NUMPAGES</w:instrText><w:fldChar w:fldCharType="end"/><w:instrText>-1`,
  'ADDIN ZOTERO_ITEM CSL_CITATION {"id":"http://zotero.org/users/1"}',
];

const fieldOf = (code: string) =>
  `<w:p><w:fldChar w:fldCharType="begin"/><w:instrText>${code}</w:instrText><w:fldChar w:fldCharType="separate"/>` +
  '<w:t>x</w:t><w:fldChar w:fldCharType="end"/></w:p>';

const field = "<< /FT /Tx /T (name) /Subtype /Widget /Type /Annot /Rect [72 600 300 620] /Parent 1 0 R >>";

const pdfs: Good[] = [
  { what: "a PDF", name: "a.pdf", bytes: pdfFile },
  { what: "a PDF in capitals", name: "A.PDF", bytes: pdfFile },
  { what: "a textbook with links and an outline", name: "a.pdf", bytes: textbook },
  { what: "a PDF saved twice", name: "a.pdf", bytes: savedTwice },
  { what: "a PDF with a compressed index", name: "a.pdf", bytes: pdfWithStream },
  { what: "a PDF made for the web", name: "a.pdf", bytes: linearized },
  { what: "a PDF 1.4", name: "a.pdf", bytes: () => classicPdf() },
  { what: "a PDF 1.5 with packed objects", name: "a.pdf", bytes: () => modernPdf() },
  { what: "a PDF 2.0 with packed objects", name: "a.pdf", bytes: () => modernPdf({ version: "2.0" }) },
  {
    what: "a PDF with objects in a stream that is not packed",
    name: "a.pdf",
    bytes: () => modernPdf({}, { pack: (bytes, first, n) => pdfStream(bytes, `/Type/ObjStm /N ${n} /First ${first}`) }),
  },
  {
    what: "a PDF with blanks before its packed objects",
    name: "a.pdf",
    bytes: () =>
      modernPdf(
        {},
        {
          pack: (bytes, first, n) =>
            pdfStream(bytes, `/Type/ObjStm /N ${n} /First ${first}`).replace("stream\n", "stream  \r\n"),
        },
      ),
  },
  {
    what: "a PDF with a link to the web",
    name: "a.pdf",
    bytes: () =>
      classicPdf({
        page: "/Annots [5 0 R]",
        more: ["<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://school.example/JS) >> >>"],
      }),
  },
  {
    what: "a PDF with links of every harmless kind",
    name: "a.pdf",
    bytes: () =>
      modernPdf({
        catalog: "/URI << /Base (https://school.example/) >> /Outlines 5 0 R",
        page: "/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R] /AA << /O << /S /Named /N /NextPage >> >>",
        more: [
          "<< /Type /Outlines /First 11 0 R /Last 11 0 R >>",
          "<< /Subtype /Link /F 4 /A << /S /URI /URI (mailto:office@school.example?subject=a:b) >> >>",
          `<< /Subtype /Link /F 4 /A << /S /URI /URI <${utf16("https://school.example/पाठ")}> >> >>`,
          "<< /Subtype /Link /F 12 /A << /S /URI /URI (www.school.example/chapter\\(2\\)) >> >>",
          "<< /Subtype /Link /F 4 /A << /S /URI /URI (file:///C:/Users/a/plan.pdf) >> >>",
          "<< /Subtype /Link /F 4 /A << /S /GoTo /D [3 0 R /Fit] >> >>",
          "<< /Title (JavaScript: a first course) /A << /S /GoTo /D (javascript:) >> >>",
          "(Microsoft Word - JavaScript: chapter 1)",
          "(https://school.example/print)",
        ],
        trailer: "/Info << /Title 12 0 R /Author 13 0 R /Subject (javascript: what it is) >>",
      }),
  },
  {
    what: "a PDF with fields to fill in",
    name: "a.pdf",
    bytes: () => modernPdf({ catalog: "/AcroForm << /Fields [5 0 R] >>", page: "/Annots [5 0 R]", more: [field] }),
  },
  {
    what: "a PDF that opens at a page",
    name: "a.pdf",
    bytes: () => classicPdf({ catalog: "/OpenAction [3 0 R /XYZ null null 0] /PageMode /UseOutlines" }),
  },
  {
    what: "a PDF whose title and outline are Hindi and Arabic",
    name: "a.pdf",
    bytes: () =>
      modernPdf({
        catalog: "/Outlines 5 0 R /Lang (hi-IN)",
        trailer: "/Info 7 0 R",
        more: [
          "<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>",
          `<< /Title <${utf16(arabic)}> /Parent 5 0 R /Dest [3 0 R /Fit] >>`,
          `<< /Title <${utf16(hindi)}> /Producer (print \\(to\\) PDF) >>`,
        ],
      }),
  },
  {
    what: "a PDF about scripts in PDFs",
    name: "a.pdf",
    bytes: () => classicPdf({ content: `BT (1 0 obj << ${openAction} >> /Launch) Tj ET` }),
  },
  {
    what: "a PDF whose plain page and title speak of scripts",
    name: "a.pdf",
    bytes: () =>
      classicPdf({
        content: "BT (Names such as /JavaScript, /JS and /Launch) Tj ET % /EmbeddedFile",
        filter: "none",
        trailer: "/Info << /Title (What /JavaScript \\) means) /Subject (/S (/Launch) ) >>",
      }),
  },
  { what: "a scanned page", name: "a.pdf", bytes: () => scannedPdf(300_000) },
  { what: "a PDF after an empty line", name: "a.pdf", bytes: () => around("\r\n") },
  { what: "a PDF after a byte order mark", name: "a.pdf", bytes: () => around("\xef\xbb\xbf") },
  { what: "a PDF with padding", name: "a.pdf", bytes: () => around("", "\0".repeat(20_000)) },
  {
    what: "a PDF with a stray line at its end",
    name: "a.pdf",
    bytes: () => around("", "\n% printed by the office\n"),
  },
];

const word: Good[] = [
  { what: "a DOCX", name: "a.docx", bytes: () => docxFile() },
  { what: "a DOCX with table, picture and link", name: "a.docx", bytes: rich },
  { what: "a DOCX whose text lies elsewhere", name: "a.docx", bytes: () => officeFile("word2", "word/document2.xml") },
  {
    what: "a DOCX with a spreadsheet inside",
    name: "a.docx",
    bytes: () => officeFile("word", undefined, [{ name: "word/embeddings/a.xlsx", text: "x" }]),
  },
  {
    what: "a DOCX made from a template of the author's own disk",
    name: "a.docx",
    bytes: () =>
      wordFile({
        "word/_rels/settings.xml.rels": relationships([
          "attachedTemplate",
          "file:///C:\\Templates\\School%20paper.dotx",
        ]),
      }),
  },
  {
    what: "a DOCX with pictures and links as people paste them",
    name: "a.docx",
    bytes: () =>
      wordFile({
        "word/_rels/document.xml.rels": relationships(
          ["image", "file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"],
          ["hyperlink", "mailto:office@school.example"],
          ["hyperlink", "\\\\server\\share\\plan.docx"],
          ["hyperlink", "file:///C:\\Users\\a\\plan.docx"],
          ["hyperlink", "tel:+91-98765-43210"],
          ["hyperlink", "www.school.example:8080/a?b=c:d"],
          ["hyperlink", "https://school.example/?q=a%2012&quot;%20ruler&amp;page=2"],
          ["hyperlink", "plan.docx"],
        ),
      }),
  },
  {
    what: "a DOCX that unpacks 15-fold",
    name: "a.docx",
    bytes: () => wordFile({ "word/footnotes.xml": `<w:footnotes>${hindi.repeat(20_000)}</w:footnotes>` }, 20_000),
  },
  {
    what: "a DOCX with fields of every harmless kind",
    name: "a.docx",
    bytes: () => wordText(`${harmlessFields.map(fieldOf).join("")}<w:t>DDEAUTO c:\\cmd.exe</w:t>`),
  },
  {
    what: "a DOCX with a chart, a picture and an equation inside",
    name: "a.docx",
    bytes: () =>
      wordFile({
        "word/embeddings/Microsoft_Excel_Sheet1.xlsx": officeFile("excel", "xl/workbook.xml"),
        "word/embeddings/oleObject1.bin": compoundFile({ "/Equation Native": 200, "/\u0001CompObj": 100 }),
        "word/embeddings/oleObject2.bin": compoundFile({
          "/\u0001Ole10Native": latin("\x36\0\0\0BM6\0\0\0\0\0\0\0\0\0"),
        }),
        "word/media/image1.svg": '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><svg/>',
        "word/fonts/font1.odttf": latin("MZ a font, mixed with its key"),
        "word/_rels/document.xml.rels": relationships(
          { type: "package", target: "embeddings/Microsoft_Excel_Sheet1.xlsx", isOwn: true },
          { type: "oleObject", target: "embeddings/oleObject1.bin", isOwn: true },
        ),
      }),
  },
  { what: "a DOC", name: "a.doc", bytes: () => docFile() },
  { what: "a DOC of Word 95", name: "a.doc", bytes: () => docFile({ "/WordDocument": wordStream({ mark: 0xa5dc }) }) },
  {
    what: "a DOC with a summary",
    name: "a.doc",
    bytes: () => docFile({ "/\u0005SummaryInformation": 4096, "/\u0005DocumentSummaryInformation": 4096 }),
  },
  { what: "a DOC with a spreadsheet inside", name: "a.doc", bytes: () => docFile({ "/ObjectPool/_1/Workbook": 5000 }) },
  { what: "a large DOC", name: "a.doc", bytes: () => docFile({ "/Pictures": 9 * 1024 * 1024 }) },
  { what: "a DOC without its table", name: "a.doc", bytes: () => compoundFile({ "/WordDocument": wordStream() }) },
];

/** Files as people have them: none may be refused. */
export const good: readonly Good[] = [...pdfs, ...word];

/** The largest file allowed, of many small objects: what takes longest to look at. */
export function largestPdf(bytes: number): Buffer {
  const picture = pdfStream(deflateSync(Buffer.alloc(1000, "x")), "/Subtype /Image /Width 9 /Height 9", undefined);
  const table = "<< /Type /StructElem /P 3 0 R /K [1 2 3 4 5 6 7 8 9] /T (a text of the page) >>";
  const pair = picture.length + table.length;
  const more = Array.from({ length: Math.floor(bytes / (pair + 90)) }, () => [picture, table]).flat();
  return classicPdf({ more });
}
