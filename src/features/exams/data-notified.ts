import "server-only";
import { findWhoHasResult, type Sat } from "@/features/results/data-twice";
import { emailDelay } from "@/lib/email-delay";
import { groupBy } from "@/lib/group-by";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { canGetMail, hasDigest, wantsOptional } from "@/server/mail/choices";
import { forecast } from "@/server/mail/forecast";
import { isMailConfigured } from "@/server/mail/outbox";
import { type ExamRow, examViewOf } from "./data";
import { type PreviewPersonView, type ReleaseFact, releaseFacts } from "./schema-release";
import type { SheetRowView } from "./schema-sheet";

type Notified = { id: string; hasLogin: boolean; hasAddress: boolean; isReached: boolean; isWanted: boolean };
type Guardian = {
  id: string;
  name: string;
  studentId: string;
  hasLogin: boolean;
  isProven: boolean;
  isMailed: boolean;
};

/** How students are notified of a result. */
function listNotified(ids: string[]): Promise<Notified[]> {
  return sql<Notified>(Prisma.sql`
    select u.id, u.password_hash is not null and u.login_closed_at is null as "hasLogin", u.email is not null as "hasAddress",
      ${canGetMail(Prisma.sql`u`)} as "isReached", ${wantsOptional(Prisma.sql`u`)} as "isWanted"
    from users u where u.id = any(${ids}::uuid[])`);
}

/** The guardians who may see the results of students, and whether they have a login, see anything there and get emails. */
function listGuardians(ids: string[]): Promise<Guardian[]> {
  return sql<Guardian>(Prisma.sql`
    select o.id, o.name, g.student_id as "studentId", o.password_hash is not null as "hasLogin",
      o.email_confirmed_at is not null or o.vouched_at is not null as "isProven",
      g.gets_mails and ${canGetMail(Prisma.sql`o`)} and ${wantsOptional(Prisma.sql`o`)} as "isMailed"
    from guardianships g join users o on o.id = g.guardian_id
    where g.student_id = any(${ids}::uuid[]) and g.ended_at is null and g.sees_results and o.login_closed_at is null
    order by g.student_id, g.contact_order, g.id`);
}

const personOf = ({ studentId, name, section, rollNo }: SheetRowView): PreviewPersonView => {
  return { studentId, name, section, rollNo, guardianOf: null };
};

/** Guardians, each once, with their children among the rows, in the order of the rows. */
function guardiansAmong(rows: readonly SheetRowView[], guardians: readonly Guardian[]): PreviewPersonView[] {
  const links = groupBy(guardians, ({ studentId }) => studentId);
  const found = new Map<string, PreviewPersonView & { guardianOf: string }>();
  for (const row of rows) {
    for (const { id, name } of links.get(row.studentId) ?? []) {
      const known = found.get(id);
      if (known) known.guardianOf += `, ${row.name}`;
      else found.set(id, { ...personOf(row), name, guardianOf: row.name });
    }
  }
  return [...found.values()];
}

type Concerned = Record<ReleaseFact, PreviewPersonView[]>;

/** The people that a release of these rows affects, by how it affects them. Does not depend on the exam. */
export async function listConcerned(rows: readonly SheetRowView[]): Promise<Omit<Concerned, "secondResults">> {
  const scored = rows.filter(({ mark }) => mark?.kind === "scored");
  const ids = scored.map(({ studentId }) => studentId);
  const [notified, guardians] = await Promise.all([listNotified(ids), listGuardians(ids)]);
  const facts = new Map(notified.map((one) => [one.id, one]));
  const kind = (which: "absent" | "excused") => rows.filter(({ mark }) => mark?.kind === which).map(personOf);
  const who = (which: (one: Notified) => boolean) =>
    scored
      .filter(({ studentId }) => {
        const one = facts.get(studentId);
        return one !== undefined && which(one);
      })
      .map(personOf);
  // Emails that are kept as files reach nobody.
  const leaves = isMailConfigured();
  const mailed = new Set(guardians.filter(({ isMailed }) => isMailed).map(({ id }) => id));
  const among = (which: (one: Guardian) => boolean) => guardiansAmong(scored, guardians.filter(which));
  return {
    results: scored.map(personOf),
    absent: kind("absent"),
    excused: kind("excused"),
    noMark: rows.filter(({ mark }) => mark === null).map(personOf),
    mailed: who(({ isReached, isWanted }) => isReached && isWanted),
    notWanted: who(({ isReached, isWanted }) => isReached && !isWanted),
    notConfirmed: who(({ hasLogin, hasAddress, isReached }) => hasLogin && hasAddress && !isReached),
    noAddress: who(({ hasLogin, hasAddress }) => hasLogin && !hasAddress),
    noLogin: who(({ hasLogin, isReached }) => !hasLogin && !(leaves && isReached)),
    guardiansMailed: among(({ isMailed }) => isMailed),
    guardiansNotMailed: among(({ id, hasLogin, isProven }) => hasLogin && isProven && !mailed.has(id)),
    guardiansNotConfirmed: among(({ hasLogin, isProven }) => hasLogin && !isProven),
    guardiansNoLogin: among(({ id, hasLogin }) => !hasLogin && !(leaves && mailed.has(id))),
  };
}

/** The students in these rows whose results would be second ones of the exam, counting the `planned` results (decision 376). */
export async function listSecondResults(
  exam: ExamRow,
  scored: readonly SheetRowView[],
  planned: readonly Sat[] = [],
): Promise<PreviewPersonView[]> {
  const ids = scored.map(({ studentId }) => studentId);
  const known = await findWhoHasResult(ids, examViewOf(exam), planned);
  return scored.filter(({ studentId }) => known.has(studentId)).map(personOf);
}

/** On which days the emails about these results would be sent if they were released now. */
export async function forecastRelease(scored: readonly SheetRowView[], now: Date) {
  const of = Prisma.sql`${scored.map(({ studentId }) => studentId)}::uuid[]`;
  const [counts] = await sql<{ atOnce: number; inDigest: number }>(Prisma.sql`
    select count(*) filter (where not ${hasDigest(Prisma.sql`u`)})::int as "atOnce",
      count(*) filter (where ${hasDigest(Prisma.sql`u`)})::int as "inDigest"
    from users u where ${canGetMail(Prisma.sql`u`)} and ${wantsOptional(Prisma.sql`u`)} and (u.id = any(${of}) or u.id in (
      select g.guardian_id from guardianships g
      where g.student_id = any(${of}) and g.ended_at is null and g.sees_results and g.gets_mails))`);
  return forecast(counts ?? { atOnce: 0, inDigest: 0 }, now, emailDelay);
}

/** The counts of {@link listConcerned}: each number of a preview opens its list. */
export function countsOf(people: Concerned): Record<ReleaseFact, number> {
  const counts = releaseFacts.map((fact) => [fact, people[fact].length] as const);
  return Object.fromEntries(counts) as Record<ReleaseFact, number>;
}
