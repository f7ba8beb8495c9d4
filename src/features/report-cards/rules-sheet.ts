import { subjectKey } from "@/lib/subject-key";
import type { SheetRowView } from "./schema";

/**
 * What issuing would do. A student who is not in the class, or whose card was withdrawn, gets a card only if chosen. Without the
 * days with lessons (`daysOpen`), no card has a line of attendance.
 */
export function issueOf(rows: readonly SheetRowView[], isChosen = false, daysOpen?: number | null) {
  const due = rows.filter(
    ({ standing, isInClass }) => standing !== "issued" && (isChosen || (isInClass && standing !== "withdrawn")),
  );
  const left = due.filter(({ unprintable }) => unprintable !== "");
  const cards = due.filter(({ unprintable }) => unprintable === "");
  const count = (which: (row: SheetRowView) => boolean) => cards.filter(which).length;
  return {
    cards: cards.length,
    /** The students in the request: a card that becomes due in the meantime is not issued with them. */
    students: cards.map(({ studentId }) => studentId),
    withdrawn: cards.flatMap(({ standing, card }) => (standing === "withdrawn" && card ? [card._id] : [])),
    left,
    first: count(({ standing }) => standing === "none"),
    again: count(({ standing }) => standing === "changed"),
    following: count(({ standing }) => standing === "withdrawn"),
    missing: count((row) => row.missing > 0),
    noRemark: count((row) => row.remarkTeacher === null),
    noDays: count((row) => row.daysPresent === null || daysOpen === null),
  };
}

/** Released exams grouped by name, for selection. Sections may have exams of their own in one subject. */
export function namesOf<Exam extends { _id: string; examName: string; subject: string }>(exams: readonly Exam[]) {
  const groups = new Map<string, { name: string; ids: string[]; subjects: Set<string> }>();
  for (const { _id, examName, subject } of exams) {
    const key = subjectKey(examName);
    const group = groups.get(key) ?? { name: examName, ids: [], subjects: new Set() };
    group.ids.push(_id);
    group.subjects.add(subject.toLowerCase());
    groups.set(key, group);
  }
  return [...groups.values()];
}
