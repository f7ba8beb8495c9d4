import "server-only";
import { yearOf } from "@/features/enrolments/data";
import { listReleasedExams } from "@/features/exams/data-cards";
import { listYears, yearAt } from "@/features/years/data";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import type { Prisma, ReportCardSet } from "@/server/generated/prisma/client";
import { say } from "./messages";
import { actions, reachesSet } from "./rules";
import type { ExamChoiceView, SetsView, SetView } from "./schema";

const parts = {
  schoolYear: true,
  exams: { select: { examId: true } },
} satisfies Prisma.ReportCardSetInclude;

/** A set with its year and exams. */
export type SetRow = Prisma.ReportCardSetGetPayload<{ include: typeof parts }>;

/** A row as every answer shows it. */
export function setViewOf(row: ReportCardSet & { schoolYear: { id: string; label: string } }): SetView {
  const { id, title, schoolYear, className, section, lastDay, daysOpen, rowVersion } = row;
  return {
    ...{ _id: id, title, year: { _id: schoolYear.id, label: schoolYear.label }, className: String(className), section },
    ...{ lastDay: isoDate(lastDay), daysOpen, rowVersion },
  };
}

/** A set. @throws AppError NOT_FOUND, FORBIDDEN for anyone but the office and its class teachers */
export async function getSet(id: string, principal: Principal): Promise<SetRow> {
  const row = await findSet(id);
  if (!reachesSet(principal, row)) throw new AppError("FORBIDDEN", say("notOwn"));
  return row;
}

/** A set, without a permission check. @throws AppError NOT_FOUND */
export async function findSet(id: string): Promise<SetRow> {
  const row = await db().reportCardSet.findUnique({ where: { id }, include: parts });
  if (!row) throw new AppError("NOT_FOUND", say("noSet"));
  return row;
}

/** Maximum number of sets of a year in a list. */
const mostSets = 500;

/** The sets of a year in the caller's scope, lowest class first. */
export async function listSets(asked: string | undefined, principal: Principal, now: Date): Promise<SetsView> {
  const all = await listYears();
  const years = all.map(({ _id, label }) => ({ _id, label }));
  const year = years.find(({ _id }) => _id === (asked ?? yearAt(all, now)?._id)) ?? null;
  const mayMake = may(principal, actions.make);
  if (year === null) return { years, year, items: [], mayMake };
  const rows = await db().reportCardSet.findMany({
    where: { schoolYearId: year._id },
    include: { schoolYear: true, _count: { select: { cards: { where: { state: "issued" } } } } },
    orderBy: [{ className: "asc" }, { section: { sort: "asc", nulls: "first" } }, { lastDay: "desc" }, { id: "asc" }],
    take: mostSets,
  });
  const items = rows
    .filter((row) => reachesSet(principal, row))
    .map(({ _count, ...row }) => ({ ...setViewOf(row), issued: _count.cards }));
  return { years, year, items, mayMake };
}

type ChosenPlace = { year?: string | undefined; class: number; section?: string | undefined };

/** The exams that a set of a class can contain. @throws AppError */
export async function listChoices(place: ChosenPlace, now: Date): Promise<ExamChoiceView[]> {
  const { _id: yearId } = await yearOf(place.year, now);
  const exams = await listReleasedExams({ yearId, className: place.class, section: place.section ?? null });
  return exams.map(({ id, examName, subject, examDate, sections }) => ({
    ...{ _id: id, examName, subject, examDate, sections },
  }));
}
