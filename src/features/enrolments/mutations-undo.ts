import "server-only";
import { wordsOf } from "@/lib/catalogue";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { namesOfPeople } from "@/server/auth/users";
import { closeUndone, lockUndoable, noteOutcomes } from "@/server/batches/batches";
import type { Transaction } from "@/server/db/client";
import { rosterTransaction } from "@/server/roster/refusals";
import { lockStudents } from "@/server/roster/students";
import { say } from "./messages";
import type { UndoneView } from "./schema-promotion";

type Outcome = "reversed" | "kept" | "failed" | "erased";
type Judged = { rowNo: number; studentId: string | null; outcome: Outcome };

const refusals = {
  missing: say("noPromotion"),
  notApplied: say("noPromotion"),
  undoneAlready: say("undoneAlready"),
  tooLate: say("tooLate"),
};

/** Undoes a promotion row by row; later changes are kept. @throws AppError */
export async function undoPromotion(batchId: string, by: Principal, now: Date): Promise<UndoneView> {
  return rosterTransaction(async (tx) => {
    await lockUndoable(tx, batchId, "promotion", now, refusals);
    // Waits for concurrent changes, so that they are not overwritten.
    await lockStudents(tx, await findSubjects(tx, batchId));
    const judged = await judge(tx, batchId);
    await reverse(tx, batchId, judged);
    await closeUndone(tx, batchId, by.userId, now);
    const reversed = judged.filter(({ outcome }) => outcome === "reversed").length;
    await record(tx, { action: "promotion-undone", by, detail: { count: reversed } });
    return { reversed, rows: await leftOver(judged) };
  });
}

async function findSubjects(tx: Transaction, batchId: string): Promise<string[]> {
  const rows = await tx.batchRow.findMany({
    where: { batchId, subjectId: { not: null } },
    select: { subjectId: true },
  });
  return rows.flatMap(({ subjectId }) => subjectId ?? []);
}

/**
 * Kept: the new enrolment was changed, moved or ended, the earlier one is gone with an account that was attached, or a student
 * who left has returned, even if the student has left again.
 * Failed: the place is taken.
 */
function judge(tx: Transaction, batchId: string): Promise<Judged[]> {
  return tx.$queryRaw<Judged[]>`
    select r.row_no as "rowNo", r.subject_id as "studentId", case
      when r.subject_id is null then 'erased'
      when c.id is null then 'kept'
      when (r.before ->> 'opened') is not null
        and (o.row_version is distinct from r.seen_version or c.end_reason is distinct from 'promoted') then 'kept'
      when (r.before ->> 'opened') is null and (s.left_on is null or greatest(s.left_on, c.from_day) <> c.to_day
        or exists (select from enrolments x where x.student_id = c.student_id
          and (x.from_day, x.id) > (c.from_day, c.id))) then 'kept'
      when exists (select from enrolments x where x.student_id = c.student_id and x.to_day is null
        and x.id is distinct from o.id) then 'kept'
      when exists (select from enrolments x where x.to_day is null and x.roll_no = c.roll_no
        and x.school_year_id = c.school_year_id and x.class_name = c.class_name
        and x.section is not distinct from c.section) then 'failed'
      else 'reversed' end as outcome
    from batch_rows r left join enrolments c on c.id = (r.before ->> 'closed')::uuid
      left join enrolments o on o.id = (r.before ->> 'opened')::uuid left join students s on s.user_id = r.subject_id
    where r.batch_id = ${batchId}::uuid and r.state = 'updated' order by r.row_no`;
}

async function reverse(tx: Transaction, batchId: string, judged: Judged[]): Promise<void> {
  await noteOutcomes(
    tx,
    batchId,
    judged.map(({ rowNo, outcome }) => ({ rowNo, state: stateOf(outcome) })),
  );
  await tx.$executeRaw`
    delete from enrolments e using batch_rows r
    where r.batch_id = ${batchId}::uuid and r.state = 'reversed' and e.id = (r.before ->> 'opened')::uuid`;
  await tx.$executeRaw`
    update enrolments e set to_day = null, end_reason = null from batch_rows r
    where r.batch_id = ${batchId}::uuid and r.state = 'reversed' and e.id = (r.before ->> 'closed')::uuid`;
  await tx.$executeRaw`
    update students s set left_on = null, left_reason = null from batch_rows r
    where r.batch_id = ${batchId}::uuid and r.state = 'reversed' and s.user_id = r.subject_id
      and (r.before ->> 'opened') is null`;
}

const stateOf = (outcome: Outcome) => (outcome === "erased" ? "failed" : outcome);

async function leftOver(judged: Judged[]): Promise<UndoneView["rows"]> {
  const names = await namesOfPeople(judged.map(({ studentId }) => studentId));
  return judged.flatMap(({ studentId, outcome }) => {
    if (outcome === "reversed") return [];
    const why = { kept: say("keptSince"), failed: say("placeTaken"), erased: say("erased") }[outcome];
    const name = (studentId && names.get(studentId)) || "";
    return [{ studentId, name, state: outcome === "kept" ? "kept" : "failed", why: wordsOf(why) } as const];
  });
}
