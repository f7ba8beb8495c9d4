import "server-only";
import { env } from "@/env";
import { type AuditEntry, record } from "@/server/audit/audit";
import { db, type Transaction, transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { enqueue } from "@/server/jobs/jobs";
import { forgetWordsAbout } from "@/server/mail/kept-emails";
import { listFamilyOf } from "@/server/roster/guardians";
import { isNameOf } from "@/server/roster/names";
import { bringBackReleases } from "@/server/roster/planned-releases";
import { addToLog, type LoggedRow, readLog } from "./row-log";

/**
 * Tables whose rows are erased by id. Other personal data is deleted with these rows by foreign keys, or by every
 * restore; a test checks each table of the data inventory.
 */
export const erasable = ["mails", "submissions", "contact_messages", "users"] as const;

export type Rows = Partial<Record<(typeof erasable)[number], string[]>>;

type Run = (statement: Prisma.Sql) => Promise<number>;

// A backup may restore an email that had been purged before the erasure, so no list has its id: match its address and
// account too.
const deletions = [
  Prisma.sql`delete from mails m using erased_rows e, submissions s
    where e.table_name = 'submissions' and s.id = e.row_id and m.about ->> 'submissionId' = s.id::text`,
  // Emails to the parent of a merged application are about the application it was merged into. They stay if another application
  // of that parent remains.
  Prisma.sql`delete from mails m using erased_rows e, submissions s
    where e.table_name = 'submissions' and s.id = e.row_id and m.about ->> 'submissionId' = s.merged_into_id::text
      and m.recipient = s.email and not exists (select from submissions o
        where o.email = s.email and s.merged_into_id in (o.id, o.merged_into_id)
          and not exists (select from erased_rows x where x.table_name = 'submissions' and x.row_id = o.id))`,
  Prisma.sql`delete from mails m using erased_rows e, contact_messages c
    where e.table_name = 'contact_messages' and c.id = e.row_id and m.about ->> 'messageId' = c.id::text`,
  Prisma.sql`delete from mails m using erased_rows e, users u
    where e.table_name = 'users' and u.id = e.row_id and m.recipient = u.email and m.kind = 'resetPassword'`,
  Prisma.sql`delete from mails m using erased_rows e where e.table_name = 'mails' and m.id = e.row_id`,
  Prisma.sql`delete from submissions s using erased_rows e where e.table_name = 'submissions' and s.id = e.row_id`,
  Prisma.sql`delete from contact_messages c using erased_rows e
    where e.table_name = 'contact_messages' and c.id = e.row_id`,
  // Notices to nobody else. The audience of other notices keeps one row for all erased students.
  Prisma.sql`delete from notices n where n.id in (select a.notice_id from notice_audiences a
      join erased_rows e on e.table_name = 'users' and e.row_id = a.student_id)
    and not exists (select from notice_audiences a
      left join erased_rows e on e.table_name = 'users' and e.row_id = a.student_id
      where a.notice_id = n.id and (a.kind <> 'student' or (a.student_id is not null and e.row_id is null)))`,
  Prisma.sql`update notice_audiences a set student_id = null
    from (select distinct on (a.notice_id) a.id from notice_audiences a
      join erased_rows e on e.table_name = 'users' and e.row_id = a.student_id
      where not exists (select from notice_audiences x
        where x.notice_id = a.notice_id and x.kind = 'student' and x.student_id is null)
      order by a.notice_id, a.id) one where a.id = one.id`,
  // Codes that linked a guardian, or would have, carry the name. An open code beside an ended link may be for a person of the same name.
  Prisma.sql`delete from access_codes c using erased_rows e, users u
    where e.table_name = 'users' and u.id = e.row_id and c.purpose = 'link' and (c.used_by_id = u.id
      or (c.used_by_id is null and ${isNameOf(Prisma.sql`c.label`, Prisma.sql`u`)} and exists (select from guardianships k
        where k.guardian_id = u.id and k.student_id = c.student_id
          and (k.ended_at is null or c.revoked_at is not null or c.expires_at <= now()))))`,
  // A guardian's consent on paper stays without the name, and no longer counts (decision 191).
  Prisma.sql`update consents c set given_name = null from erased_rows e, users u
    where e.table_name = 'users' and u.id = e.row_id and ${isNameOf(Prisma.sql`c.given_name`, Prisma.sql`u`)}
      and exists (select from guardianships k where k.guardian_id = u.id and k.student_id = c.student_id)`,
  Prisma.sql`delete from users u using erased_rows e where e.table_name = 'users' and u.id = e.row_id`,
];

/** Records `rows` as erased in the database and deletes every recorded row. Returns the number of deleted rows. */
export async function eraseRecorded(run: Run, rows: LoggedRow[]): Promise<number> {
  // One JSON value, because the number of parameters is limited.
  await run(Prisma.sql`insert into erased_rows (table_name, row_id)
    select "tableName", "rowId" from json_to_recordset(${JSON.stringify(rows)}::json)
      as row ("tableName" text, "rowId" uuid)
    on conflict do nothing`);
  let deleted = 0;
  for (const deletion of deletions) deleted += await run(deletion);
  return deleted;
}

/**
 * Erases rows permanently, also from later restores: an application together with those merged into it, a person together with
 * former entries. If the links of these people are deleted first, pass their `family`. Call {@link writeErasedLog} afterwards.
 * Returns the number of rows.
 */
export async function eraseRows(tx: Transaction, rows: Rows, family?: string[]): Promise<number> {
  const noted = erasable.flatMap((tableName) => (rows[tableName] ?? []).map((rowId) => ({ tableName, rowId })));
  if (noted.length === 0) return 0;
  const former = await formerRowsOf(tx, rows.users ?? []);
  if (rows.users) {
    await bringBackReleases(tx, rows.users, null);
    const ids = [...rows.users, ...former.map(({ rowId }) => rowId)];
    await forgetWordsAbout(tx, ids, family ?? (await listFamilyOf(tx, rows.users)));
  }
  const merged = await mergedInto(tx, rows.submissions ?? []);
  return eraseRecorded((statement) => tx.$executeRaw(statement), [...noted, ...merged, ...former]);
}

async function mergedInto(tx: Transaction, ids: string[]): Promise<LoggedRow[]> {
  return tx.$queryRaw`select 'submissions' as "tableName", id as "rowId" from submissions
    where merged_into_id in (select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::json))`;
}

async function formerRowsOf(tx: Transaction, ids: string[]): Promise<LoggedRow[]> {
  return tx.$queryRaw`select 'users' as "tableName", id as "rowId" from former_ids
    where user_id in (select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::json))`;
}

/** Number of people and former entries erased so far. */
export const countErasedPeople = (tx: Transaction): Promise<number> =>
  tx.erasedRow.count({ where: { tableName: "users" } });

/**
 * Writes the list of erased rows to disk as the last step before the commit, so that nothing is erased if that fails.
 * If the commit fails, the next start erases the listed rows.
 */
export async function writeErasedLog(tx: Transaction): Promise<void> {
  await addToLog(env().DATA_DIR, "erased", await tx.erasedRow.findMany());
}

/** Erases the rows that `find` returns, and later the files of emails. Returns their number; does nothing for none. */
export async function erase(find: (tx: Transaction) => Promise<Rows>, event: AuditEntry): Promise<number> {
  return transaction(async (tx) => {
    const erased = await eraseRows(tx, await find(tx));
    if (erased === 0) return 0;
    await enqueue(tx, "sweepMailFolder", {});
    await record(tx, event);
    await writeErasedLog(tx);
    return erased;
  });
}

const areSomeBack = Prisma.sql`select
  exists (select from erased_rows e join mails m on m.id = e.row_id where e.table_name = 'mails')
  or exists (select from erased_rows e join submissions s on s.id = e.row_id where e.table_name = 'submissions')
  or exists (select from erased_rows e join contact_messages c on c.id = e.row_id
    where e.table_name = 'contact_messages')
  or exists (select from erased_rows e join users u on u.id = e.row_id where e.table_name = 'users') as "areSomeBack"`;

/** Erases rows that another tool restored. Writes only if there are any, so that it works with a full disk. */
export async function reapplyErasures(): Promise<void> {
  const noted = await db().erasedRow.findMany();
  const known = new Set(noted.map(({ rowId }) => rowId));
  const missing = (await readLog(env().DATA_DIR, "erased")).filter(({ rowId }) => !known.has(rowId));
  const [found] = await db().$queryRaw<{ areSomeBack: boolean }[]>(areSomeBack);
  if (missing.length > 0 || found?.areSomeBack) {
    await transaction((tx) => eraseRecorded((statement) => tx.$executeRaw(statement), missing));
  }
  await addToLog(env().DATA_DIR, "erased", noted);
}
