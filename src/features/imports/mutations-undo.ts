import "server-only";
import { dateHere } from "@/content/institute";
import { AppError } from "@/lib/errors";
import { record } from "@/server/audit/audit";
import { closeUndone, lockUndoable, noteOutcomes } from "@/server/batches/batches";
import { type Transaction, transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import type { Batch } from "@/server/generated/prisma/client";
import { enqueue } from "@/server/jobs/jobs";
import { endMailedProofs } from "@/server/roster/addresses";
import { findRollNumbers } from "@/server/roster/enrolments";
import { rosterTransaction } from "@/server/roster/refusals";
import { mappingOf, noProgress } from "./data-rows";
import { type Before, findUndoRows, loginNameAfter } from "./data-undo";
import { say } from "./messages";
import type { Actor } from "./mutations";
import type { Work } from "./mutations-apply";
import { lockAdded, lockPeopleOf } from "./mutations-locks";
import { identityFields } from "./rules-plan";
import { judgeUndo } from "./rules-undo";

export const refusals = {
  missing: say("noImport"),
  notApplied: say("notApplied"),
  undoneAlready: say("undoneAlready"),
  tooLate: say("tooLate"),
};

/** Undoes an import row by row; later changes are kept. @throws AppError */
export async function undoImport(id: string, by: Actor, now: Date, { progress = noProgress, finish }: Work = {}) {
  await rosterTransaction(async (tx) => {
    await takeLock(tx, "imports");
    const batch = await lockUndoable(tx, id, "students", now, refusals);
    await lockAdded(tx, id);
    await lockPeopleOf(tx, id);
    const rows = await findUndoRows(id, by.userId);
    const years = new Set(rows.flatMap(({ yearId }) => yearId ?? []));
    const seats = await findRollNumbers([...years], dateHere(now));
    const outcomes = judgeUndo(rows, seats);
    // Undoing only the other rows would close the import, and leave these for good.
    if (rows.some((row) => row.needsAdministrator && outcomes.get(row)?.state === "reversed"))
      throw new AppError("FORBIDDEN", say("undoneByAdministrator"));
    await noteOutcomes(tx, id, [...outcomes.values()]);
    const reversed = rows.flatMap((row) => {
      const { studentId, before } = row;
      const isBack = outcomes.get(row)?.state === "reversed";
      return isBack && studentId !== null && before !== null ? [{ rowNo: row.rowNo, studentId, before }] : [];
    });
    await progress(0.3);
    await reverse(tx, batch, reversed, now);
    await tx.batch.update({ where: { id }, data: { mapping: { ...mappingOf(batch), taskId: null } } });
    await closeUndone(tx, id, by.userId, now);
    const detail = { count: reversed.length, kept: rows.length - reversed.length };
    await record(tx, { action: "import-undone", by, detail });
    await finish?.(tx);
  });
}

type Reversed = { rowNo: number; studentId: string; before: Before };

async function reverse(tx: Transaction, batch: Batch, rows: readonly Reversed[], now: Date): Promise<void> {
  const links = rows.flatMap(({ before }) => before.links);
  await tx.$executeRaw`delete from guardianships where id = any(${links}::uuid[])`;
  // First, because deleting people is slow while these rows refer to them.
  const [made, changed] = [rows.filter(({ before }) => before.created), rows.filter(({ before }) => !before.created)];
  const madeRows = made.map(({ rowNo }) => rowNo);
  await tx.$executeRaw`
    update batch_rows set raw = null, before = null, faults = '[]', subject_id = null, guardian_ids = '{}'
    where batch_id = ${batch.id}::uuid and row_no = any(${madeRows}::int[])`;
  const moved = await findMoved(tx, changed, rows);
  const madeIds = made.map(({ studentId }) => studentId);
  // The rows of a file that waits for its import are kept; decision 139 empties only the rows of erased people.
  await tx.$executeRaw`
    update batch_rows r set subject_id = null, before = r.before - 'was' from batches b
    where b.id = r.batch_id and b.kind = 'students' and b.state = 'checked' and r.subject_id = any(${madeIds}::uuid[])`;
  await tx.$executeRaw`delete from users where id = any(${madeIds}::uuid[])`;
  await restorePlaces(tx, changed);
  await restorePeople(tx, changed, rows, batch);
  await restoreGuardians(tx, batch, rows);
  await endMailedProofs(tx, moved, now);
}

const knownGuardians = (rows: readonly Reversed[]) =>
  rows.flatMap(({ before }) => before.guardians.filter(({ isNew }) => !isNew));

/** The people whose address becomes another one. */
async function findMoved(tx: Transaction, changed: readonly Reversed[], rows: readonly Reversed[]): Promise<string[]> {
  const students = changed.flatMap(({ studentId, before: { was, person } }) =>
    "email" in was ? [{ id: studentId, email: person?.email ?? null }] : [],
  );
  const values = JSON.stringify([...students, ...knownGuardians(rows)]);
  const moved = await tx.$queryRaw<{ id: string }[]>`
    select u.id from users u join json_to_recordset(${values}::json) as row (id uuid, email text) on row.id = u.id
    where u.email is distinct from row.email`;
  return moved.map(({ id }) => id);
}

async function restorePlaces(tx: Transaction, rows: readonly Reversed[]): Promise<void> {
  const opened = rows.flatMap(({ before }) => before.opened ?? []);
  const closed = rows.flatMap(({ before }) => before.closed ?? []);
  const seats = JSON.stringify(rows.flatMap(({ before }) => before.seat ?? []));
  await tx.$executeRaw`delete from enrolments where id = any(${opened}::uuid[])`;
  await tx.$executeRaw`
    update enrolments e set roll_no = null, section = row.section
    from json_to_recordset(${seats}::json) as row (id uuid, section text) where e.id = row.id`;
  const cut = JSON.stringify(rows.flatMap(({ before }) => before.cut ?? []));
  await tx.$executeRaw`
    update enrolments e set to_day = row."toDay", end_reason = row."endReason"
    from json_to_recordset(${cut}::json) as row (id uuid, "toDay" date, "endReason" end_reason) where e.id = row.id`;
  await tx.$executeRaw`update enrolments set to_day = null, end_reason = null where id = any(${closed}::uuid[])`;
  await tx.$executeRaw`
    update enrolments e set roll_no = row."rollNo"
    from json_to_recordset(${seats}::json) as row (id uuid, "rollNo" text) where e.id = row.id`;
}

async function restorePeople(
  tx: Transaction,
  rows: readonly Reversed[],
  all: readonly Reversed[],
  batch: Batch,
): Promise<void> {
  const ids = [...rows.map(({ studentId }) => studentId), ...knownGuardians(all).map(({ id }) => id)];
  const { eventId } = mappingOf(batch);
  if (eventId)
    await tx.$executeRaw`
    delete from person_changes where user_id = any(${ids}::uuid[]) and event_id = ${eventId}::uuid`;
  const touched = rows.filter(({ before: { was } }) => identityFields.some((field) => field in was));
  const values = JSON.stringify(
    touched.map(({ studentId, before: { was, person } }) => {
      return { id: studentId, ...person, hasOtherLogin: "email" in was || "admissionNo" in was };
    }),
  );
  await tx.$executeRaw`
    update users u set name = row.name, email = row.email,
      username = case when row."hasOtherLogin" then row.username else u.username end,
      email_confirmed_at = case when u.email is not distinct from row.email then u.email_confirmed_at end
    from json_to_recordset(${values}::json) as row (id uuid, name text, email text, username text, "hasOtherLogin" bool)
    where u.id = row.id`;
  await tx.$executeRaw`
    update students s set admission_no = row."admissionNo", born_on = row."bornOn"
    from json_to_recordset(${values}::json) as row (id uuid, "admissionNo" text, "bornOn" date) where s.user_id = row.id`;
  await tx.$executeRaw`
    delete from person_names n using json_to_recordset(${values}::json) as row (id uuid, name text)
    where n.user_id = row.id and n.name = row.name and n.until_at = ${batch.appliedAt}`;
}

/**
 * Restores known people. Added guardians are left to {@link removeAddedGuardians}, which takes longer: the emptied rows get
 * their ids, which the other rows still have beside those of known guardians.
 */
async function restoreGuardians(tx: Transaction, batch: Batch, rows: readonly Reversed[]): Promise<void> {
  const known = JSON.stringify(knownGuardians(rows));
  await tx.$executeRaw`
    update users u set phone = row.phone, email = row.email, username = ${loginNameAfter},
      email_confirmed_at = case when u.email is not distinct from row.email then u.email_confirmed_at end
    from json_to_recordset(${known}::json) as row (id uuid, phone text, email text) where u.id = row.id`;
  const added = JSON.stringify(
    rows.flatMap(({ rowNo, before: { created, guardians } }) =>
      created ? { rowNo, ids: guardians.flatMap(({ id, isNew }) => (isNew ? [id] : [])) } : [],
    ),
  );
  await tx.$executeRaw`
    update batch_rows r set guardian_ids = row.ids
    from json_to_recordset(${added}::json) as row ("rowNo" int, ids uuid[])
    where r.batch_id = ${batch.id}::uuid and r.row_no = row."rowNo"`;
  await enqueue(tx, "removeAddedGuardians", { id: batch.id });
}

/** Deletes the guardians added by an undone import, unless they now have another child, have a login or work here. */
export async function removeAddedGuardians(batchId: string): Promise<void> {
  await transaction(async (tx) => {
    await takeLock(tx, "imports");
    const people = await tx.$queryRaw<{ id: string }[]>`
      select distinct id from batch_rows r cross join lateral unnest(r.guardian_ids) as id
      where r.batch_id = ${batchId}::uuid and r.state = 'reversed' and (r.before is null
        or r.before -> 'guardians' @> jsonb_build_array(jsonb_build_object('id', id, 'isNew', true)))`;
    const candidates = people.map(({ id }) => id);
    // Waits for a concurrent link of one of them to another child.
    await tx.$queryRaw`select from users where id = any(${candidates}::uuid[]) order by id for update`;
    const added = await tx.$queryRaw<{ id: string }[]>`
      select u.id from users u where u.id = any(${candidates}::uuid[]) and u.password_hash is null
        and not exists (select from guardianships k where k.guardian_id = u.id)
        and not exists (select from staff_grants g where g.user_id = u.id)
        and not exists (select from students s where s.user_id = u.id)`;
    const ids = added.map(({ id }) => id);
    // First, because deleting people is slow while these rows refer to them. The rows of waiting files are kept.
    await tx.$executeRaw`
      with kept as (
        select r.batch_id, r.row_no, array_agg(guardian_id) filter (where gone.id is null) as ids
        from batches b join batch_rows r on r.batch_id = b.id cross join lateral unnest(r.guardian_ids) as guardian_id
          left join unnest(${ids}::uuid[]) as gone (id) on gone.id = guardian_id
        where (b.id = ${batchId}::uuid or b.state = 'checked') and r.guardian_ids && ${ids}::uuid[] group by r.batch_id, r.row_no)
      update batch_rows r set guardian_ids = coalesce(kept.ids, '{}'),
        before = case when r.batch_id = ${batchId}::uuid then r.before else r.before - 'was' end from kept
      where r.batch_id = kept.batch_id and r.row_no = kept.row_no`;
    await tx.$executeRaw`delete from users where id = any(${ids}::uuid[])`;
  });
}
