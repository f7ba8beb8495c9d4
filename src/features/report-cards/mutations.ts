import "server-only";
import { dateHere } from "@/content/institute";
import { yearOf } from "@/features/enrolments/data";
import { listCardExams, listReleasedExams } from "@/features/exams/data-cards";
import { isoDate, shownDate } from "@/lib/dates";
import { AppError, fieldError, requireVersion } from "@/lib/errors";
import { placeName } from "@/lib/place-name";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { findSet, type SetRow } from "./data";
import { listPeople } from "./data-people";
import { say } from "./messages";
import type { Place } from "./rules";
import { mostColumnsOf } from "./rules-table";
import type { AddSetInput, EditSetInput } from "./schema";
import { mostColumns } from "./schema-limits";

/** The details of a set's audit event. */
export const detailOf = ({ className, section, title }: Place & { title: string }) => ({
  class: placeName(className, section),
  exam: title,
});

/** Adds a set of report cards. Returns its id. @throws AppError */
export async function addSet(input: AddSetInput, by: Principal, now: Date): Promise<string> {
  const year = await yearOf(input.year, now);
  const place = { className: input.class, section: input.section ?? null };
  const lastDay = input.lastDay ?? earlier(dateHere(now), year.lastDay);
  requireDayOf(year, lastDay);
  return transaction(async (tx) => {
    await requireExams({ yearId: year._id, ...place }, input.examIds);
    await requireRoom(input.examIds, place.section);
    const { title, daysOpen } = input;
    const { id } = await tx.reportCardSet.create({
      data: {
        schoolYearId: year._id,
        ...place,
        title,
        daysOpen,
        createdById: by.userId,
        createdAt: now,
        lastDay: new Date(lastDay),
        exams: { createMany: { data: [...new Set(input.examIds)].map((examId) => ({ examId })) } },
      },
    });
    await record(tx, { action: "card-set-added", by, subjectId: id, detail: detailOf({ ...place, title }) });
    return id;
  });
}

const earlier = (one: string, other: string) => (one < other ? one : other);

function requireDayOf({ firstDay, lastDay }: { firstDay: string; lastDay: string }, day: string): void {
  if (day < firstDay || day > lastDay)
    throw fieldError("lastDay", say("outsideYear", shownDate(firstDay), shownDate(lastDay)));
}

/** @throws AppError BAD_REQUEST for an exam of another class or an unreleased one */
async function requireExams(place: Place & { yearId: string }, examIds: readonly string[]): Promise<void> {
  const known = new Set((await listReleasedExams(place)).map(({ id }) => id));
  if (!examIds.every((id) => known.has(id))) throw fieldError("examIds", say("otherExam"));
}

/** @throws AppError BAD_REQUEST for exams of more names than a card has columns */
async function requireRoom(examIds: readonly string[], section: string | null): Promise<void> {
  if (mostColumnsOf(await listCardExams(examIds), section) > mostColumns)
    throw fieldError("examIds", say("tooManyColumns", mostColumns));
}

/** A set, locked until the transaction ends. @throws AppError NOT_FOUND */
export async function lockSet(tx: Transaction, id: string): Promise<SetRow> {
  await tx.$queryRaw`select from report_card_sets where id = ${id}::uuid for update`;
  return findSet(id);
}

/** Edits a set. Issued cards stay unchanged. @throws AppError */
export async function editSet(input: EditSetInput, by: Principal, now: Date): Promise<{ _id: string }> {
  await transaction(async (tx) => {
    const set = await lockSet(tx, input.id);
    requireVersion(input.rowVersion, set.rowVersion, say("changedMeanwhile"));
    const { schoolYear, schoolYearId: yearId, className, section } = set;
    requireDayOf({ firstDay: isoDate(schoolYear.firstDay), lastDay: isoDate(schoolYear.lastDay) }, input.lastDay);
    // Exams selected before are kept, even if they were withdrawn since.
    const before = new Set(set.exams.map(({ examId }) => examId));
    const added = input.examIds.filter((id) => !before.has(id));
    await requireExams({ yearId, className, section }, added);
    // A set that already has more columns keeps them.
    if (added.length > 0) await requireRoom(input.examIds, section);
    await tx.reportCardSetExam.deleteMany({ where: { setId: set.id, examId: { notIn: input.examIds } } });
    await tx.reportCardSetExam.createMany({ data: [...new Set(added)].map((examId) => ({ setId: set.id, examId })) });
    const { title, daysOpen, lastDay } = input;
    await tx.reportCardSet.update({
      where: { id: set.id },
      data: { title, daysOpen, lastDay: new Date(lastDay), rowVersion: { increment: 1 } },
    });
    await requireDays(tx, set.id, daysOpen, now);
    await record(tx, { action: "card-set-changed", by, subjectId: set.id, detail: detailOf({ ...set, title }) });
  });
  return { _id: input.id };
}

/** Rejects fewer days with lessons than a student of the set was present on. @throws AppError CONFLICT */
async function requireDays(tx: Transaction, setId: string, daysOpen: number | null, now: Date): Promise<void> {
  if (daysOpen === null) return;
  const people = await listPeople(setId, dateHere(now));
  const { _count: count, _max: most } = await tx.reportCardEntry.aggregate({
    where: { setId, daysPresent: { gt: daysOpen }, studentId: { in: people.map(({ studentId }) => studentId) } },
    _count: true,
    _max: { daysPresent: true },
  });
  if (count > 0) throw fieldError("daysOpen", say("presentOnMore", count, most.daysPresent ?? 0), "CONFLICT");
}

/** Deletes a set without issued cards. @throws AppError NOT_FOUND, CONFLICT */
export async function removeSet({ id }: { id: string }, by: Principal): Promise<{ _id: string }> {
  await transaction(async (tx) => {
    const set = await lockSet(tx, id);
    if ((await tx.reportCard.count({ where: { setId: id, state: { not: "draft" } } })) > 0)
      throw new AppError("CONFLICT", say("hasCards"));
    await tx.reportCard.deleteMany({ where: { setId: id } });
    await tx.reportCardSet.delete({ where: { id } });
    await record(tx, { action: "card-set-removed", by, subjectId: id, detail: detailOf(set) });
  });
  return { _id: id };
}
