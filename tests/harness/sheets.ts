import { createSheetStore } from "@/features/exams/components/sheet-store";
import { typedOf as textsOfMark } from "@/features/exams/rules-cells";
import { readMark } from "@/features/exams/rules-marks";
import { examples } from "@/features/exams/schema-examples";
import type { CellInput, CellView, SheetView as MarksView } from "@/features/exams/schema-sheet";
import { createEntriesStore } from "@/features/report-cards/components/entries-store";
import { entryOf, typedOf as textsOfEntry } from "@/features/report-cards/rules-entries";
import type { SheetView as CardsView, EntryInput, EntryView } from "@/features/report-cards/schema";
import { partOf } from "./part-of";

export const students = ["asha", "dev"] as const;
export type Student = (typeof students)[number];
export const cells = ["number", "remark"] as const;
export type Cell = (typeof cells)[number];
export type Texts = Record<Cell, string>;

/** The server's row of a student. `unread` has each cell that a colleague changed since this person read it, with its earlier text. */
export type Stored = { texts: Texts; version: number; isYours: boolean; unread: Map<Cell, string> };
type Row = { typed: Texts; saved: Texts; mine: Partial<Texts> | null; isRefused: boolean };
export type Sent = { studentId: string; seen: number; texts: Texts };
export type Outcome = {
  saved: { studentId: string; rowVersion: number }[];
  conflicts: Student[];
  refused: { studentId: string; why: string }[];
};

/** A sheet's connection to a server. */
export type Link = {
  stored: (id: Student) => Stored;
  save: (batch: Sent[], signal: AbortSignal) => Promise<Outcome>;
  poll: () => Promise<void>;
};
/** An open sheet. */
export type Tab = {
  row: (id: Student) => Row;
  type: (id: Student, cell: Cell, text: string) => void;
  decide: (id: Student, forMine: boolean) => void;
  retry: () => void;
  phase: () => string;
  /** How many rows hold up a release or an issue because the server may not have them as shown. */
  unsaved: () => Promise<number>;
  begin: () => () => void;
};

/** Two of these texts, under the cell names of this test. */
function named(texts: object, number: string, remark: string): Texts {
  const names = new Map<string, Cell>([
    [number, "number"],
    [remark, "remark"],
  ]);
  const found = Object.entries(texts).flatMap(([name, text]) => (names.has(name) ? [[names.get(name), text]] : []));
  return Object.fromEntries(found);
}

/** A sheet of marks. */
export function openMarks({ stored, save, poll }: Link): Tab {
  const view = (id: Student): CellView => {
    const { texts, version: rowVersion, isYours } = stored(id);
    const read = readMark(texts.number, 80);
    const mark = "mark" in read ? read.mark : null;
    const of = { by: null, at: null, isReleased: false, withdrawal: null };
    return { ...of, studentId: id, mark, remark: texts.remark || null, rowVersion, isYours };
  };
  const rows = students.map((id) => ({
    ...view(id),
    name: id,
    section: "A",
    rollNo: "1",
    isExempt: false,
    told: null,
    corrected: null,
  }));
  const exam = { ...examples.marks.exam, totalMarks: 80 };
  const sheet: MarksView = partOf({ ...examples.marks, exam, rows, marksVersion: 0, personId: "meera" });
  const texts = (of: object) => named(of, "text", "remark");
  const store = createSheetStore(sheet, {
    async save(batch: CellInput[], signal) {
      const sent = batch.map((one) => ({ ...one, texts: texts(textsOfMark(one)) }));
      const { conflicts, ...answer } = await save(sent, signal);
      return { ...answer, at: new Date(), conflicts: conflicts.map(view) };
    },
    async changes() {
      await poll();
      return {
        cells: students.map(view),
        marksVersion: 0,
        mayChange: true,
        rowVersion: exam.rowVersion,
        state: exam.state,
      };
    },
  });
  return {
    row(id) {
      const { typed, saved, mine, notTaken } = store.row(id);
      return {
        typed: texts(typed),
        saved: texts(textsOfMark(saved)),
        mine: mine && texts(mine),
        isRefused: notTaken !== null,
      };
    },
    type: (id, cell, text) => store.type(id, cell === "number" ? "text" : "remark", text),
    decide: store.decide,
    retry: store.retry,
    phase: () => store.state().phase,
    unsaved: store.settled,
    begin: store.begin,
  };
}

/** A sheet of report cards. */
export function openCards({ stored, save, poll }: Link): Tab {
  const view = (id: Student): EntryView => {
    const { texts, version: rowVersion } = stored(id);
    const typed = { days: texts.number, remarkTeacher: texts.remark, remarkHead: "", lines: "" };
    return { ...entryOf(typed), studentId: id, rowVersion };
  };
  const texts = (of: object) => named(of, "days", "remarkTeacher");
  const sheet: CardsView = partOf({
    set: { _id: "set", daysOpen: 180 },
    rows: students.map(view),
    personId: "meera",
  });
  const store = createEntriesStore(sheet, async (batch: EntryInput[], signal) => {
    const sent = batch.map((one) => ({ ...one, texts: texts(textsOfEntry(one)) }));
    const { conflicts, ...answer } = await save(sent, signal);
    return { ...answer, conflicts: conflicts.map(view) };
  });
  const look = () =>
    poll().then(
      () => store.load(students.map(view)),
      () => undefined,
    );
  return {
    row(id) {
      const row = store.state().rows.get(id);
      if (!row) throw new Error("There is no such row.");
      const { typed, saved, mine, refused } = row;
      return {
        typed: texts(typed),
        saved: texts(saved),
        mine: mine && texts(mine),
        isRefused: refused.row !== undefined,
      };
    },
    type: (id, cell, text) => store.type(id, cell === "number" ? "days" : "remarkTeacher", text),
    decide: store.decide,
    retry: store.retry,
    phase: () => store.state().phase,
    unsaved: async () => store.count().unsaved,
    begin() {
      const timer = setInterval(() => void look(), 5_000);
      const end = store.begin();
      return () => {
        clearInterval(timer);
        end();
      };
    },
  };
}
