import type { EntryInput, EntryView, SheetRowView } from "./schema";

/** What is typed in a row of the sheet. */
export type Typed = { days: string; remarkTeacher: string; remarkHead: string; lines: string };

/** What the server has, as it is typed. */
export const typedOf = ({
  daysPresent,
  remarkTeacher,
  remarkHead,
  lines,
}: Omit<EntryView, "studentId" | "rowVersion">): Typed => ({
  days: daysPresent === null ? "" : String(daysPresent),
  remarkTeacher: remarkTeacher ?? "",
  remarkHead: remarkHead ?? "",
  lines: lines.join("; "),
});

/** Free lines stand apart by semicolons. */
const linesOf = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((line) => line.trim())
    .filter(Boolean);

type Read = { entry: Omit<EntryInput, "studentId" | "seen"> } | { fault: "badDays" | "tooManyLines" };

/** What was typed, as it is sent. */
export function readTyped({ days, remarkTeacher, remarkHead, lines }: Typed): Read {
  const number = days.trim().normalize("NFKC");
  if (!/^\d{0,3}$/.test(number) || Number(number) > 366) return { fault: "badDays" };
  const listed = linesOf(lines);
  if (listed.length > 6) return { fault: "tooManyLines" };
  return {
    entry: {
      daysPresent: number === "" ? null : Number(number),
      remarkTeacher: remarkTeacher.trim() || null,
      remarkHead: remarkHead.trim() || null,
      lines: listed,
    },
  };
}

/** Whether two rows say the same. */
export const isSameTyped = (one: Typed, other: Typed): boolean =>
  (Object.keys(one) as (keyof Typed)[]).every((field) => one[field].trim() === other[field].trim());

/** What issuing would do. */
export function issueOf(rows: readonly SheetRowView[]) {
  const due = rows.filter(({ standing }) => standing === "none" || standing === "changed");
  const left = due.filter(({ unprintable }) => unprintable !== "");
  const cards = due.filter(({ unprintable }) => unprintable === "");
  const count = (which: (row: SheetRowView) => boolean) => cards.filter(which).length;
  return {
    cards: cards.length,
    left,
    first: count(({ standing }) => standing === "none"),
    again: count(({ standing }) => standing === "changed"),
    missing: count((row) => row.missing > 0),
    noRemark: count((row) => row.remarkTeacher === null),
    noDays: count((row) => row.daysPresent === null),
  };
}

/** Released exams under their names, as they are chosen. */
export function namesOf<Exam extends { _id: string; examName: string }>(exams: readonly Exam[]) {
  const groups = new Map<string, { name: string; ids: string[] }>();
  for (const { _id, examName } of exams) {
    const key = examName.toLowerCase();
    const group = groups.get(key) ?? { name: examName, ids: [] };
    group.ids.push(_id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
