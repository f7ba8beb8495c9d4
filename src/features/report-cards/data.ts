import "server-only";
import { dateHere } from "@/content/institute";
import { yearOf } from "@/features/enrolments/data";
import { type CardExam, listReleasedExams } from "@/features/exams/data-cards";
import { currentYear, listYears, yearAt } from "@/features/years/data";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import type { Prisma, ReportCardSet } from "@/server/generated/prisma/client";
import { countPeople } from "./data-people";
import { say } from "./messages";
import { actions, reachesSet, reachesStudent } from "./rules";
import { nameKey } from "./rules-table";
import type { ExamChoiceView, SetsView, SetView } from "./schema";

const parts = {
  schoolYear: true,
  exams: { select: { examId: true } },
} satisfies Prisma.ReportCardSetInclude;

/** A set with its year and exams. */
export type SetRow = Prisma.ReportCardSetGetPayload<{ include: typeof parts }> & { isThisYear: boolean };

/** A row as every answer shows it. */
export function setViewOf(row: ReportCardSet & { schoolYear: { id: string; label: string } }): SetView {
  const { id, title, schoolYear, className, section, lastDay, daysOpen, rowVersion } = row;
  return {
    _id: id,
    title,
    year: { _id: schoolYear.id, label: schoolYear.label },
    className: String(className),
    section,
    lastDay: isoDate(lastDay),
    daysOpen,
    rowVersion,
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
  return { ...row, isThisYear: await isThisYear(row) };
}

/** True for a set of the current school year. */
export async function isThisYear({ schoolYearId }: Pick<ReportCardSet, "schoolYearId">): Promise<boolean> {
  return (await currentYear())?._id === schoolYearId;
}

/** Maximum number of sets of a year, and of classes and sections with sets in all years: more than any school makes. */
const most = 5_000;

/** The sets of a year in the caller's scope, lowest class first, and the years that have begun or have sets. */
export async function listSets(asked: string | undefined, principal: Principal, now: Date): Promise<SetsView> {
  const all = await listYears();
  const current = yearAt(all, now);
  const counts = await countSets(principal, current?._id);
  const year = all.find(({ _id }) => _id === (asked ?? current?._id));
  const years = all.filter(
    ({ _id, firstDay }) => _id === year?._id || counts.has(_id) || !current || firstDay <= current.firstDay,
  );
  return {
    years: years.map(({ _id, label }) => {
      const sets = counts.get(_id) ?? 0;
      return { _id, label, isCurrent: _id === current?._id, sets };
    }),
    year: year ? { _id: year._id, label: year.label } : null,
    items: year ? await setsOf(year._id, year._id === current?._id, principal, now) : [],
    mayMake: may(principal, actions.make),
  };
}

async function setsOf(
  yearId: string,
  isThisYear: boolean,
  principal: Principal,
  now: Date,
): Promise<SetsView["items"]> {
  const rows = await db().reportCardSet.findMany({
    where: { schoolYearId: yearId },
    include: { schoolYear: true },
    orderBy: [{ className: "asc" }, { section: { sort: "asc", nulls: "first" } }, { lastDay: "desc" }, { id: "asc" }],
    take: most,
  });
  const own = rows.filter((row) => reachesSet(principal, { ...row, isThisYear }));
  const sections = await countPeople(
    own.map(({ id }) => id),
    dateHere(now),
  );
  const sectionsOf = groupBy(sections, ({ id }) => id);
  return own.map((row) => {
    const all = sectionsOf.get(row.id) ?? [];
    const reached = all.filter(({ section }) => reachesStudent(principal, { ...row, isThisYear, section }));
    const sum = (of: "students" | "issued") => reached.reduce((total, one) => total + one[of], 0);
    return { ...setViewOf(row), issued: sum("issued"), students: sum("students") };
  });
}

/** The number of sets in the caller's scope, by year. */
async function countSets(principal: Principal, currentId: string | undefined): Promise<Map<string, number>> {
  const rows = await db().reportCardSet.groupBy({
    by: ["schoolYearId", "className", "section"],
    _count: true,
    orderBy: { schoolYearId: "asc" },
    take: most,
  });
  const counts = new Map<string, number>();
  for (const { schoolYearId, _count, ...place } of rows)
    if (reachesSet(principal, { ...place, isThisYear: schoolYearId === currentId }))
      counts.set(schoolYearId, (counts.get(schoolYearId) ?? 0) + _count);
  return counts;
}

type ChosenPlace = { year?: string | undefined; class: number; section?: string | undefined };

/** The exams that a set of a class can contain. @throws AppError */
export async function listChoices(place: ChosenPlace, now: Date): Promise<ExamChoiceView[]> {
  const { _id: yearId } = await yearOf(place.year, now);
  const exams = await listReleasedExams({ yearId, className: place.class, section: place.section ?? null });
  return exams.map(choiceViewOf);
}

/** Released exams of the period that a set lacks although it has others of the same names. A change of the set adds them. */
export async function listLater(set: SetRow, exams: readonly CardExam[]): Promise<ExamChoiceView[]> {
  const released = await listReleasedExams({ ...set, yearId: set.schoolYearId });
  const [names, ids] = [new Set(exams.map(nameKey)), new Set(exams.map(({ id }) => id))];
  const lastDay = isoDate(set.lastDay);
  const isOfPeriod = ({ examDate }: CardExam) => examDate === null || examDate <= lastDay;
  return released.filter((exam) => names.has(nameKey(exam)) && !ids.has(exam.id) && isOfPeriod(exam)).map(choiceViewOf);
}

/** An exam as a set shows it. */
export const choiceViewOf = ({ id, examName, subject, examDate, sections }: CardExam): ExamChoiceView => ({
  _id: id,
  examName,
  subject,
  examDate,
  sections,
});
