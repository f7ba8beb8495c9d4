import "server-only";
import { AppError } from "@/lib/errors";
import type { Transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { takeLock } from "@/server/db/locks";
import type { Batch } from "@/server/generated/prisma/client";
import { endMailedProofs } from "@/server/roster/addresses";
import { attachAccounts, noteBrought } from "@/server/roster/attach-many";
import { recordChanges } from "@/server/roster/changes";
import type { Cut } from "@/server/roster/enrolments";
import { rosterTransaction } from "@/server/roster/refusals";
import { earlierImport } from "./data";
import { type ImportPlan, mappingOf, noProgress, type Progress, planImport } from "./data-rows";
import type { Contact } from "./data-undo";
import { say } from "./messages";
import { type Actor, lockUnfinished, planCounts, writeCheck } from "./mutations";
import { accountsOf, lockGuardians, lockPeopleOf } from "./mutations-locks";
import { writeGuardians, writeIdentities, writePlaces } from "./mutations-write";
import type { Known } from "./rules-match";
import type { Planned } from "./rules-plan";
import type { ApplyInput, Field } from "./schema";

/** A background task reports progress, and ends with its transaction. */
export type Work = { progress?: Progress; finish?: (tx: Transaction) => Promise<void> };

/** Applies what was checked, all or nothing, without emails. @throws AppError */
export async function applyImport(
  { id, again, digest: seen }: ApplyInput,
  by: Actor,
  now: Date,
  { progress = noProgress, finish }: Work = {},
): Promise<void> {
  const isAsShown = await rosterTransaction(async (tx) => {
    // Imports run one after the other: if two files contain the same new student, the second import finds the student.
    await takeLock(tx, "imports");
    const batch = await lockUnfinished(tx, id, seen);
    const { digest } = mappingOf(batch);
    if (digest === null) throw new AppError("CONFLICT", say("notChecked"));
    const earlier = again ? null : await earlierImport(batch);
    if (earlier) throw new AppError("CONFLICT", say("sameFile", earlier));
    await lockPeopleOf(tx, id);
    const plan = await planImport(batch, by.userId, now, (share) => progress(share / 2));
    if (plan.digest !== digest) {
      await writeCheck(tx, batch, by.userId, now);
      return false;
    }
    const brought = await carryOut(tx, batch, plan, by, now, progress);
    await finish?.(tx);
    await noteBrought(brought);
    return true;
  });
  if (!isAsShown) throw new AppError("CONFLICT", say("rosterChanged"));
}

/** A row with changes, and the ids of what it creates. */
export type Written = {
  planned: Planned;
  studentId: string;
  opened: string | null;
  links: { id: string; guardianId: string; relation: string; order: number }[];
  guardians: { id: string; isNew: boolean; before: Contact; after: Contact & { name: string } }[];
};

async function carryOut(tx: Transaction, batch: Batch, plan: ImportPlan, by: Actor, now: Date, progress: Progress) {
  const counts = planCounts(plan);
  if (counts.created + counts.updated === 0) throw new AppError("CONFLICT", say("nothingToDo"));
  const written = idsFor(plan.rows.filter(({ state }) => state === "created" || state === "updated"));
  await lockGuardians(tx, written);
  const attached = await accountsOf(tx, written);
  await writeIdentities(tx, written, by.userId, now);
  await progress(0.6);
  const cuts = await writePlaces(tx, written, plan.year, batch.id);
  await progress(0.7);
  await writeGuardians(tx, written, by.userId, now);
  const brought = await attachAccounts(tx, attached, by.userId, now);
  await progress(0.9);
  await noteRows(tx, batch.id, written, cuts);
  const { created, updated, guardians } = counts;
  const detail = { count: created + updated, created, updated, guardians };
  const people = [...written.flatMap(changesOf), ...written.flatMap(changesOfGuardians)];
  const eventId = await recordChanges(tx, { action: "students-imported", by, detail }, people);
  const mapping = { ...mappingOf(batch), taskId: null, eventId };
  await tx.batch.update({ where: { id: batch.id }, data: { state: "applied", appliedAt: now, counts, mapping } });
  await endMailedProofs(tx, written.flatMap(movedOf), now);
  return brought;
}

/** The known people of a row whose address changes. */
function movedOf({ planned: { known, attach, was }, guardians }: Written): string[] {
  const others = guardians.filter(({ isNew, before, after }) => !isNew && before.email !== after.email);
  return [...(known && !attach && "email" in was ? [known.id] : []), ...others.map(({ id }) => id)];
}

/** The changed fields of a known student, for the history. */
function changesOf({ planned: { known, after, step, was }, studentId }: Written) {
  if (!known) return [];
  const { className = null, section = null, rollNo = null } = step.kind === "none" ? {} : step;
  const values = { ...after, className: className === null ? null : String(className), section, rollNo };
  const fields = (Object.keys(values) as (keyof typeof values)[]).filter((field) => field in was);
  const pick = (of: Partial<Record<Field, string | null>>) =>
    Object.fromEntries(fields.map((field) => [field, of[field] ?? null]));
  return fields.length === 0 ? [] : [{ userId: studentId, before: pick(was), after: pick(values) }];
}

const changesOfGuardians = ({ guardians }: Written) =>
  guardians.flatMap(({ id, isNew, before, after: { phone, email } }) =>
    isNew ? [] : [{ userId: id, before, after: { phone, email } }],
  );

function idsFor(rows: readonly Planned[]): Written[] {
  const people = new Map<string, string>();
  const ids = newIds(rows.length * 6);
  const nextId = () => ids.pop() ?? "";
  return rows.map((planned) => {
    const { known, step, linked, row } = planned;
    const links: Written["links"] = [];
    const guardians: Written["guardians"] = [];
    for (const { entered, guardian, isNewLink } of linked) {
      const id = guardian.isNew ? (people.get(guardian.id) ?? nextId()) : guardian.id;
      const isFirst = guardian.isNew ? !people.has(guardian.id) : guardian.firstRow === row.no;
      const { isNew, before, name, phone, email } = guardian;
      if (isFirst) guardians.push({ id, isNew, before, after: { name, phone, email } });
      if (guardian.isNew) people.set(guardian.id, id);
      if (isNewLink)
        links.push({ id: nextId(), guardianId: id, relation: entered.relation ?? "Guardian", order: entered.place });
    }
    return {
      planned,
      studentId: known?.id ?? nextId(),
      opened: step.kind === "open" ? nextId() : null,
      links,
      guardians,
    };
  });
}

/** What undo needs for each row: old values, created rows, and the versions after the import. */
async function noteRows(tx: Transaction, batchId: string, written: readonly Written[], cuts: readonly Cut[]) {
  const guardianIds = written.flatMap(({ guardians }) => guardians.map(({ id }) => id));
  const people = await tx.$queryRaw<{ id: string; version: number }[]>`
    select id, row_version as version from users where id = any(${guardianIds}::uuid[])`;
  const versions = new Map(people.map(({ id, version }) => [id, version]));
  const values = JSON.stringify(
    written.map(
      ({ planned: { row, known, named, step, was, notes, state, attach }, studentId, opened, links, guardians }) => ({
        no: row.no,
        id: studentId,
        guardianIds: [
          ...new Set([...named, ...links.map((link) => link.guardianId), ...guardians.map((one) => one.id)]),
        ],
        before: {
          was,
          notes,
          created: state === "created",
          attached: attach !== null,
          person: known && personOf(known),
          opened,
          closed: step.kind === "open" ? (step.closes?.id ?? null) : null,
          cut: cuts.filter((one) => one.studentId === studentId),
          seat:
            step.kind === "change" ? { id: step.id, section: known?.open?.section, rollNo: known?.open?.rollNo } : null,
          links: links.map(({ id }) => id),
          linked: links.map(({ id, relation, order }) => ({ id, relation, order })),
          guardians: guardians.map(({ id, isNew, before }) => ({ id, isNew, version: versions.get(id), ...before })),
        },
      }),
    ),
  );
  await tx.$executeRaw`
    update batch_rows r set subject_id = row.id, guardian_ids = row."guardianIds",
      seen_version = u.row_version + s.row_version + coalesce(e.row_version, 0),
      before = row.before
    from json_to_recordset(${values}::json) as row (no int, id uuid, "guardianIds" uuid[], before jsonb)
      join users u on u.id = row.id join students s on s.user_id = row.id
      left join enrolments e on e.id = coalesce(row.before ->> 'opened', row.before -> 'seat' ->> 'id')::uuid
    where r.batch_id = ${batchId}::uuid and r.row_no = row.no`;
}

const personOf = ({ name, email, admissionNo, bornOn, username }: Known) => {
  return { name, email, admissionNo, bornOn, username };
};
