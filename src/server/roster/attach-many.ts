import "server-only";
import { sql, type Transaction } from "@/server/db/client";
import { type Guardianship, Prisma, type User } from "@/server/generated/prisma/client";
import { noteEnded } from "@/server/privacy/ended";
import { bringEnrolments, type Pair, pairsOf } from "./attach-enrolments";
import { bringMail } from "./bring-mail";
import { withdrawEarlier } from "./consents";
import { bringBackReleases } from "./planned-releases";
import { usernameOf } from "./students";

type Account = Pick<User, "id" | "email" | "passwordHash" | "emailConfirmedAt" | "consentAt" | "consentVersion">;

type Link = Pick<Guardianship, "id" | "studentId" | "guardianId">;

/** The open links that moved, the changes of sight in the form that `noteEnded` takes, and the consents that no longer count. */
export type Brought = { links: Link[]; sights: string[]; consents: { id: string }[] };

export type Attached = { to: string; admissionNo: string | null; account: Account };

const [student, user] = [Prisma.sql`student_id`, Prisma.sql`user_id`];
const [inExam, inSet] = [Prisma.sql`x.exam_id = r.exam_id`, Prisma.sql`x.set_id = r.set_id`];

/** Tables and columns, in order: marks before absences. A row `r` stays behind if the entry already has an equal row `x`. */
const brought: readonly (readonly [table: Prisma.Sql, column: Prisma.Sql, isSame?: Prisma.Sql])[] = [
  [Prisma.sql`results`, student],
  [Prisma.sql`sessions`, user],
  [Prisma.sql`account_tokens`, user],
  [Prisma.sql`access_codes`, user],
  [Prisma.sql`former_ids`, user],
  [Prisma.sql`person_names`, user],
  [Prisma.sql`person_changes`, user],
  [Prisma.sql`submissions`, student, Prisma.sql`true`],
  [Prisma.sql`mark_drafts`, student, inExam],
  [Prisma.sql`exam_absences`, student, inExam],
  [Prisma.sql`notice_audiences`, student, Prisma.sql`x.notice_id = r.notice_id`],
  [Prisma.sql`consents`, student],
  [Prisma.sql`report_card_entries`, student, inSet],
  [Prisma.sql`report_cards`, student, inSet],
  [Prisma.sql`calendar_feeds`, user, Prisma.sql`true`],
];

/**
 * Merges accounts into entries of the roster: login, address, sessions, results, marks, emails, history and family move, and
 * the accounts are deleted. Call {@link noteBrought} last in the transaction.
 */
export async function attachAccounts(
  tx: Transaction,
  attached: readonly Attached[],
  by: string,
  now: Date,
): Promise<Brought> {
  const from = attached.map(({ account }) => account.id);
  await bringBackReleases(tx, from, by);
  const values = JSON.stringify(
    attached.map(({ to, admissionNo, account: { id, ...account } }) => {
      return { to, from: id, ...account, username: usernameOf({ email: account.email, admissionNo }) };
    }),
  );
  const merged = attached.map(({ to, account }) => ({ to, from: account.id }));
  const pairs = pairsOf(merged);
  // Clear the addresses first: two people must not have the same one, not even for a moment.
  await tx.$executeRaw`
    update users set email = null, password_hash = null, username = null, email_confirmed_at = null
    where id = any(${from}::uuid[])`;
  await tx.$executeRaw`
    update users u set email = row.email, password_hash = row."passwordHash", email_confirmed_at = row."emailConfirmedAt",
      consent_at = row."consentAt", consent_version = row."consentVersion", username = row.username,
      vouched_at = ${now}, vouched_by_id = ${by}::uuid
    from json_to_recordset(${values}::json) as row ("to" uuid, email text, "passwordHash" text, "emailConfirmedAt" timestamptz,
      "consentAt" timestamptz, "consentVersion" text, username text)
    where u.id = row."to"`;
  await bringEnrolments(tx, pairs);
  // Existing marks of the entry are kept; an emptied cell is not a mark.
  await tx.$executeRaw`
    delete from mark_drafts d using ${pairs}, mark_drafts x
    where d.student_id = row."to" and d.kind is null and d.remark is null
      and x.student_id = row."from" and x.exam_id = d.exam_id`;
  const consents = await withdrawEarlier(tx, "student", merged);
  for (const [table, column, isSame = Prisma.sql`false`] of brought)
    await tx.$executeRaw`
      update ${table} r set ${column} = row."to"
      from ${pairs} where r.${column} = row."from"
        and not exists (select from ${table} x where x.${column} = row."to" and ${isSame})`;
  await bringMail(tx, merged, now);
  const sights = await withholdResults(tx, pairs);
  const links = await bringFamily(tx, pairs);
  await bringExemptions(tx, pairs);
  await tx.formerId.createMany({ data: merged.map((one) => ({ id: one.from, userId: one.to })) });
  await tx.user.deleteMany({ where: { id: { in: from } } });
  return { links, sights, consents };
}

/** Logs what attaching accounts has ended. Call it last in the transaction. */
export async function noteBrought({ sights, consents }: Brought): Promise<void> {
  await noteEnded("sights", sights);
  await noteEnded("consents", consents);
}

/**
 * The latest links to the entries with sight of results, of guardians who could not see the results of the account, or whose
 * latest link to the account was ended by somebody else.
 */
const unsighted = (pairs: Prisma.Sql) => Prisma.sql`
  with latest as (
    select distinct on (k.student_id, k.guardian_id) k.*, row."to", row."from"
    from guardianships k join ${pairs} on k.student_id in (row."to", row."from")
    order by k.student_id, k.guardian_id, k.ended_at desc nulls first, k.id desc)
  select o.id, o.guardian_id, o.ended_at from latest o join latest f on f.guardian_id = o.guardian_id
    and f."to" = o."to" and f.student_id = f."from" and o.student_id = o."to"
  where o.sees_results and not (f.sees_results
    and (f.ended_at is null or f.ended_by_id is not distinct from f.guardian_id))`;

async function withholdResults(tx: Transaction, pairs: Prisma.Sql): Promise<string[]> {
  const rows = await tx.$queryRaw<{ change: string }[]>`
    update guardianships set sees_results = false, sight_changes = (sight_changes + 1) | 1
    where id in (select id from (${unsighted(pairs)}) as withheld) returning id || ':' || sight_changes as change`;
  return rows.map(({ change }) => change);
}

/** The guardians of an entry who could no longer see the results once this account is attached. */
export async function listUnsighted(pair: Pair): Promise<string[]> {
  const rows = await sql<{ name: string }>(Prisma.sql`
    select u.name from (${unsighted(pairsOf([pair]))}) as withheld join users u on u.id = withheld.guardian_id
    where withheld.ended_at is null order by u.name, u.id`);
  return rows.map(({ name }) => name);
}

/** Guardians, and codes for more of them. A guardian whose link to the entry has ended stays without one. */
async function bringFamily(tx: Transaction, pairs: Prisma.Sql): Promise<Link[]> {
  const links = await tx.$queryRaw<(Link & { isOpen: boolean })[]>`
    update guardianships k set student_id = row."to",
      created_by_id = case when k.created_by_id = row."from" then row."to" else k.created_by_id end
    from ${pairs} where k.student_id = row."from"
      and not exists (select from guardianships x where x.student_id = row."to" and x.guardian_id = k.guardian_id)
    returning k.id, k.student_id as "studentId", k.guardian_id as "guardianId", k.ended_at is null as "isOpen"`;
  await tx.$executeRaw`
    update students s set links_by_office_only = true
    from ${pairs} join students f on f.user_id = row."from"
    where s.user_id = row."to" and f.links_by_office_only and not s.links_by_office_only`;
  // A code that the student made remains the student's, and is dropped if only the office links guardians.
  await tx.$executeRaw`
    update access_codes c set student_id = row."to",
      created_by_id = case when c.created_by_id = row."from" then row."to" else c.created_by_id end
    from ${pairs} join students s on s.user_id = row."to"
    where c.student_id = row."from" and not (s.links_by_office_only and c.created_by_id is not distinct from row."from")`;
  return links.filter(({ isOpen }) => isOpen);
}

/** What a student is exempt from. An exemption of either that would hide a mark ends. */
async function bringExemptions(tx: Transaction, pairs: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    update subject_exemptions e set student_id = row."to"
    from ${pairs} where e.student_id = row."from"
      and not exists (select from subject_exemptions x where x.student_id = row."to"
        and x.school_year_id = e.school_year_id and x.subject_key = e.subject_key)`;
  await tx.$executeRaw`
    select end_hiding_exemptions(subject_key) from (
      select distinct e.subject_key from subject_exemptions e join ${pairs} on e.student_id = row."to") held`;
}
