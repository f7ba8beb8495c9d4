import "server-only";
import { env } from "@/env";
import { db, type Transaction, transaction } from "./db";
import { addToErasedLog, type ErasedRow, readErasedLog } from "./erased-log";
import { Prisma } from "./generated/prisma/client";

/**
 * The tables whose rows are erased by their ids. Whatever else is kept of a person goes with a row of these, by a foreign key,
 * or ends with every restore; a test holds that for each table of the data inventory.
 */
export const erasable = ["mails", "submissions", "contact_messages", "users"] as const;

/** The ids of rows, by their tables. */
export type Rows = Record<(typeof erasable)[number], string[]>;

/** Runs a statement and answers how many rows it changed. */
type Run = (statement: Prisma.Sql) => Promise<number>;

// A mail of a row may have been gone when the row was erased: then a backup brings it back, and no list has its id.
const deletions = [
  Prisma.sql`delete from mails m using erased_rows e, submissions s
    where e.table_name = 'submissions' and s.id = e.row_id and m.about ->> 'submissionId' = s.id::text`,
  Prisma.sql`delete from mails m using erased_rows e, contact_messages c
    where e.table_name = 'contact_messages' and c.id = e.row_id and m.about ->> 'messageId' = c.id::text`,
  Prisma.sql`delete from mails m using erased_rows e, users u
    where e.table_name = 'users' and u.id = e.row_id and m.recipient = u.email and m.kind = 'resetPassword'`,
  Prisma.sql`delete from mails m using erased_rows e where e.table_name = 'mails' and m.id = e.row_id`,
  Prisma.sql`delete from submissions s using erased_rows e where e.table_name = 'submissions' and s.id = e.row_id`,
  Prisma.sql`delete from contact_messages c using erased_rows e
    where e.table_name = 'contact_messages' and c.id = e.row_id`,
  Prisma.sql`delete from users u using erased_rows e where e.table_name = 'users' and u.id = e.row_id`,
];

/** Notes `rows` in the database as erased, and deletes every row that is noted so. Answers how many it deleted. */
export async function eraseNoted(run: Run, rows: ErasedRow[]): Promise<number> {
  // As one value, however many there are.
  await run(Prisma.sql`insert into erased_rows (table_name, row_id)
    select "tableName", "rowId" from json_to_recordset(${JSON.stringify(rows)}::json)
      as row ("tableName" text, "rowId" uuid)
    on conflict do nothing`);
  let deleted = 0;
  for (const deletion of deletions) deleted += await run(deletion);
  return deleted;
}

/** Erases rows for good: no restore brings them back. {@link writeErasedLog} is to follow. Answers how many there were. */
export async function eraseRows(tx: Transaction, rows: Rows): Promise<number> {
  const noted = erasable.flatMap((tableName) => rows[tableName].map((rowId) => ({ tableName, rowId })));
  return eraseNoted((statement) => tx.$executeRaw(statement), noted);
}

/**
 * Writes what was erased beside the database too, as the last step before the commit: where the list cannot be written,
 * nothing is erased. If the commit itself fails, the next start carries out what is written.
 */
export async function writeErasedLog(tx: Transaction): Promise<void> {
  await addToErasedLog(env().DATA_DIR, await tx.erasedRow.findMany());
}

const areSomeBack = Prisma.sql`select
  exists (select from erased_rows e join mails m on m.id = e.row_id where e.table_name = 'mails')
  or exists (select from erased_rows e join submissions s on s.id = e.row_id where e.table_name = 'submissions')
  or exists (select from erased_rows e join contact_messages c on c.id = e.row_id
    where e.table_name = 'contact_messages')
  or exists (select from erased_rows e join users u on u.id = e.row_id where e.table_name = 'users') as "areSomeBack"`;

/**
 * Erases what another way than `npm run restore` may have brought back, and makes the list and the database agree. It writes
 * only where they do not, so that a product starts on a disk that is full.
 */
export async function eraseAgain(): Promise<void> {
  const noted = await db().erasedRow.findMany();
  const known = new Set(noted.map(({ rowId }) => rowId));
  const missing = (await readErasedLog(env().DATA_DIR)).filter(({ rowId }) => !known.has(rowId));
  const [found] = await db().$queryRaw<{ areSomeBack: boolean }[]>(areSomeBack);
  if (missing.length > 0 || found?.areSomeBack) {
    await transaction((tx) => eraseNoted((statement) => tx.$executeRaw(statement), missing));
  }
  await addToErasedLog(env().DATA_DIR, noted);
}
