import "server-only";
import { env } from "@/env";
import { db, transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { endings } from "./ended-tables";
import { addToLog, appendToLog, type LoggedRow, readLog } from "./row-log";

type Ending = keyof typeof endings;

const tables = Object.keys(endings) as Ending[];

type Run<Row> = (statement: Prisma.Sql) => Promise<Row>;

// One JSON value, because the number of parameters is limited.
const idsIn = (rows: LoggedRow[], table: Ending) => {
  const ending = endings[table];
  const former = "formerly" in ending ? ending.formerly : table;
  const ids = rows.filter(({ tableName }) => tableName === table || tableName === former).map(({ rowId }) => rowId);
  const value = "keys" in ending ? Prisma.sql`value` : Prisma.sql`value::uuid`;
  return Prisma.sql`select ${value} from json_array_elements_text(${JSON.stringify(ids)}::json)`;
};

/**
 * Logs rows, or their ids, that end in the current transaction. Call it last: logged rows are ended at the next start even if the
 * transaction fails.
 */
export async function noteEnded(tableName: Ending, rows: readonly (string | { id: string })[]): Promise<void> {
  await appendToLog(
    env().DATA_DIR,
    "ended",
    rows.map((row) => ({ tableName, rowId: typeof row === "string" ? row : row.id })),
  );
}

type Find = <Row extends object>(statement: Prisma.Sql) => Promise<Row[]>;

/** All ended rows in the database; earlier versions lack some of the tables. */
export async function endedRows(find: Find): Promise<LoggedRow[]> {
  const found: LoggedRow[] = [];
  for (const table of tables) {
    const ending = endings[table];
    if (!("ended" in ending)) continue;
    const relation = "of" in ending ? ending.of : table;
    const [known] = await find<{ isThere: boolean }>(
      Prisma.sql`select to_regclass(${relation}) is not null as "isThere"`,
    );
    if (known?.isThere) found.push(...(await find<LoggedRow>(ending.ended)));
  }
  return found;
}

/** Ends those of `rows` that are open. */
export async function endRows(run: Run<number>, rows: LoggedRow[]): Promise<void> {
  for (const table of tables) await run(endings[table].end(idsIn(rows, table)));
}

/** Ends rows that another tool restored. Writes only if there are any, so that it works with a full disk. */
export async function reapplyEndings(): Promise<void> {
  const noted = await readLog(env().DATA_DIR, "ended");
  for (const table of tables) {
    const open = await db().$queryRaw<object[]>(endings[table].open(idsIn(noted, table)));
    if (open.length > 0) await transaction((tx) => tx.$executeRaw(endings[table].end(idsIn(noted, table))));
  }
  await addToLog(env().DATA_DIR, "ended", await endedRows((statement) => db().$queryRaw(statement)));
}
