import { say } from "./messages";
import type { Matched } from "./rules-match";
import type { Field } from "./schema";

/** A school year, and the day from which a new place in it counts. */
export type TargetYear = { id: string; label: string; firstDay: string; fromDay: string };

type Seat = { className: number; section: string | null; rollNo: string | null };

/** What becomes of a student's place: nothing, a first or another one, or another section or roll number in it. */
export type PlaceStep =
  | { kind: "none" }
  | ({ kind: "open"; closes: { id: string; day: string; reason: "moved" | "promoted" } | null } & Seat)
  | ({ kind: "change"; id: string } & Seat);

const dayBefore = (day: string) => new Date(Date.parse(day) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Where a row puts its student. An empty cell leaves section and roll number alone, but a roll number is of its class. */
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
  if (known?.hasLeft) return refuse(say("hasLeft"));
  const target = className ?? open?.className ?? 0;
  if (!open) return { kind: "open", closes: null, className: target, section, rollNo };
  if (open.yearId === year.id && open.className === target) {
    const seat = { className: target, section: section ?? open.section, rollNo: rollNo ?? open.rollNo };
    const isSame = seat.section === open.section && seat.rollNo === open.rollNo;
    return isSame ? { kind: "none" } : { kind: "change", id: open.id, ...seat };
  }
  if (open.yearId !== year.id && open.yearBegins > year.firstDay)
    return refuse(say("inLaterYear", String(open.className), open.yearLabel));
  const isSameYear = open.yearId === year.id;
  const lastDay = dayBefore(isSameYear ? year.fromDay : year.firstDay);
  const closes = {
    id: open.id,
    day: lastDay < open.fromDay ? open.fromDay : lastDay,
    reason: isSameYear ? ("moved" as const) : ("promoted" as const),
  };
  return { kind: "open", closes, className: target, section: section ?? open.section, rollNo };
}

/** Who has a roll number: a student by id and name. */
export type Holder = { studentId: string; name: string };

export const seatKey = ({ className, section, rollNo }: Seat) => JSON.stringify([className, section, rollNo]);

type Placed = { matched: Matched; step: PlaceStep };

/** Refuses roll numbers that two would have after the import. A refused row leaves its student where the student is. */
export function refuseTakenSeats(rows: readonly Placed[], holders: ReadonlyMap<string, Holder>): void {
  const isRefused = ({ matched }: Placed) => matched.row.faults.length > 0;
  for (let isSettled = false; !isSettled; ) {
    const counted = rows.filter((one) => !isRefused(one));
    const moving = new Set(
      counted.flatMap(({ matched, step }) => (step.kind === "none" ? [] : (matched.known?.id ?? []))),
    );
    const taken = new Map<string, number>();
    const check = ({ matched: { row, known }, step }: Placed): boolean => {
      if (step.kind === "none" || step.rollNo === null) return true;
      const key = seatKey(step);
      const first = taken.get(key);
      const holder = holders.get(key);
      const isFree = holder === undefined || holder.studentId === known?.id || moving.has(holder.studentId);
      if (isFree && first === undefined) taken.set(key, row.no);
      else
        row.faults.push({
          field: "rollNo",
          why: first === undefined ? say("isOf", holder?.name ?? "") : say("rowHasIt", first),
        });
      return isFree && first === undefined;
    };
    isSettled = counted.filter((one) => !check(one)).length === 0;
    // Whoever is refused for something else learns of this, too, at once.
    if (isSettled) for (const one of rows.filter(isRefused)) if (hasNoFaultAt(one, "rollNo")) check(one);
  }
}

const hasNoFaultAt = ({ matched }: Placed, field: Field) => matched.row.faults.every((one) => one.field !== field);
