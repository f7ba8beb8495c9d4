import { addDays, shownDate } from "@/lib/dates";
import { say } from "./messages";
import type { Matched } from "./rules-match";
import type { Field } from "./schema";

/**
 * A school year, with the first day of students who change class within it, and of students who are new in it. `isOver`: a later
 * year has begun.
 */
export type TargetYear = {
  id: string;
  label: string;
  firstDay: string;
  fromDay: string;
  newFrom: string;
  isOver: boolean;
};

type Seat = { className: number; section: string | null; rollNo: string | null };

/** The change of a student's place: none, a first or another class, or another section or roll number. */
export type PlaceStep =
  | { kind: "none" }
  | ({
      kind: "open";
      fromDay: string;
      closes: { id: string; day: string; reason: "moved" | "promoted" | "mistake" } | null;
    } & Seat)
  | ({ kind: "change"; id: string } & Seat);

/** The place of a row's student. An empty cell keeps section and roll number, but a roll number only within its class. */
export function placeStep({ row, known }: Matched, year: TargetYear): PlaceStep {
  const { className, section, rollNo } = row;
  const open = known?.open ?? null;
  const refuse = (why: ReturnType<typeof say>): PlaceStep => {
    row.faults.push({ field: "className", why });
    return { kind: "none" };
  };
  if (className === null) {
    if (!known)
      return row.faults.some(({ field }) => field === "className") ? { kind: "none" } : refuse(say("neededForClass"));
    if (section === null && rollNo === null) return { kind: "none" };
    if (open?.yearId !== year.id) return refuse(say("needsClass"));
  }
  if (known?.leavesOn) return refuse(say("leavesOn", shownDate(known.leavesOn)));
  if (known?.hasLeft) return refuse(say("hasLeft"));
  const target = className ?? open?.className ?? 0;
  const fromDay = known?.wasInYear ? year.fromDay : year.newFrom;
  if (open?.yearId === year.id && open.className === target) {
    const seat = { className: target, section: section ?? open.section, rollNo: rollNo ?? open.rollNo };
    const isSame = seat.section === open.section && seat.rollNo === open.rollNo;
    return isSame ? { kind: "none" } : { kind: "change", id: open.id, ...seat };
  }
  if (open && open.yearId !== year.id && open.yearBegins > year.firstDay)
    return refuse(say("inLaterYear", String(open.className), open.yearLabel));
  if (year.isOver && known?.wasInYear) return refuse(say("yearOver", year.label));
  if (!open) return { kind: "open", fromDay, closes: null, className: target, section, rollNo };
  const isSameYear = open.yearId === year.id;
  const lastDay = addDays(isSameYear ? year.fromDay : year.firstDay, -1);
  // An enrolment planned for a later day is dropped.
  const closes: (PlaceStep & { kind: "open" })["closes"] = {
    id: open.id,
    day: lastDay < open.fromDay ? open.fromDay : lastDay,
    reason: isSameYear ? (year.fromDay < open.fromDay ? "mistake" : "moved") : "promoted",
  };
  return { kind: "open", fromDay, closes, className: target, section: section ?? open.section, rollNo };
}

/** A student with a roll number; without `isOpen`, the last day in the class is known. */
export type Holder = { studentId: string; name: string; isOpen: boolean };

export const seatKey = ({ className, section, rollNo }: Seat) => JSON.stringify([className, section, rollNo]);

type Placed = { matched: Matched; step: PlaceStep };

/**
 * Rejects roll numbers that two students would have after the import. A rejected row leaves its student's place unchanged.
 */
export function refuseTakenSeats(rows: readonly Placed[], holders: ReadonlyMap<string, readonly Holder[]>): void {
  const isRefused = ({ matched }: Placed) => matched.row.faults.length > 0;
  for (let isSettled = false; !isSettled; ) {
    const counted = rows.filter((one) => !isRefused(one));
    const kinds = new Map(counted.map(({ matched: { known }, step }) => [known?.id, step.kind]));
    const staysAt = ({ studentId, isOpen }: Holder) => {
      const kind = kinds.get(studentId) ?? "none";
      // A changed number in the next class does not free the number in the present class.
      return kind === "none" || (kind === "change" && !isOpen);
    };
    const taken = new Map<string, number>();
    const check = ({ matched: { row, known }, step }: Placed): boolean => {
      if (step.kind === "none" || step.rollNo === null) return true;
      const key = seatKey(step);
      const first = taken.get(key);
      const holder = holders.get(key)?.find((one) => one.studentId !== known?.id && staysAt(one));
      const isFree = holder === undefined;
      if (isFree && first === undefined) taken.set(key, row.no);
      else
        row.faults.push({
          field: "rollNo",
          why: first === undefined ? say("isOf", holder?.name ?? "") : say("rowHasIt", first),
        });
      return isFree && first === undefined;
    };
    isSettled = counted.filter((one) => !check(one)).length === 0;
    // Rows that are rejected for another reason get this error as well.
    if (isSettled) for (const one of rows.filter(isRefused)) if (hasNoFaultAt(one, "rollNo")) check(one);
  }
}

const hasNoFaultAt = ({ matched }: Placed, field: Field) => matched.row.faults.every((one) => one.field !== field);
