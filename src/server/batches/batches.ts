import "server-only";
import { type Message, wordsOf } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import { foldedHead } from "@/lib/folded";
import { namesOfPeople } from "@/server/auth/users";
import { db, sql, type Transaction, transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { type Batch, type BatchKind, Prisma } from "@/server/generated/prisma/client";

/** How long a batch can be undone, in milliseconds. */
export const undoLength = 30 * 24 * 60 * 60 * 1000;

const mostListed = 100;
const mostSamples = 3;

/** The newest hundred applied batches of a kind; with `all`, pending ones as well. */
export function listBatches(kind: BatchKind, { all = false } = {}): Promise<Batch[]> {
  return db().batch.findMany({
    where: { kind, ...(!all && { state: { not: "checked" } }) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: mostListed,
  });
}

type ParsedFile = {
  kind: BatchKind;
  fileName: string;
  /** SHA-256, hexadecimal. */
  fileHash: string;
  mapping: Prisma.InputJsonObject;
  rows: readonly { no: number; cells: readonly string[] }[];
};

/** Stores a parsed file, not applied yet. Returns its id. */
export async function storeBatch({ fileHash, rows, ...file }: ParsedFile, byId: string, now: Date) {
  const [id = ""] = newIds(1);
  await transaction(async (tx) => {
    await tx.batch.create({
      data: {
        ...file,
        id,
        state: "checked",
        createdAt: now,
        createdById: byId,
        fileHash: new Uint8Array(Buffer.from(fileHash, "hex")),
      },
    });
    await tx.$executeRaw`
      insert into batch_rows (batch_id, row_no, state, raw)
      select ${id}::uuid, no, 'ready', cells from json_to_recordset(${JSON.stringify(rows)}::json) as row (no int, cells jsonb)`;
  });
  return id;
}

const mappingOf = ({ mapping }: Batch) => mapping as { headRow: number; columns: (string | null)[] };

/** The headings of a file; none once its rows are deleted. */
export async function headsOf(batch: Batch): Promise<string[]> {
  const { headRow: rowNo } = mappingOf(batch);
  const row = await db().batchRow.findUnique({ where: { batchId_rowNo: { batchId: batch.id, rowNo } } });
  return Array.isArray(row?.raw) ? row.raw.map(String) : [];
}

/** The rows of a file below its headings; none once they are deleted. */
export function rowsBelow(batch: Batch): Promise<{ no: number; cells: string[] }[]> {
  return sql(Prisma.sql`
    select row_no as no, raw as cells from batch_rows
    where batch_id = ${batch.id}::uuid and row_no > ${mappingOf(batch).headRow} and raw is not null order by row_no limit 5000`);
}

/** The heading of each column of a file, and the first of its values. */
export async function columnsShown(batch: Batch, rows: readonly { cells: readonly string[] }[]) {
  const { columns } = mappingOf(batch);
  const heads = await headsOf(batch);
  const valuesAt = (index: number) => new Set(rows.flatMap(({ cells }) => cells[index] || []));
  return {
    heads: columns.map((_, index) => heads[index] ?? ""),
    samples: columns.map((_, index) => [...valuesAt(index)].slice(0, mostSamples)),
  };
}

/** A batch of a kind, locked until the transaction ends. */
export async function lockBatch(tx: Transaction, id: string, kind: BatchKind): Promise<Batch | null> {
  await tx.$queryRaw`select from batches where id = ${id}::uuid for update`;
  return tx.batch.findFirst({ where: { id, kind } });
}

/** True for a folded heading that identifies its column: not empty, and not the heading of several columns. */
const standsAlone = (head: string, folded: readonly string[]) =>
  head !== "" && folded.indexOf(head) === folded.lastIndexOf(head);

/**
 * What each column heading meant in the last file of a kind that this person applied, by folded heading; without headings that
 * several columns of `heads` have.
 */
export async function rememberedHeads<Field extends string>(
  kind: BatchKind,
  byId: string,
  heads: readonly string[],
): Promise<Record<string, Field>> {
  const last = await db().batch.findFirst({
    where: { kind, createdById: byId, state: { not: "checked" } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const mapping = last?.mapping as { heads?: Record<string, Field> } | null | undefined;
  const folded = heads.map(foldedHead);
  return Object.fromEntries(Object.entries(mapping?.heads ?? {}).filter(([head]) => standsAlone(head, folded)));
}

/** The meanings of the column headings that identify their column, to be remembered. */
export function headsMeant<Field extends string>(
  heads: readonly string[],
  columns: readonly (Field | null)[],
): Record<string, Field> {
  const folded = heads.map(foldedHead);
  return Object.fromEntries(
    columns.flatMap((field, index) => {
      const head = folded[index] ?? "";
      return field && standsAlone(head, folded) ? [[head, field] as const] : [];
    }),
  );
}

/** The headings of all columns of these rows; empty for a column without one. */
export function headsOver(heads: readonly string[], rows: readonly { cells: readonly string[] }[]): string[] {
  const width = Math.max(heads.length, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, index) => heads[index] ?? "");
}

/** The last batch that was applied with the same file. @param which an additional condition */
export async function lastOfFile({ id, kind, fileHash }: Batch, which: Prisma.BatchWhereInput = {}) {
  if (fileHash === null) return null;
  return db().batch.findFirst({
    where: { AND: [{ kind, state: "applied", fileHash, id: { not: id } }, which] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

type Refusals = Record<"missing" | "notApplied" | "undoneAlready" | "tooLate", Message>;

/** A batch that can still be undone, locked until the transaction ends. @throws AppError */
export async function lockUndoable(tx: Transaction, id: string, kind: BatchKind, now: Date, why: Refusals) {
  const batch = await lockBatch(tx, id, kind);
  if (!batch) throw new AppError("NOT_FOUND", why.missing);
  if (batch.state === "undone") throw new AppError("CONFLICT", why.undoneAlready);
  if (batch.appliedAt === null) throw new AppError("CONFLICT", why.notApplied);
  if (now.getTime() - batch.appliedAt.getTime() > undoLength) throw new AppError("CONFLICT", why.tooLate);
  return batch;
}

/** The result of undoing a row, and the reason if it was not undone. */
export type RowOutcome = { rowNo: number; state: "reversed" | "kept" | "failed"; why?: Message | undefined };

/** Writes the result of each row before the rows are restored. */
export async function noteOutcomes(tx: Transaction, batchId: string, outcomes: readonly RowOutcome[]): Promise<void> {
  const values = JSON.stringify(
    outcomes.map(({ rowNo, state, why }) => ({ rowNo, state, ...(why && { faults: [{ why }] }) })),
  );
  await tx.$executeRaw`
    update batch_rows r set state = row.state::batch_row_state, faults = coalesce(row.faults, r.faults)
    from json_to_recordset(${values}::json) as row ("rowNo" int, state text, faults jsonb)
    where r.batch_id = ${batchId}::uuid and r.row_no = row."rowNo"`;
}

/** How many rows of an undone file are as before, and which are not. @param gone why, for a row whose data is deleted */
export async function undoneOf({ id, state }: Batch, gone: Message) {
  if (state !== "undone") return { reversed: 0, leftOver: [] };
  const rows = await sql<{ no: number; state: "kept" | "failed"; why: string | null; who: string | null }>(Prisma.sql`
    select row_no as no, state::text as state, faults -> 0 ->> 'why' as why, subject_id as who from batch_rows
    where batch_id = ${id}::uuid and state in ('kept', 'failed') order by row_no limit 5000`);
  const names = await namesOfPeople(rows.map(({ who }) => who));
  return {
    reversed: await db().batchRow.count({ where: { batchId: id, state: "reversed" } }),
    leftOver: rows.map(({ why, who, ...row }) => {
      return { ...row, name: names.get(who ?? "") ?? "", why: wordsOf(why ?? gone) };
    }),
  };
}

export async function closeUndone(tx: Transaction, id: string, byId: string, now: Date): Promise<void> {
  await tx.batch.update({ where: { id }, data: { state: "undone", undoneAt: now, undoneById: byId } });
}

/** Moves rows from one guardian to another, before the first is deleted, which would empty them. */
export async function nameInBatches(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.$executeRaw`
    update batch_rows set guardian_ids = array_replace(guardian_ids, ${from}::uuid, ${to}::uuid)
    where guardian_ids @> array[${from}::uuid]`;
}

/**
 * Moves rows of promotions from one student to another who has the class that they closed or opened, before the first is
 * deleted. Rows of other classes are deleted: the undo has nothing to say of them.
 */
export async function nameInPromotions(
  tx: Transaction,
  classes: readonly { id: string; from: string; to: string }[],
): Promise<void> {
  const values = JSON.stringify(classes);
  await tx.$executeRaw`
    update batch_rows r set subject_id = row."to"
    from json_to_recordset(${values}::json) as row (id text, "from" uuid, "to" uuid), batches b
    where r.subject_id = row."from" and row.id in (r.before ->> 'closed', r.before ->> 'opened')
      and b.id = r.batch_id and b.kind = 'promotion'`;
  await tx.$executeRaw`
    delete from batch_rows r using json_to_recordset(${values}::json) as row ("from" uuid), batches b
    where r.subject_id = row."from" and b.id = r.batch_id and b.kind = 'promotion'`;
}

/** Deletes the personal data of batches, so that they can no longer be undone. Returns the number of rows. */
export async function forgetBatchRows(before: Date): Promise<number> {
  const { count } = await db().batchRow.updateMany({
    where: {
      batch: { OR: [{ appliedAt: { lt: before } }, { appliedAt: null, createdAt: { lt: before } }] },
      OR: [{ raw: { not: Prisma.AnyNull } }, { before: { not: Prisma.AnyNull } }, { subjectId: { not: null } }],
    },
    data: { raw: Prisma.DbNull, before: Prisma.DbNull, faults: [], subjectId: null, guardianIds: [] },
  });
  return count;
}

/** Deletes batches that were checked but never applied. Returns their number. */
export async function removeUnfinishedBatches(before: Date): Promise<number> {
  return (await db().batch.deleteMany({ where: { state: "checked", createdAt: { lt: before } } })).count;
}

/** Deletes batches created before `time`. Returns their number. */
export async function removeBatchesBefore(time: Date): Promise<number> {
  return (await db().batch.deleteMany({ where: { createdAt: { lt: time } } })).count;
}
