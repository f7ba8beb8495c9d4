import "server-only";
import { createHash } from "node:crypto";
import { wordsOf } from "@/lib/catalogue";
import { addDays } from "@/lib/dates";
import { AppError, fieldError } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import type { Principal } from "@/lib/principal";
import { byName } from "@/lib/roll-order";
import { record } from "@/server/audit/audit";
import type { Transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { rosterTransaction } from "@/server/roster/refusals";
import { lockStudents } from "@/server/roster/students";
import { yearOf } from "./data";
import { type ClassMember, listClassMembers, wasPromoted } from "./data-many";
import { say } from "./messages";
import { countsOf, leavesBecause, type Step, stepOf } from "./rules";
import type * as Schema from "./schema-promotion";

type Planned = { member: ClassMember; step: Step; why: string | null };

/** A preview of promoting a class. @throws AppError */
export async function previewPromotion(input: Schema.PromotionInput, now: Date): Promise<Schema.PromotionView> {
  return viewOf((await plan(input, now)).planned);
}

async function plan(input: Schema.PromotionInput, now: Date) {
  const [from, to] = [await yearOf(input.fromYear, now), await yearOf(input.toYear, now)];
  if (to.firstDay <= from.firstDay) throw fieldError("toYear", say("sameYear"));
  const members = await listClassMembers(input);
  if (members.length === 0)
    throw fieldError("className", say((await wasPromoted(input)) ? "allPromoted" : "nobodyInClass"));
  const [stay, leave] = [new Set(input.stay), new Set(input.leave)];
  const planned = members.map((member): Planned => {
    const step = stepOf(member, stay, leave);
    const why = member.next === null ? null : wordsOf(say("inNextYear", String(member.next), to.label));
    return { member, step, why };
  });
  return { from, to, planned };
}

function viewOf(planned: Planned[]): Schema.PromotionView {
  const rows = planned.map(({ member, step, why }): Schema.PromotionRow => {
    const { studentId, name, className, section, rollNo } = member;
    const to = step.to === null ? null : { className: String(step.to), section };
    return { studentId, name, from: { className: String(className), section, rollNo }, to, what: step.what, why };
  });
  const digest = createHash("sha256");
  for (const { studentId, from, to, what } of rows) digest.update(JSON.stringify([studentId, from, to, what]));
  return { rows, counts: countsOf(["up", "stays", "leaves", "refused"], rows), digest: digest.digest("base64url") };
}

// Like every change of a place, this locks students before enrolments.
async function lockMembers(tx: Transaction, { fromYear, className }: Schema.PromoteInput): Promise<void> {
  const where = { schoolYearId: fromYear, className, toDay: null };
  const members = await tx.enrolment.findMany({ where, select: { studentId: true } });
  await lockStudents(
    tx,
    members.map(({ studentId }) => studentId),
  );
}

/** Promotes a class to the next year: sections are kept, roll numbers are not. It can be undone. @throws AppError */
export async function promote(input: Schema.PromoteInput, by: Principal, now: Date) {
  return rosterTransaction(async (tx) => {
    await lockMembers(tx, input);
    await tx.$queryRaw`select from enrolments where school_year_id = ${input.fromYear}::uuid
      and class_name = ${input.className} and to_day is null order by id for update`;
    const { from, to, planned } = await plan(input, now);
    const view = viewOf(planned);
    if (input.digest !== undefined && input.digest !== view.digest) throw new AppError("CONFLICT", say("classChanged"));
    const [batchId = ""] = newIds(1);
    const counts = {
      ...view.counts,
      class: input.className,
      section: input.section ?? null,
      from: from.label,
      to: to.label,
    };
    await tx.batch.create({
      data: {
        id: batchId,
        kind: "promotion",
        state: "applied",
        counts,
        createdById: by.userId,
        createdAt: now,
        appliedAt: now,
      },
    });
    await carryOut(tx, batchId, planned, { from: from.label, toId: to._id, firstDay: to.firstDay });
    if (input.numberByName) await numberOpened(tx, batchId);
    await noteVersions(tx, batchId);
    await record(tx, { action: "class-promoted", by, detail: { class: input.className, count: planned.length } });
    return { ...view, batchId };
  });
}

type Years = { from: string; toId: string; firstDay: string };

async function carryOut(tx: Transaction, batchId: string, planned: Planned[], { from, toId, firstDay }: Years) {
  const ids = newIds(planned.length);
  const rows = planned.map(({ member, step, why }, index) => {
    const opened = step.to === null ? null : ids[index];
    const { enrolmentId: closed, studentId, className, section } = member;
    const reason = wordsOf(leavesBecause(className, from));
    const state = step.what === "refused" ? "refused" : "updated";
    return {
      rowNo: index + 1,
      state,
      what: step.what,
      closed,
      opened,
      studentId,
      to: step.to,
      section,
      reason,
      faults: why ? [why] : [],
    };
  });
  const values = JSON.stringify(rows);
  const lastDay = addDays(firstDay, -1);
  await tx.$executeRaw`
    with row as (select * from json_to_recordset(${values}::json) as row (closed uuid, what text))
    update enrolments e set to_day = greatest(e.from_day, ${lastDay}::date),
      end_reason = (case row.what when 'leaves' then 'left' else 'promoted' end)::end_reason
    from row where e.id = row.closed and row.what <> 'refused'`;
  await tx.$executeRaw`
    insert into enrolments (id, student_id, school_year_id, class_name, section, from_day, batch_id)
    select opened, "studentId", ${toId}::uuid, "to", section, ${firstDay}::date, ${batchId}::uuid
    from json_to_recordset(${values}::json) as row (opened uuid, "studentId" uuid, "to" smallint, section text)
    where opened is not null`;
  await tx.$executeRaw`
    with row as (select * from json_to_recordset(${values}::json) as row ("studentId" uuid, what text, reason text))
    update students s set left_on = ${lastDay}::date, left_reason = row.reason
    from row where s.user_id = row."studentId" and row.what = 'leaves'`;
  await tx.$executeRaw`
    insert into batch_rows (batch_id, row_no, state, subject_id, faults, before)
    select ${batchId}::uuid, "rowNo", state::batch_row_state, "studentId", coalesce(faults, '[]'),
      jsonb_build_object('closed', closed, 'opened', opened)
    from json_to_recordset(${values}::json) as row ("rowNo" int, state text, "studentId" uuid, faults jsonb, closed uuid, opened uuid)`;
}

type Opened = { id: string; name: string; className: number; section: string | null; last: string };

/** Assigns roll numbers by name in each class and section that a promotion opened, after the section's highest past or current one. */
async function numberOpened(tx: Transaction, batchId: string): Promise<void> {
  const opened = await tx.$queryRaw<Opened[]>`
    select e.id, u.name, e.class_name as "className", e.section, coalesce((
      select max(nullif(regexp_replace(x.roll_no, '\\D', '', 'g'), '')::numeric) from enrolments x
      where x.school_year_id = e.school_year_id and x.class_name = e.class_name
        and x.section is not distinct from e.section and x.end_reason is distinct from 'mistake'), 0)::text as last
    from enrolments e join users u on u.id = e.student_id where e.batch_id = ${batchId}::uuid order by u.id`;
  opened.sort((one, other) => byName(one.name, other.name));
  const places = groupBy(opened, ({ className, section }) => `${className} ${section ?? ""}`);
  const numbers = [...places.values()].flatMap((of) =>
    of.map(({ id, last }, place) => ({ id, after: `${BigInt(last) + BigInt(place + 1)}` })),
  );
  await tx.$executeRaw`
    update enrolments e set roll_no = one.after
    from json_to_recordset(${JSON.stringify(numbers)}::json) as one (id uuid, after text) where e.id = one.id`;
}

/** Undoing compares with these values and keeps later changes. */
async function noteVersions(tx: Transaction, batchId: string): Promise<void> {
  await tx.$executeRaw`
    update batch_rows r set seen_version = e.row_version from enrolments e
    where r.batch_id = ${batchId}::uuid and e.id = (r.before ->> 'opened')::uuid`;
}
