import "server-only";
import { dateHere } from "@/content/institute";
import { firstOpenDay, mayMark } from "@/features/exams/data-reach";
import { nameKeyOf } from "@/features/results/data-names";
import { resolveSubjects } from "@/features/subjects/data";
import { listYears } from "@/features/years/data";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { subjectKey } from "@/lib/subject-key";
import { record } from "@/server/audit/audit";
import type { Transaction } from "@/server/db/client";
import { violatedIndex } from "@/server/db/database-errors";
import { Prisma, type TestSchedule } from "@/server/generated/prisma/client";
import { endHidingExemptions } from "@/server/roster/exemptions";
import { bringBackExams } from "@/server/roster/planned-releases";
import { say } from "./messages-refusals";
import { meets, meetsOutside } from "./rules-warnings";

type Move = {
  scheduleId: string;
  className: number;
  sections: readonly string[];
  subject: string;
  from: string;
  to: string;
};
type Found = { id: string; className: number; sections: string[] };
type Moved = { className: number; examName: string; subject: string; subjectKey: string };

/** The other planned tests of this class and subject on the day, in order: they may have an exam, too. */
async function listBeside(tx: Transaction, test: Pick<TestSchedule, "id" | "className" | "testDate">, key: string) {
  const others = await tx.testSchedule.findMany({
    where: { id: { not: test.id }, className: test.className, testDate: test.testDate, state: "planned" },
    orderBy: [{ testTime: "asc" }, { id: "asc" }],
    select: { id: true, className: true, sections: true, subject: true },
  });
  const nameOf = await resolveSubjects(others.map(({ subject }) => subject));
  return others.filter(({ subject }) => subjectKey(nameOf(subject)) === key);
}

/**
 * Moves a test's unreleased exams with it, if they have its old date (decision 338), its class, its subject and one of its
 * sections. An exam that also has sections with another test that day goes to that test instead. A planned release is cancelled.
 * A teacher cannot move an exam out of an earlier year, or into one. The caller must hold the lock on exam keys.
 * @throws AppError CONFLICT if the same exam is added on the new date at the same time
 */
export async function moveExams(tx: Transaction, move: Move, by: Principal): Promise<void> {
  const { scheduleId, className, sections, subject: ofTest, from, to } = move;
  const year = (await listYears()).find(({ firstDay, lastDay }) => firstDay <= to && to <= lastDay);
  const firstOpen = (await firstOpenDay(by)) ?? "";
  if (from === to || !year || from < firstOpen || to < firstOpen) return;
  const key = subjectKey(ofTest);
  const found = await tx.$queryRaw<Found[]>`
    select x.id, x.class_name as "className", x.sections from exams x
    where x.schedule_id = ${scheduleId}::uuid and x.exam_date = ${from}::date and x.state in ('draft', 'scheduled')
      and x.class_name = ${className} and x.subject_key = ${key}
      and (x.sections = '{}' or cardinality(${sections}::text[]) = 0 or x.sections && ${sections}::text[])
      and not exists (select from exams o
        where o.id <> x.id and o.school_year_id = ${year._id}::uuid and o.class_name = x.class_name and o.state <> 'withdrawn'
          and o.subject_key = x.subject_key and ${nameKeyOf(Prisma.sql`o.exam_name`)} = ${nameKeyOf(Prisma.sql`x.exam_name`)} and o.exam_date = ${to}::date
          and (o.sections = '{}' or x.sections = '{}' or o.sections && x.sections))
    order by x.id for update`;
  // Waits for a concurrent deletion or cancellation. Locks only planned tests: a restoration waits for this move.
  await tx.$queryRaw`
    select from test_schedules where class_name = ${className} and test_date = ${from}::date and state = 'planned'
    order by id for share`;
  const others = await listBeside(tx, { id: scheduleId, className, testDate: new Date(from) }, key);
  const ids: string[] = [];
  for (const exam of found) {
    const other = others.find((one) => meetsOutside(sections, one, exam));
    if (other) await tx.exam.update({ where: { id: exam.id }, data: { scheduleId: other.id } });
    else ids.push(exam.id);
  }
  if (ids.length === 0) return;
  await bringBackExams(tx, Prisma.sql`x.id = any(${ids}::uuid[])`, by.userId);
  const moving = tx.$queryRaw<Moved[]>`
    with moved as (
      update exams set exam_date = ${to}::date, school_year_id = ${year._id}::uuid, row_version = row_version + 1
      where id = any(${ids}::uuid[]) returning id, class_name, exam_name, subject, subject_key
    ), noted as (
      insert into exam_events (id, exam_id, by_id, kind) select gen_random_uuid(), id, ${by.userId}::uuid, 'edited' from moved
    )
    select class_name as "className", exam_name as "examName", subject, subject_key as "subjectKey" from moved`;
  const moved = await moving.catch((error: unknown) => {
    throw violatedIndex(error) === "exams_same_key" ? new AppError("CONFLICT", say("changedMeanwhile")) : error;
  });
  for (const { className, examName, subject } of moved)
    await record(tx, { action: "exam-changed", by, detail: { class: className, exam: examName, subject } });
  for (const subjectKey of new Set(moved.map((one) => one.subjectKey))) await endHidingExemptions(tx, subjectKey);
}

/**
 * Deletes the empty exams of a test that is deleted after it was cancelled, or before its day (decision 338), unless another
 * test of the day has them, or the caller may not mark them in all their sections. The caller must hold the test's lock.
 */
export async function removeExams(tx: Transaction, test: TestSchedule, by: Principal, now: Date): Promise<void> {
  const { id, className, testDate } = test;
  const day = isoDate(testDate);
  const isDue = test.state === "planned" && day <= dateHere(now);
  if (isDue || day < ((await firstOpenDay(by, now)) ?? "")) return;
  await tx.$queryRaw`select from exams where schedule_id = ${id}::uuid order by id for update`;
  const key = subjectKey((await resolveSubjects([test.subject]))(test.subject));
  const others = await listBeside(tx, test, key);
  const marks = { none: { OR: [{ kind: { not: null } }, { remark: { not: null } }] } };
  const empty = await tx.exam.findMany({
    where: {
      ...{ scheduleId: id, className, subjectKey: key, examDate: testDate, state: "draft", releaseNo: 0 },
      ...{ marks, cardSets: { none: {} } },
    },
    select: { id: true, className: true, sections: true, examName: true, subject: true },
  });
  const gone = empty.filter(
    (exam) => mayMark(by, exam) && meets(test, exam) && !others.some((other) => meets(other, exam)),
  );
  await tx.exam.deleteMany({ where: { id: { in: gone.map((exam) => exam.id) } } });
  for (const { examName, subject } of gone)
    await record(tx, { action: "exam-removed", by, detail: { class: className, exam: examName, subject } });
}
