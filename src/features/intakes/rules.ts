import { classes } from "@/lib/classes";
import type { Actions } from "@/lib/may";
import type { IntakeState, IntakeView, WaitingView } from "./schema";

export const actions = { manage: "office" } as const satisfies Actions;

type Days = Pick<IntakeView, "opensOn" | "closesOn">;
type Seats = Pick<IntakeView, "seats" | "taken">;

/** The state of an intake on a day. */
export function stateOf({ opensOn, closesOn, seats, taken }: Days & Seats, day: string): IntakeState {
  if (day < opensOn) return "soon";
  if (day > closesOn) return "closed";
  return seats !== null && taken >= seats ? "full" : "open";
}

const byFirstDay = (one: Days, other: Days) => (one.opensOn < other.opensOn ? -1 : 1);

/**
 * The intake for an application on a day: the open one that opened last, otherwise the next to open, otherwise the one that
 * closed last; undefined for a class without intake.
 */
export function intakeOn<Intake extends Days>(intakes: readonly Intake[], day: string): Intake | undefined {
  const inOrder = intakes.toSorted(byFirstDay);
  const holding = inOrder.filter(({ opensOn, closesOn }) => opensOn <= day && day <= closesOn);
  return holding.at(-1) ?? inOrder.find(({ opensOn }) => opensOn > day) ?? inOrder.at(-1);
}

/**
 * The intake for an application that came on a day when its class had none. Families who applied before the intake's first day
 * applied for the season of that time, so an intake of another year does not count.
 */
export function intakeLater<Intake extends Days & Pick<IntakeView, "year">>(
  intakes: readonly Intake[],
  day: string,
  season: string | undefined,
): Intake | undefined {
  const intake = intakeOn(intakes, day);
  return intake && (intake.opensOn <= day || intake.year === season) ? intake : undefined;
}

/** The classes with a waiting list on a day, in order, and the reason. */
export function waitingOn(intakes: readonly IntakeView[], day: string): WaitingView {
  const classes = [...new Set(intakes.map(({ className }) => className))].sort((one, other) => one - other);
  return classes.flatMap((className) => {
    const intake = intakeOn(
      intakes.filter((one) => one.className === className),
      day,
    );
    const state = intake ? stateOf(intake, day) : "open";
    if (!intake || state === "open") return [];
    return [{ className, state, day: state === "soon" ? intake.opensOn : intake.closesOn }];
  });
}

/** Whether families can apply on a day for any class without a waiting list. */
export function isAnyOpen(intakes: readonly IntakeView[], day: string): boolean {
  const waiting = new Set(waitingOn(intakes, day).map(({ className }) => className));
  return classes.some((className) => !waiting.has(className));
}

/** The year for applications on a day: that of the intake that opened last; undefined while none is open. */
export function openYear(intakes: readonly (Days & Pick<IntakeView, "year">)[], day: string): string | undefined {
  const open = intakes.filter(({ opensOn, closesOn }) => opensOn <= day && day <= closesOn);
  return open.toSorted(byFirstDay).at(-1)?.year;
}

/** A row of the form: the last known stored values, and the number of changes by others. */
export type FormRow = { stored: string; turn: number };

/**
 * The rows of the form after the stored values were read again. A row that others have changed begins a new turn. A row that was
 * saved from this form (`own`) or is unchanged does not.
 */
export const rowsAfter = (rows: readonly FormRow[], stored: readonly string[], own: readonly number[]): FormRow[] =>
  rows.map((row, index) => {
    const text = stored[index] ?? "";
    return { stored: text, turn: text === row.stored || own.includes(index) ? row.turn : row.turn + 1 };
  });
