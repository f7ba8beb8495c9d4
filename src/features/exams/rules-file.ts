import type { Message } from "@/lib/catalogue";
import { foldedHead, foldedName } from "@/lib/folded";
import { plainDigits } from "@/lib/phones";
import type { RowState } from "@/lib/row-states";
import { say } from "./messages";
import { readCells } from "./rules-cells";
import { isSameMark, type Mark, shownMark } from "./rules-marks";
import type { FileColumns, FileField } from "./schema-files";
import type { SheetRowView } from "./schema-sheet";

/** Limits of a file of marks: rows, heading rows above them, and bytes. */
export const mostFileRows = 1_000;
export const mostFileHeads = 20;
export const mostFileBytes = 2 * 1024 * 1024;

const synonyms: [FileField, RegExp][] = [
  ["admissionNo", /^(admission|adm|admn|gr|scholar|enrolment|enrollment|registration|reg|student)( ?(no|number|id))$/],
  ["rollNo", /^(roll|roll ?(no|number|num)|r no)$/],
  ["section", /^(section|sec|div|division)$/],
  ["name", /^((student|pupil|full|candidate) ?)?name( of (the )?(student|pupil))?$|^student$|^pupil$/],
  ["remark", /^(remarks?|comments?|notes?)( for the family)?$/],
  ["mark", /^(marks?|scores?|points?)( ?(obtained|scored))?( ?(out of)? ?\d+)?$|^obtained marks?$/],
];

// Beside a column of marks, this column has the marks that could be scored.
const totals: [FileField, RegExp] = ["mark", /^total marks?$/];

/** The meanings of headings: as remembered, otherwise by synonyms. No two are equal. */
export function guessFileColumns(
  heads: readonly string[],
  remembered: Readonly<Record<string, FileField>> = {},
): FileColumns {
  const known = heads.map((head) => {
    const folded = foldedHead(head);
    return Object.hasOwn(remembered, folded) ? (remembered[folded] ?? null) : null;
  });
  const taken = new Set<FileField>(known.flatMap((field) => field ?? []));
  const hasMark = heads.some((head) =>
    synonyms.some(([field, names]) => field === "mark" && names.test(foldedHead(head))),
  );
  const offered = hasMark ? synonyms : [...synonyms, totals];
  return heads.map((head, index) => {
    const before = known[index] ?? null;
    if (before !== null) return known.indexOf(before) === index ? before : null;
    const found = offered.find(([field, names]) => !taken.has(field) && names.test(foldedHead(head)))?.[0];
    if (found) taken.add(found);
    return found ?? null;
  });
}

const mostLooked = 15;

/** The row with the column headings: titles may come before it. */
export function fileHeadOf(rows: readonly { cells: readonly string[] }[]): number {
  const known = rows.slice(0, mostLooked).map(({ cells }) => guessFileColumns(cells).filter(Boolean).length);
  return Math.max(0, known.indexOf(Math.max(2, ...known)));
}

/** True if the columns identify the student and the mark of each row. */
export function hasFileColumns(columns: FileColumns): boolean {
  return (
    columns.includes("mark") && ["admissionNo", "rollNo", "name"].some((one) => columns.includes(one as FileField))
  );
}

/** A student of the sheet. */
export type FilePerson = Pick<SheetRowView, "studentId" | "name" | "section" | "rollNo" | "isExempt" | "isReleased"> &
  Pick<SheetRowView, "mark" | "remark" | "rowVersion"> & { admissionNo: string | null };

type FileRow = { no: number; cells: readonly string[] };

/** What a row would change in the drafts. */
export type PlannedMark = {
  no: number;
  texts: Partial<Record<FileField, string>>;
  person: FilePerson | null;
  state: RowState;
  mark: Mark | null;
  remark: string | null;
  fault: { at: "who" | "mark" | "remark"; why: Message } | null;
};

const numbered = (text: string) => foldedName(plainDigits(text)).replace(/^0+(?=\d)/, "");

/** The only student with this admission number; spreadsheets drop leading zeros. */
function byNumber(admissionNo: string, people: readonly FilePerson[]): FilePerson | undefined {
  const of = (shown: (text: string) => string) =>
    people.filter((one) => one.admissionNo && shown(one.admissionNo) === shown(admissionNo));
  const [exact] = of(foldedName);
  const [one, ...more] = of(numbered);
  return exact ?? (more.length === 0 ? one : undefined);
}

// Initials do not tell people apart.
const wordsIn = (name: string) => new Set<string>(foldedName(name).match(/[\p{L}\p{M}]{2,}/gu));

/** True if a name is none of `person`'s spellings: they share no word, or another student shares more. */
function isOther(name: string, person: FilePerson, people: readonly FilePerson[]): boolean {
  const words = wordsIn(name);
  const shared = (one: FilePerson) => [...wordsIn(one.name)].filter((word) => words.has(word)).length;
  const own = shared(person);
  return words.size > 0 && (own === 0 || people.some((one) => shared(one) > own));
}

/** The student of a row: by admission number, otherwise by roll number, otherwise by exact name. */
function personOf(texts: PlannedMark["texts"], people: readonly FilePerson[]): FilePerson | Message {
  const { admissionNo = "", rollNo = "", section = "", name = "" } = texts;
  const inSection = people.filter((one) => !section || foldedName(one.section ?? "") === foldedName(section));
  const found = inSection.filter((one) => rollNo && one.rollNo !== null && numbered(one.rollNo) === numbered(rollNo));
  if (admissionNo) {
    const person = byNumber(admissionNo, people);
    if (!person) return say("notInSheet");
    if (isOther(name, person, people)) return say("numberOfOther", person.name);
    const isOfTwo = !found.includes(person) && found.some((one) => !isOther(name, one, people));
    return isOfTwo ? say("numbersOfTwo") : person;
  }
  if (rollNo) {
    const [person] = found;
    if (!person) return say("notInSheet");
    if (found.length > 1) return say("rollTwice");
    return name && foldedName(name) !== foldedName(person.name) ? say("rollOfOther", person.name) : person;
  }
  if (!name) return say("whose");
  const named = inSection.filter((one) => foldedName(one.name) === foldedName(name));
  // Namesakes who do not take the subject are ignored.
  const taking = named.filter(({ isExempt }) => !isExempt);
  const [person = named[0]] = taking;
  return taking.length > 1 ? say("nameTwice") : (person ?? say("notInSheet"));
}

const faults = {
  overTotal: say("overTotalInFile"),
  noNumber: say("noNumberInFile"),
  tooExact: say("tooExactInFile"),
  negative: say("negativeInFile"),
};

function planOne(no: number, texts: PlannedMark["texts"], people: readonly FilePerson[], total: number): PlannedMark {
  const refused = (at: "who" | "mark" | "remark", why: Message, person: FilePerson | null) =>
    ({ no, texts, person, state: "refused", mark: null, remark: null, fault: { at, why } }) as const;
  const person = personOf(texts, people);
  if (typeof person === "string") return refused("who", person, null);
  if (person.isExempt) return refused("who", say("exempt"), person);
  // An empty cell keeps the current value.
  const read = readCells(
    { text: texts.mark || shownMark(person.mark), remark: texts.remark || (person.remark ?? "") },
    total,
  );
  if ("fault" in read)
    return read.fault === "longRemark"
      ? refused("remark", say("longRemark"), person)
      : refused("mark", faults[read.fault], person);
  const isSame = isSameMark(read.mark, person.mark) && read.remark === person.remark;
  if (person.isReleased && !isSame) return refused("mark", say("releasedMark"), person);
  const state = isSame ? "unchanged" : person.mark === null && person.remark === null ? "created" : "updated";
  return { no, texts, person, state, ...read, fault: null };
}

/** What each row would change. Of two rows for one student, the second is rejected. */
export function planFile(
  rows: readonly FileRow[],
  columns: FileColumns,
  people: readonly FilePerson[],
  total: number,
): PlannedMark[] {
  const seen = new Map<string, number>();
  return rows.flatMap(({ no, cells }) => {
    const texts: PlannedMark["texts"] = {};
    for (const [index, field] of columns.entries()) if (field) texts[field] = (cells[index] ?? "").trim();
    if (Object.values(texts).every((text) => text === "")) return [];
    const planned = planOne(no, texts, people, total);
    const id = planned.person?.studentId;
    const before = id === undefined ? undefined : seen.get(id);
    if (id !== undefined && before === undefined) seen.set(id, no);
    if (before === undefined) return [planned];
    return [{ ...planned, state: "refused" as const, fault: { at: "who" as const, why: say("rowTwice", before) } }];
  });
}
