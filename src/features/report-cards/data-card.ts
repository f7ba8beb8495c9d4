import "server-only";
import { shownDate } from "@/lib/dates";
import { gradeFor, gradeLimits } from "@/lib/grades";
import { placeName } from "@/lib/place-name";
import { named } from "@/lib/script-language";
import { typeset } from "@/server/documents/compile";
import { letterhead, logoOf } from "@/server/documents/letterhead";
import { smallPicture } from "@/server/documents/picture";
import { readLogo } from "@/server/institute/pictures";
import { addressOf } from "@/server/mail/email";
import { copy, say } from "./messages";
import { outOf, shownCell } from "./rules-table";
import type { CardContent } from "./schema-content";

/** The logo for cards, read once for many. */
export async function readCardLogo() {
  const logo = await readLogo("print");
  return logo && logoOf(await smallPicture(logo));
}

type Logo = Awaited<ReturnType<typeof readCardLogo>>;

/** A number with the secret of its QR code, or null for a draft. */
type Issued = { number: string; token: string } | null;

const scale = [
  ...gradeLimits.map(({ from, grade }) => ({ grade, from: copy.from(from), label: gradeFor(from, 100).label })),
  { ...gradeFor(0, 100), from: copy.below(gradeLimits.at(-1)?.from ?? 0) },
];

/** A long number may be broken after its parts. */
const factValue = (value: string) => named(value.length > 14 ? value.replaceAll(/[/_-]/g, "$&\u200b") : value);

function factsOf(content: CardContent, issued: Issued) {
  const { className, section, rollNo, admissionNo, attendance, issuedOn } = content;
  const facts = [
    [copy.class, placeName(className, section)],
    [copy.number, issued?.number],
    [copy.rollNo, rollNo],
    [copy.issued, issued && shownDate(issuedOn)],
    [copy.admissionNo, admissionNo],
    [copy.attendance, attendance && copy.daysOf(attendance.present, attendance.open)],
  ] as const;
  return facts.flatMap(([label, value]) => (value ? [{ label, value: factValue(value) }] : []));
}

/** Explains the abbreviations in the cells, and the empty ones, if there are any. */
function notesOf({ rows }: CardContent) {
  const kinds = new Set(rows.flatMap(({ cells }) => cells.map((cell) => cell?.kind ?? "noExam")));
  const notes = (["absent", "excused", "missing", "noExam"] as const).filter((kind) => kinds.has(kind));
  return notes.length === 0 ? [] : [named(notes.map((kind) => copy[kind]).join(" "))];
}

function tableOf({ columns, rows, sums, overall }: CardContent) {
  return {
    columns: columns.map(({ name, total }) => ({
      name: named(name),
      ...(total !== null && { of: copy.outOf(total) }),
    })),
    rows: rows.map(({ subject, cells, percent, grade }) => ({
      subject: named(subject),
      cells: cells.map((cell, index) => shownCell(cell, columns[index])),
      percent: percent ?? "–",
      grade: grade ?? "–",
    })),
    ...(overall && {
      total: {
        subject: copy.allSubjects,
        percent: overall.percent,
        grade: overall.grade,
        cells: sums.map((sum, index) => sum !== null && { sum: String(sum), of: copy.outOf(outOf(rows, index)) }),
      },
      overall,
    }),
  };
}

/** The page that the QR codes of cards lead to, as people read it. */
export const verifyAddress = (): string => addressOf("/verify").replace(/^https?:\/\//, "");

/** Typesets a card. One without a number is marked as a draft. */
export function typesetCard(content: CardContent, issued: Issued, logo: Logo, now: Date) {
  const { institute } = letterhead(now);
  const { institute: name = institute.name, remarkTeacher, remarkHead } = content;
  const remarks = [
    [copy.remarkTeacher, remarkTeacher],
    [copy.remarkHead, remarkHead],
  ] as const;
  const data = {
    title: issued ? copy.cardTitle(issued.number) : copy.heading,
    institute: { name, lines: institute.lines, ...(logo && { logo }) },
    words: {
      heading: copy.heading,
      student: copy.student,
      subject: copy.subject,
      percent: copy.percent,
      grade: copy.grade,
      overall: copy.overall,
      scale: copy.grades,
      page: copy.page,
      signatures: [copy.signTeacher, copy.signHead],
      ...(!issued && { draft: copy.draft }),
    },
    card: {
      period: named(`${content.title}, ${content.year}`),
      student: named(content.name),
      facts: factsOf(content, issued),
      ...tableOf(content),
      notes: notesOf(content),
      remarks: remarks.flatMap(([label, text]) => (text ? [{ label, text: named(text) }] : [])),
      lines: content.lines.map(named),
      scale,
      footer: [name, content.name, ...(issued ? [issued.number] : [])].map(named),
      ...(issued && {
        verify: {
          qr: addressOf(`/verify/${issued.token}`),
          alt: copy.codeAlt(issued.number),
          number: issued.number,
          question: copy.question,
          steps: [copy.scan, copy.type],
        },
      }),
    },
  };
  return typeset("report-card", data, now);
}

/** The titles of this room's tasks. */
export const taskWords = { issue: say("issueTask"), print: say("printTask") };
