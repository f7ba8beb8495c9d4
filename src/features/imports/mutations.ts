import "server-only";
import { AppError, fieldError } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import type { Principal } from "@/lib/principal";
import { countsOf } from "@/lib/row-states";
import { record } from "@/server/audit/audit";
import { headsMeant, headsOf, headsOver, lockBatch, rememberedHeads, storeBatch } from "@/server/batches/batches";
import { type Transaction, transaction } from "@/server/db/client";
import type { Batch } from "@/server/generated/prisma/client";
import { firstDayOf } from "./data-days";
import { type ImportPlan, type Mapping, mappingOf, noProgress, planImport } from "./data-rows";
import { say } from "./messages";
import { hasNeeded, mostRows } from "./rules";
import { guessColumns, headRowOf, isSamePerson } from "./rules-columns";
import type { AddImportInput, CheckInput, Counts } from "./schema";

/** The author of a change: a logged-in person, or the person who started the background task. */
export type Actor = Pick<Principal, "userId" | "role">;

/** Stores the parsed rows of a file, with guessed columns. Returns the import's id. @throws AppError */
export async function addImport(input: AddImportInput, by: Actor, now: Date): Promise<string> {
  const { fileName, fileHash, kind, sheet, others, hidden, rows } = input;
  const [head, ...data] = rows.slice(headRowOf(rows));
  if (!head || data.length === 0) throw fieldError("file", say("noRows"), "UNPROCESSABLE_CONTENT");
  if (data.length > mostRows) throw fieldError("file", say("tooManyRows", mostRows), "UNPROCESSABLE_CONTENT");
  const heads = headsOver(head.cells, data);
  const columns = guessColumns(heads, await rememberedHeads("students", by.userId, heads));
  const mapping: Mapping = {
    kind,
    sheet,
    others,
    hidden,
    headRow: head.no,
    total: data.length,
    columns,
    dayOrder: null,
    yearId: null,
    fromDay: null,
    attach: [],
    heads: {},
    digest: null,
    taskId: null,
  };
  return storeBatch({ kind: "students", fileName, fileHash, mapping, rows: [head, ...data] }, by.userId, now);
}

/** An import that was not applied, with the rows that were `seen`, locked until the transaction ends. @throws AppError */
export async function lockUnfinished(tx: Transaction, id: string, seen?: string | null): Promise<Batch> {
  const batch = await lockBatch(tx, id, "students");
  if (!batch) throw new AppError("NOT_FOUND", say("noImport"));
  if (batch.state !== "checked") throw new AppError("CONFLICT", say("otherState"));
  if (seen !== undefined && seen !== mappingOf(batch).digest) throw new AppError("CONFLICT", say("checkedMeanwhile"));
  return batch;
}

/** Stores the meaning of the columns and the answers, with which the rows are then checked. @throws AppError */
export async function chooseColumns(tx: Transaction, input: CheckInput, now: Date): Promise<Batch> {
  const named = input.columns.filter((field) => field !== null);
  if (new Set(named).size < named.length) throw fieldError("columns", say("columnTwice"));
  if (!hasNeeded(input.columns)) throw fieldError("columns", say("needsColumns"));
  const batch = await lockUnfinished(tx, input.id);
  const before = mappingOf(batch);
  const attach = input.attach ?? before.attach.filter((key) => isSamePerson(key, before.columns, input.columns));
  const mapping: Mapping = {
    ...before,
    columns: input.columns,
    dayOrder: input.dayOrder,
    yearId: input.year ?? null,
    attach,
    fromDay: await firstDayOf(input, now),
    digest: null,
  };
  return tx.batch.update({ where: { id: input.id }, data: { mapping } });
}

export async function noteTask(tx: Transaction, batch: Batch, taskId: string): Promise<void> {
  await tx.batch.update({ where: { id: batch.id }, data: { mapping: { ...mappingOf(batch), taskId } } });
}

export async function writeCheck(tx: Transaction, batch: Batch, byId: string, now: Date, progress = noProgress) {
  const plan = await planImport(batch, byId, now, progress);
  await progress(0.7);
  const heads = await headsOf(batch);
  const { order: dayOrder, digest } = plan;
  const mapping: Mapping = { ...mappingOf(batch), dayOrder, heads: {}, digest, taskId: null };
  mapping.heads = headsMeant(heads, mapping.columns);
  const counts = planCounts(plan);
  await tx.batch.update({ where: { id: batch.id }, data: { mapping, counts } });
  const questions = groupBy(plan.questions, ({ no }) => no);
  const values = JSON.stringify(
    plan.rows.map(({ row: { no, faults }, state, known, named, was, notes }) => {
      const asked = (questions.get(no) ?? []).map(({ field, holder }) => ({ field, id: holder.id }));
      return { no, state, id: known?.id, named, faults, before: { was, notes, asked } };
    }),
  );
  await tx.$executeRaw`
    update batch_rows r set state = row.state::batch_row_state, subject_id = row.id, guardian_ids = row.named,
      faults = row.faults, before = row.before
    from json_to_recordset(${values}::json) as row (no int, state text, id uuid, named uuid[], faults jsonb, before jsonb)
    where r.batch_id = ${batch.id}::uuid and r.row_no = row.no`;
}

export function planCounts({ rows }: ImportPlan): Counts {
  const linked = rows.flatMap((row) => (row.state === "refused" ? [] : row.linked));
  return {
    ...countsOf(rows),
    guardians: new Set(linked.flatMap(({ guardian }) => (guardian.isNew ? [guardian.id] : []))).size,
    links: linked.filter(({ isNewLink }) => isNewLink).length,
  };
}

/** Deletes an import that was not applied, with all its rows. @throws AppError */
export async function removeImport(id: string, by: Actor): Promise<void> {
  await transaction(async (tx) => {
    await lockUnfinished(tx, id);
    await tx.batch.delete({ where: { id } });
    await record(tx, { action: "import-discarded", by, detail: {} });
  });
}
