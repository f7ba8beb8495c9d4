import "server-only";
import { dateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { undoLength } from "@/server/batches/batches";
import { isInUse, isMissing, type Transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import { invalidate } from "@/server/response-cache/versions";
import { countPromoted, isNoMistake, takeIntoYear } from "@/server/roster/enrolments";
import { rosterTransaction } from "@/server/roster/refusals";
import { listYears, yearViewOf } from "./data";
import { say } from "./messages";
import { mostYears, yearFault } from "./rules";
import type { EditYearInput, SavedYear, YearInput, YearView } from "./schema";

/** Rejects a year that overlaps with others. A lock serializes writes. @throws AppError */
async function requireRoom(tx: Transaction, input: YearInput, id?: string): Promise<YearView[]> {
  await takeLock(tx, "school_years");
  const years = await listYears();
  const others = years.filter((year) => year._id !== id);
  const fault = yearFault(input, others);
  if (fault) throw fieldError(fault.field, fault.message, "CONFLICT");
  if (others.length >= mostYears) throw new AppError("CONFLICT", say("full"));
  return years;
}

const columnsOf = ({ label, firstDay, lastDay }: YearInput) => ({
  label,
  firstDay: new Date(firstDay),
  lastDay: new Date(lastDay),
});

// Public pages show the season, which depends on the years.
async function changed<Done>(work: (tx: Transaction) => Promise<Done>): Promise<Done> {
  const done = await rosterTransaction(work);
  invalidate();
  return done;
}

const endedBefore = (years: readonly YearView[], { firstDay }: YearInput) =>
  years.filter(({ lastDay }) => lastDay < firstDay).map(({ _id }) => _id);

const countsOf = ({ joined, numbersGone }: Pick<SavedYear, "joined" | "numbersGone">) => ({
  ...(joined > 0 && { count: joined }),
  ...(numbersGone > 0 && { numbersGone }),
});

/** Adds a school year, and moves students who joined in its days into it. @throws AppError CONFLICT for overlapping years */
export async function addYear(input: YearInput, by: Principal): Promise<SavedYear> {
  return changed(async (tx) => {
    const years = await requireRoom(tx, input);
    const row = await tx.schoolYear.create({ data: columnsOf(input) });
    const taken = await takeIntoYear(tx, row, endedBefore(years, input));
    const detail = { year: row.label, ...countsOf(taken) };
    await record(tx, { action: "year-added", by, detail });
    return { ...yearViewOf(row), ...taken };
  });
}

const isSame = (one: YearInput, other: YearInput) =>
  one.label === other.label && one.firstDay === other.firstDay && one.lastDay === other.lastDay;

/** Rejects new days for a year in use if they do not overlap with its present days. @throws AppError CONFLICT */
async function requireSameTime(tx: Transaction, { _id: id, ...before }: YearView, input: YearInput): Promise<void> {
  if (input.firstDay <= before.lastDay && before.firstDay <= input.lastDay) return;
  const uses = [{ enrolments: { some: isNoMistake } }, { exams: { some: {} } }, { cardSets: { some: {} } }];
  const inUse = await tx.schoolYear.count({ where: { id, OR: uses } });
  if (inUse > 0) throw fieldError("firstDay", say("daysInUse"), "CONFLICT");
}

/**
 * Rejects moving the first day to a later day in the future while a promotion that began on the former first day can be undone.
 * @throws AppError CONFLICT
 */
async function requireNonePromoted(tx: Transaction, { _id, ...before }: YearView, firstDay: string): Promise<void> {
  if (firstDay <= before.firstDay || firstDay <= dateHere(new Date())) return;
  const promoted = await countPromoted(tx, _id, before.firstDay, new Date(Date.now() - undoLength));
  if (promoted > 0) throw fieldError("firstDay", say("promotedFrom", promoted, shownDate(before.firstDay)), "CONFLICT");
}

/**
 * Edits a school year, and moves students like {@link addYear}.
 * @throws AppError NOT_FOUND, CONFLICT with an overlapping year, if the year has changed since it was seen, or if it cannot get
 * these days because it is in use or was promoted into
 */
export async function editYear({ id, was, ...input }: EditYearInput, by: Principal): Promise<SavedYear> {
  return changed(async (tx) => {
    const years = await requireRoom(tx, input, id);
    const before = years.find((year) => year._id === id);
    if (!before) throw new AppError("NOT_FOUND", say("notFound"));
    if (was && !isSame(was, before) && !isSame(input, before)) throw new AppError("CONFLICT", say("changedMeanwhile"));
    await requireSameTime(tx, before, input);
    await requireNonePromoted(tx, before, input.firstDay);
    const row = await tx.schoolYear.update({ where: { id }, data: columnsOf(input) });
    const taken = await takeIntoYear(tx, row, endedBefore(years, input));
    const days = `${before.firstDay} to ${before.lastDay}`;
    const detail = { year: before.label, before: days, ...countsOf(taken) };
    await record(tx, { action: "year-changed", by, detail });
    return { ...yearViewOf(row), ...taken };
  });
}

/** Deletes a school year. @throws AppError NOT_FOUND, CONFLICT while anything refers to it */
export async function removeYear({ id }: { id: string }, by: Principal): Promise<{ _id: string }> {
  await changed(async (tx) => {
    const { label } = await tx.schoolYear.delete({ where: { id } }).catch((error: unknown) => {
      if (isInUse(error)) throw new AppError("CONFLICT", say("inUse"));
      throw isMissing(error) ? new AppError("NOT_FOUND", say("notFound")) : error;
    });
    await record(tx, { action: "year-removed", by, detail: { year: label } });
  });
  return { _id: id };
}
