import "server-only";
import { wordsOf } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import type { DownloadView } from "@/lib/fields";
import type { RowState } from "@/lib/row-states";
import { headsOf, headsOver } from "@/server/batches/batches";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { refusedFile } from "@/server/spreadsheets/table-file";
import { findImport, mappingOf, readingOf } from "./data-rows";
import { say } from "./messages";
import { type Fault, readRow } from "./rules-cells";
import type * as Schema from "./schema";

const onPage = 50;

type StoredRow = {
  no: number;
  state: RowState;
  cells: string[] | null;
  faults: Fault[];
  studentId: string | null;
  was: Partial<Record<Schema.Field, string | null>> | null;
  notes: Fault[] | null;
};

/** A page of the checked rows. @throws AppError NOT_FOUND */
export async function listRows({ id, state, page }: Schema.ListRowsInput, now: Date): Promise<Schema.RowsPage> {
  const batch = await findImport(id);
  const mapping = mappingOf(batch);
  const wanted = state === undefined ? Prisma.empty : Prisma.sql`and r.state = ${state}::batch_row_state`;
  const of = Prisma.sql`from batch_rows r where r.batch_id = ${id}::uuid and r.state <> 'ready' ${wanted}`;
  const [counted] = await sql<{ total: number }>(Prisma.sql`select count(*)::int as total ${of}`);
  const rows = await sql<StoredRow>(Prisma.sql`
    select r.row_no as no, r.state::text as state, r.raw as cells, r.faults, r.subject_id as "studentId", r.before -> 'was' as was,
      r.before -> 'notes' as notes
    ${of} order by r.row_no limit ${onPage} offset ${(page - 1) * onPage}`);
  const reading = readingOf(mapping, await headsOf(batch), now);
  const read = rows.map((row) => ({ ...row, entered: readRow({ no: row.no, cells: row.cells ?? [] }, reading) }));
  const hasSections = read.some(({ entered, was }) => entered.section !== null || (was && "section" in was));
  const fields = shownFields(mapping.columns, hasSections);
  const items = read.map(({ entered, cells: _, was, notes, faults, ...row }) => ({
    ...row,
    cells: fields.map((field) => cellOf(field, entered, was ?? {}, faults, notes ?? [])),
  }));
  return { fields, items, total: counted?.total ?? 0, page };
}

/** The surname is shown as part of the name, and the section beside the class, even if both come from one column. */
function shownFields(columns: Schema.Columns, hasSections: boolean): Schema.Field[] {
  const fields = columns.filter((field) => field !== null && field !== "surname") as Schema.Field[];
  const isWithin = hasSections && !fields.includes("section");
  return fields.flatMap((field): Schema.Field[] => (isWithin && field === "className" ? [field, "section"] : [field]));
}

type Read = ReturnType<typeof readRow>;

function cellOf(
  field: Schema.Field,
  entered: Read,
  was: StoredRow["was"],
  faults: readonly Fault[],
  notes: readonly Fault[],
): Schema.CellView {
  const note = notes.find((one) => one.field === field);
  const fault = faults.find((one) => one.field === field || (field === "name" && one.field === "surname"));
  const text = fault ? (entered.texts[field] ?? "") : textOf(field, entered);
  return {
    text: text || textOf(field, entered),
    ...(was && field in was && { was: was[field] ?? null }),
    ...(fault && { fault: wordsOf(fault.why) }),
    ...(note && { note: wordsOf(note.why) }),
  };
}

function textOf(field: Schema.Field, entered: Read): string {
  const found = /^guardian([12])(Name|Relation|Phone|Email)$/.exec(field);
  if (!found) return String(entered[field as "name"] ?? "");
  const guardian = entered.guardians.find(({ place }) => place === Number(found[1]));
  return guardian?.[(found[2] ?? "").toLowerCase() as "name"] ?? "";
}

/** The rejected rows as a file to correct, in the original format. @throws AppError NOT_FOUND */
export async function getRefused(id: string): Promise<DownloadView> {
  const batch = await findImport(id);
  const rows = await sql<{ cells: string[]; faults: Fault[] }>(Prisma.sql`
    select raw as cells, faults from batch_rows
    where batch_id = ${id}::uuid and state = 'refused' and raw is not null order by row_no limit 5000`);
  if (rows.length === 0) throw new AppError("NOT_FOUND", say("noImport"));
  const { columns, kind } = mappingOf(batch);
  const head = headsOver(await headsOf(batch), rows);
  return refusedFile({ kind, name: batch.fileName ?? "", sheet: "Students", head }, columns, rows);
}
