import "server-only";
import { dateHere } from "@/content/institute";
import { findTest } from "@/features/schedules/data";
import { listPast } from "@/features/schedules/data-past";
import { resolveSubjects } from "@/features/subjects/data";
import { addDays } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { subjectKey } from "@/lib/subject-key";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { say as sayServer } from "@/server/messages";
import { coversDay } from "@/server/roster/in-class";
import { firstOpenDay, reached, sectionsFor } from "./data-reach";
import { say } from "./messages";
import { actions, taughtBy } from "./rules";
import type { TestExamView } from "./schema";

/** How many days back tests without an exam are searched for. */
const daysBack = 30;

type Test = { _id: string; className: number; sections: string[]; subject: string; testDate: string };
type TestExam = { testId: string; id: string; sections: string[]; isReached: boolean };

const takesPart = (sections: readonly string[], section: string) => sections.length === 0 || sections.includes(section);

const overlap = (some: readonly string[], others: readonly string[]) =>
  some.length === 0 || some.some((section) => takesPart(others, section));

/**
 * The exams of tests, oldest first: those created for a test, and others of its day. After a test's class or subject was
 * corrected, exams of the old class or subject do not count as its own.
 */
async function listExamsOf(tests: readonly Test[], principal: Principal): Promise<TestExam[]> {
  const nameOf = await resolveSubjects(tests.map(({ subject }) => subject));
  const given = JSON.stringify(tests.map((test) => ({ ...test, subjectKey: subjectKey(nameOf(test.subject)) })));
  const rows = await sql<TestExam>(Prisma.sql`
    with t as materialized (
      select * from json_to_recordset(${given}::json) as t (_id uuid, "className" int, "subjectKey" text, "testDate" date)
    ), found as (
      select t._id, x.id from t join exams x on x.schedule_id = t._id and x.class_name = t."className"
        and x.subject_key = t."subjectKey"
      union all
      select t._id, x.id from t join exams x on x.schedule_id is null and x.class_name = t."className"
        and x.subject_key = t."subjectKey" and x.exam_date = t."testDate"
    )
    select f._id as "testId", x.id, x.sections, ${reached(principal)} as "isReached" from found f join exams x on x.id = f.id
    where x.state <> 'withdrawn' order by x.created_at, x.id`);
  const sectionsOf = new Map(tests.map(({ _id, sections }) => [_id, sections]));
  return rows.filter(({ testId, sections }) => overlap(sectionsOf.get(testId) ?? [], sections));
}

type ClassSections = { testId: string; sections: string[] };

/** The sections that the classes of tests had on their day. */
async function listClassSections(tests: readonly Test[]): Promise<Map<string, string[]>> {
  if (tests.length === 0) return new Map();
  const rows = await sql<ClassSections>(Prisma.sql`
    select t._id as "testId", array_agg(distinct e.section order by e.section) as sections
    from json_to_recordset(${JSON.stringify(tests)}::json) as t (_id uuid, "className" int, "testDate" date)
    join school_years y on t."testDate" between y.first_day and y.last_day
    join enrolments e on e.school_year_id = y.id and e.class_name = t."className" and e.section is not null
      and ${coversDay(Prisma.sql`t."testDate"`)}
    group by t._id`);
  return new Map(rows.map(({ testId, sections }) => [testId, sections]));
}

/** The exams of each test, and the sections within the caller's scope that none of them has. */
async function coverTests(tests: readonly Test[], principal: Principal) {
  const examsOf = groupBy(await listExamsOf(tests, principal), ({ testId }) => testId);
  const covers = tests.map((test) => {
    return { test, mine: sectionsFor(principal, test), made: examsOf.get(test._id) ?? [] };
  });
  const open = covers.filter(({ test, mine, made }) => made.length > 0 && test.sections.length === 0 && mine === null);
  const inClass = await listClassSections(open.map(({ test }) => test));
  return covers.map(({ test, mine, made }) => {
    const needed =
      test.sections.length === 0
        ? (mine ?? inClass.get(test._id) ?? [])
        : test.sections.filter((section) => mine?.includes(section) ?? true);
    const missing = needed.filter((section) => !made.some(({ sections }) => takesPart(sections, section)));
    return { test, mine, made, needed, missing, isCovered: made.length > 0 && missing.length === 0 };
  });
}

/** The tests of the last thirty days that lack an exam, and whose marks the caller may enter, the latest first. */
export async function listTestsWithoutMarks(principal: Principal, now: Date) {
  const today = dateHere(now);
  const taught = taughtBy(principal)?.map(({ className }) => className);
  const since = [addDays(today, -daysBack), (await firstOpenDay(principal, now)) ?? ""].sort().at(-1) ?? "";
  const tests = await listPast(since, today, taught);
  const own = tests.filter(({ className, sections, subject }) =>
    (sections.length === 0 ? [undefined] : sections).some((section) =>
      may(principal, actions.mark, { className, subject, ...(section && { section }) }),
    ),
  );
  const open = new Set(
    (await coverTests(own, principal)).flatMap(({ test, isCovered }) => (isCovered ? [] : test._id)),
  );
  return own.filter(({ _id }) => open.has(_id));
}

/** The exam of an announced test, or if it has none the initial values for one. @throws AppError NOT_FOUND, FORBIDDEN */
export async function findTestExam(scheduleId: string, principal: Principal): Promise<TestExamView> {
  const test = await findTest(scheduleId);
  const [found] = test ? await coverTests([{ _id: scheduleId, ...test }], principal) : [];
  if (!test || !found) throw new AppError("NOT_FOUND", say("testNotFound"));
  const { mine, made, needed, missing, isCovered } = found;
  if (mine && needed.length === 0) throw new AppError("FORBIDDEN", sayServer("notTaught"));
  if (test.testDate < ((await firstOpenDay(principal)) ?? "")) throw new AppError("FORBIDDEN", say("earlierYear"));
  const exam = made.find(({ isReached, sections }) => isReached && overlap(needed, sections));
  const sections = missing.length > 0 && made.length > 0 ? missing : mine ? needed : test.sections;
  const { className, subject, testDate: examDate } = test;
  return { examId: (isCovered && exam?.id) || null, className: String(className), sections, subject, examDate };
}
