import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
} from "docx";
import PDFDocument from "pdfkit";
import { siteDefaults } from "@/content/site";
import { mediaTypeOf } from "@/lib/file-kinds";
import type { Chapter } from "./content";

const accent = "#0f5c66";
const ink = "#1d2a33";
const soft = "#56646d";
const hairline = "#cfd3cd";
const margins = { top: 96, bottom: 72, left: 64, right: 64 };

const lead = ({ className, subject }: Chapter) => `Class ${className} · ${subject}`;

/** The file of a chapter; a Word document for Indic scripts, which the standard PDF fonts do not have. */
export async function documentOf(chapter: Chapter): Promise<File> {
  const isIndic = /\p{Script=Devanagari}/u.test(chapter.notes.join());
  const kind = isIndic ? "docx" : "pdf";
  const bytes = isIndic ? await wordOf(chapter) : await pdfOf(chapter);
  const name = `Class ${chapter.className} ${chapter.subject} - ${chapter.title.replaceAll("–", "-")}.${kind}`;
  return new File([new Uint8Array(bytes)], name, { type: mediaTypeOf[kind] });
}

async function pdfOf(chapter: Chapter): Promise<Buffer> {
  const { title, subject, notes, exercises } = chapter;
  const info = { Title: title, Subject: lead(chapter), Author: siteDefaults.facts.name, Keywords: subject };
  const document = new PDFDocument({ size: "A4", margins, bufferPages: true, lang: "en-IN", info });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));

  document.font("Helvetica-Bold").fontSize(24).fillColor(accent).text(title, { lineGap: 4 });
  document.font("Helvetica").fontSize(12).fillColor(soft).text(lead(chapter)).moveDown(1.5);

  heading(document, "What to know");
  plain(document, chapter.className);
  for (const note of notes) document.text(note, { lineGap: 4 }).moveDown(0.7);

  document.moveDown(0.8);
  heading(document, "Exercises");
  for (const [index, exercise] of exercises.entries()) addExercise(document, index + 1, exercise, chapter.className);

  addHeadsAndFeet(document, chapter);
  const ended = new Promise((resolve) => document.once("end", resolve));
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function heading(document: PDFKit.PDFDocument, text: string): void {
  document.font("Helvetica-Bold").fontSize(14).fillColor(accent).text(text).moveDown(0.6);
}

// Larger type for younger classes.
function plain(document: PDFKit.PDFDocument, className: number): void {
  const size = className <= 2 ? 17 : className <= 5 ? 15 : 13;
  document.font("Times-Roman").fontSize(size).fillColor(ink);
}

// More lines for older classes; never breaks an exercise across pages.
function addExercise(document: PDFKit.PDFDocument, number: number, exercise: string, className: number): void {
  const { left, right, bottom } = margins;
  const lines = className <= 5 ? 3 : className <= 8 ? 4 : className <= 10 ? 6 : 9;
  const width = document.page.width - left - right;
  const text = `${number}.  ${exercise}`;
  plain(document, className);
  const height = document.heightOfString(text, { width, lineGap: 3 }) + lines * 24 + 20;
  if (document.y + height > document.page.height - bottom) document.addPage();
  plain(document, className);
  document.text(text, left, document.y, { width, lineGap: 3 });
  for (let line = 0; line < lines; line += 1) {
    document.y += 24;
    document.moveTo(left, document.y).lineTo(left + width, document.y);
    document.lineWidth(0.6).strokeColor(hairline).stroke();
  }
  document.y += 20;
}

function addHeadsAndFeet(document: PDFKit.PDFDocument, chapter: Chapter): void {
  const { count } = document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(index);
    const { width, height } = document.page;
    const inner = width - margins.left - margins.right;
    // PDFKit adds a page for text below the bottom margin.
    document.page.margins = { ...margins, top: 0, bottom: 0 };
    document.rect(0, 0, width, 10).fill(accent);
    document.font("Helvetica-Bold").fontSize(11).fillColor(accent).text(siteDefaults.facts.name, margins.left, 40);
    document.font("Helvetica").fontSize(9).fillColor(soft);
    document.text(siteDefaults.facts.tagline, margins.left, 41, { width: inner, align: "right" });
    document.moveTo(margins.left, 62).lineTo(width - margins.right, 62);
    document.lineWidth(0.6).strokeColor(hairline).stroke();
    document.text(`${lead(chapter)} · ${chapter.title}`, margins.left, height - 44, { lineBreak: false });
    document.text(`Page ${index + 1} of ${count}`, margins.left, height - 44, { width: inner, align: "right" });
  }
}

function wordOf(chapter: Chapter): Promise<Buffer> {
  const { title, notes, exercises } = chapter;
  const reference = "exercises";
  const small = (text: string) => new TextRun({ text, size: 18, color: soft.slice(1) });
  const page = new TextRun({ children: ["Page ", PageNumber.CURRENT, " of ", PageNumber.TOTAL_PAGES], size: 18 });
  const head = (text: string) => new Paragraph({ text, heading: HeadingLevel.HEADING_2, spacing: { before: 280 } });
  const body = (text: string) => ({ children: [new TextRun({ text, size: 28 })], spacing: { before: 140, line: 340 } });
  const document = new Document({
    title,
    creator: siteDefaults.facts.name,
    description: lead(chapter),
    numbering: {
      config: [{ reference, levels: [{ level: 0, format: LevelFormat.DECIMAL, text: "%1." }] }],
    },
    sections: [
      {
        headers: {
          default: new Header({
            children: [new Paragraph({ children: [small(`${siteDefaults.facts.name} · ${lead(chapter)}`)] })],
          }),
        },
        footers: {
          default: new Footer({ children: [new Paragraph({ alignment: AlignmentType.RIGHT, children: [page] })] }),
        },
        children: [
          new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }),
          head("पाठ"),
          ...notes.map((note) => new Paragraph(body(note))),
          head("अभ्यास"),
          ...exercises.map((text) => new Paragraph({ ...body(text), numbering: { reference, level: 0 } })),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}
