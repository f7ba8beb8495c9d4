import "server-only";
import { dateHere } from "@/content/institute";
import { currentYear, listYears } from "@/features/years/data";
import { sql, type Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { intakeOn, isAnyOpen, openYear, stateOf, waitingOn } from "./rules";
import type { IntakesView, IntakeView, WaitingView } from "./schema";

/** Twelve classes for a hundred years. */
const most = 1200;

/** The intakes of all years, latest year first. */
export async function listIntakes(): Promise<IntakeView[]> {
  const [rows, years] = await Promise.all([
    sql<Omit<IntakeView, "year">>(
      Prisma.sql`select id as "_id", school_year_id as "yearId", class_name::int as "className", seats::int,
          opens_on::text as "opensOn", closes_on::text as "closesOn", taken::int
        from intakes order by class_name limit ${most}`,
    ),
    listYears(),
  ]);
  return years.flatMap(({ _id, label }) =>
    rows.flatMap((row) => (row.yearId === _id ? [{ ...row, year: label }] : [])),
  );
}

/** The intakes of a year: by default the one for which families apply now, else the latest with intakes, else the current one. */
export async function intakesOf(yearId: string | undefined, now: Date): Promise<IntakesView> {
  const [all, years, current] = await Promise.all([listIntakes(), listYears(), currentYear(now)]);
  const today = dateHere(now);
  const coming = years.filter(({ _id, lastDay }) => lastDay >= today || _id === current?._id).toReversed();
  const open = openYear(all, today);
  const usual =
    coming.find(({ label }) => label === open) ??
    coming.findLast(({ _id }) => all.some((intake) => intake.yearId === _id)) ??
    current;
  const year = (years.find(({ _id }) => _id === yearId) ?? usual)?._id ?? null;
  return {
    years: coming.map(({ _id, label }) => ({ _id, label })),
    year,
    intakes: all.filter((intake) => intake.yearId === year),
    today,
  };
}

/** Limited seats per class in the year that is shown first, and the number taken; null without intakes. */
export async function countSeats(now: Date): Promise<{ year: string; seats: number; taken: number } | null> {
  const { years, year, intakes } = await intakesOf(undefined, now);
  const limited = intakes.filter(({ seats }) => seats !== null);
  if (limited.length === 0) return null;
  return {
    year: years.find(({ _id }) => _id === year)?.label ?? "",
    seats: limited.reduce((sum, { seats }) => sum + (seats ?? 0), 0),
    taken: limited.reduce((sum, { taken }) => sum + taken, 0),
  };
}

/** The year that families can apply for now, from these intakes; undefined if none is open. */
export function openYearAt(intakes: readonly IntakeView[], now: Date): string | undefined {
  return openYear(intakes, dateHere(now));
}

/** Whether families can apply for any class now without a waiting list, from these intakes. */
export function isAnyOpenAt(intakes: readonly IntakeView[], now: Date): boolean {
  return isAnyOpen(intakes, dateHere(now));
}

export async function listWaiting(now: Date): Promise<WaitingView> {
  return waitingOn(await listIntakes(), dateHere(now));
}

/**
 * The current intake of a class, and whether an application would go on the waiting list; null for a class without intake.
 */
export async function intakeNow(className: number, now: Date) {
  const today = dateHere(now);
  const intake = intakeOn(
    (await listIntakes()).filter((one) => one.className === className),
    today,
  );
  return intake ? { id: intake._id, yearId: intake.yearId, state: stateOf(intake, today) } : null;
}

/**
 * The intake of a place; null for a class without one. Locks it and the application's former intake until the transaction ends,
 * in the same order in which their seats are counted.
 */
export async function lockIntakeOf(
  tx: Transaction,
  { schoolYearId, className }: { schoolYearId: string; className: number },
  before: string | null,
): Promise<string | null> {
  const rows = await tx.$queryRaw<{ id: string; isGiven: boolean }[]>`
    select id, school_year_id = ${schoolYearId}::uuid and class_name = ${className} as "isGiven" from intakes
    where (school_year_id = ${schoolYearId}::uuid and class_name = ${className}) or id = ${before}::uuid order by id for update`;
  return rows.find(({ isGiven }) => isGiven)?.id ?? null;
}

/** Keeps an intake from being deleted until the transaction ends; false if it was. */
export async function keepIntake(tx: Transaction, id: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`select from intakes where id = ${id}::uuid for key share`;
  return found.length > 0;
}
