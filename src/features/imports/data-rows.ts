import "server-only";
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { dateHere, institute } from "@/content/institute";
import { AppError, fieldError } from "@/lib/errors";
import type { DayOrder } from "@/lib/typed-days";
import { headsOf, rowsBelow } from "@/server/batches/batches";
import { db } from "@/server/db/client";
import type { Batch } from "@/server/generated/prisma/client";
import { readRoster } from "./data-roster";
import { say } from "./messages";
import { hasNeeded } from "./rules";
import { type Entered, type Reading, readRow } from "./rules-cells";
import { orderIn, relationOf } from "./rules-columns";
import type { TargetYear } from "./rules-places";
import { type Planned, planRows, type Question } from "./rules-plan";
import { type Columns, dialling, type Field } from "./schema";

/** What is stored about a file beside its rows; `digest` covers the planned changes. */
export type Mapping = {
  kind: "csv" | "xlsx";
  sheet: string;
  others: number;
  /** Missing in older imports. */
  hidden?: number;
  headRow: number;
  total: number;
  columns: Columns;
  dayOrder: DayOrder | null;
  yearId: string | null;
  /** The first day of students who are new in the year; it is asked again for the next file. Absent from older imports. */
  fromDay?: string | null;
  attach: string[];
  /** The meanings of headings, remembered for the person's next file. */
  heads: Record<string, Field>;
  digest: string | null;
  /** The background task that is running or has failed. */
  taskId: string | null;
  /** The audit event of the import, which students' histories refer to. */
  eventId?: string;
};

export const mappingOf = ({ mapping }: Pick<Batch, "mapping">): Mapping => mapping as unknown as Mapping;

/** An import. @throws AppError NOT_FOUND */
export async function findImport(id: string): Promise<Batch> {
  const batch = await db().batch.findFirst({ where: { id, kind: "students" } });
  if (!batch) throw new AppError("NOT_FOUND", say("noImport"));
  return batch;
}

/** How to read the cells of an import; the order of dates as chosen, or as detected. */
export function readingOf(
  { columns, dayOrder }: Pick<Mapping, "columns" | "dayOrder">,
  heads: readonly string[],
  now: Date,
) {
  const relations = ([1, 2] as const).map((place) => {
    const index = columns.findIndex((field) => field?.startsWith(`guardian${place}N`));
    return index < 0 ? null : relationOf(heads[index] ?? "");
  });
  const [first = null, second = null] = relations;
  return {
    columns,
    order: dayOrder ?? "day",
    dialling,
    relations: [first, second],
    today: dateHere(now),
    timeZone: institute.timeZone,
  } satisfies Reading;
}

/** Rows to read before yielding to the event loop. */
const inOneTurn = 250;

/** Reports progress from 0 to 1. */
export type Progress = (share: number) => Promise<void>;

export const noProgress: Progress = async () => {};

async function readRows(rows: readonly { no: number; cells: string[] }[], reading: Reading, progress: Progress) {
  const entered: Entered[] = [];
  for (let index = 0; index < rows.length; index += inOneTurn) {
    entered.push(...rows.slice(index, index + inOneTurn).map((row) => readRow(row, reading)));
    await nextTurn();
    await progress((0.4 * index) / rows.length);
  }
  return entered;
}

/** The planned change of each row, and a digest that detects whether the plan has changed. */
export type ImportPlan = { rows: Planned[]; questions: Question[]; year: TargetYear; order: DayOrder; digest: string };

/** What an import by a person would do. @throws AppError if columns or the order of dates are missing */
export async function planImport(batch: Batch, byId: string, now: Date, progress: Progress): Promise<ImportPlan> {
  const mapping = mappingOf(batch);
  if (!hasNeeded(mapping.columns)) throw fieldError("columns", say("needsColumns"));
  const heads = await headsOf(batch);
  const raw = await rowsBelow(batch);
  const days = mapping.columns.indexOf("bornOn");
  const order =
    mapping.dayOrder ??
    orderIn(
      raw.flatMap(({ cells }) => cells[days] ?? []),
      heads[days] ?? "",
    );
  if (order === null) throw fieldError("dayOrder", say("askOrder"));
  const entered = await readRows(raw, readingOf({ ...mapping, dayOrder: order }, heads, now), progress);
  const roster = await readRoster(entered, mapping, byId, now);
  await progress(0.5);
  const planned = planRows(entered, roster, new Set(mapping.attach));
  await nextTurn();
  return { ...planned, year: roster.year, order, digest: digestOf(planned.rows) };
}

/** A digest of all that an import would write: plans with the same digest do the same. */
function digestOf(rows: ImportPlan["rows"]): string {
  const hash = createHash("sha256");
  for (const { row, known, state, was, after, step, linked, attach } of rows) {
    const guardians = linked.map(({ guardian, isNewLink }) => [
      guardian.isNew || guardian.id,
      guardian.phone,
      guardian.email,
      isNewLink,
    ]);
    hash.update(JSON.stringify([row.no, known?.id, state, was, after, step, guardians, attach?.id, row.faults]));
  }
  return hash.digest("hex");
}
