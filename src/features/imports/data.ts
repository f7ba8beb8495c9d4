import "server-only";
import { shownDateHere } from "@/content/institute";
import { namesOfPeople } from "@/server/auth/users";
import { columnsShown, lastOfFile, listBatches, rowsBelow, undoLength, undoneOf } from "@/server/batches/batches";
import { sql } from "@/server/db/client";
import { type Batch, Prisma } from "@/server/generated/prisma/client";
import { listStarts } from "./data-days";
import { findImport, mappingOf } from "./data-rows";
import { say } from "./messages";
import { nameBeside, orderIn } from "./rules-columns";
import type * as Schema from "./schema";

/** The day of an earlier import of the same file; null if there was none, or if it was undone. */
export async function earlierImport(batch: Batch): Promise<string | null> {
  const earlier = await lastOfFile(batch);
  return earlier && shownDateHere(earlier.appliedAt ?? earlier.createdAt);
}

function headViewOf(batch: Batch, names: Map<string, string>): Schema.ImportRowView {
  const { id, fileName, state, createdAt, createdById, appliedAt, undoneAt, counts } = batch;
  const { total, digest } = mappingOf(batch);
  return {
    _id: id,
    fileName: fileName ?? "",
    createdAt,
    appliedAt,
    undoneAt,
    rows: total,
    state: state === "checked" && digest === null ? "read" : state,
    by: createdById && (names.get(createdById) ?? null),
    counts: digest === null ? null : (counts as Schema.Counts),
    undoUntil: appliedAt && new Date(appliedAt.getTime() + undoLength),
  };
}

/** The imports of the last year and unfinished ones, newest first. */
export async function listImports(): Promise<Schema.ImportRowView[]> {
  const rows = await listBatches("students", { all: true });
  const names = await namesOfPeople(rows.map(({ createdById }) => createdById));
  return rows.map((row) => headViewOf(row, names));
}

/** An import with its columns and open questions. @throws AppError NOT_FOUND */
export async function getImport(id: string): Promise<Schema.ImportView> {
  const batch = await findImport(id);
  const mapping = mappingOf(batch);
  const { sheet, others, hidden = 0, columns, dayOrder, yearId, fromDay = null, attach, taskId } = mapping;
  const names = await namesOfPeople([batch.createdById]);
  const rows = await rowsBelow(batch);
  const shown = await columnsShown(batch, rows);
  const days = columns.indexOf("bornOn");
  const dates = rows.flatMap(({ cells }) => cells[days] || []);
  return {
    ...headViewOf(batch, names),
    sheet,
    others,
    hidden,
    columns,
    dayOrder,
    year: yearId,
    fromDay,
    digest: mapping.digest,
    taskId,
    ...shown,
    asksOrder: days >= 0 && orderIn(dates, shown.heads[days] ?? "") === null,
    importedAt: (batch.state === "checked" && (await lastOfFile(batch))?.appliedAt) || null,
    starts: batch.state === "checked" ? await listStarts(new Date()) : [],
    accounts: batch.state === "checked" ? await listAccounts(batch, new Set(attach)) : [],
    ...(await undoneOf(batch, say("erased"))),
  };
}

async function listAccounts({ id, mapping }: Batch, attached: ReadonlySet<string>) {
  const rows = await sql<{
    no: number;
    field: string;
    cells: string[];
    name: string;
    email: string;
    signedUpAt: Date;
  }>(Prisma.sql`
    select r.row_no as no, q ->> 'field' as field, r.raw as cells, u.name, u.email, u.created_at as "signedUpAt"
    from batch_rows r cross join lateral jsonb_array_elements(r.before -> 'asked') q join users u on u.id = (q ->> 'id')::uuid
    where r.batch_id = ${id}::uuid and r.before -> 'asked' <> '[]' and u.email is not null order by r.row_no limit 1000`);
  const { columns } = mappingOf({ mapping });
  return rows.map(({ no, field, cells, ...account }) => {
    const key = `${no}:${field}`;
    return {
      ...account,
      key,
      no,
      of: cells[columns.indexOf(nameBeside(field))] ?? "",
      attached: attached.has(key),
    };
  });
}
