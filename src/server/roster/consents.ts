import "server-only";
import { dateHere } from "@/content/institute";
import { mayBeMinor, ofAge } from "@/lib/age";
import { isoDate } from "@/lib/dates";
import { endOfDay } from "@/server/clock";
import { db, sql, type Transaction } from "@/server/db/client";
import { type ConsentHow, Prisma } from "@/server/generated/prisma/client";
import { policyVersion } from "@/server/privacy/consent";
import { hasLeft, today } from "./in-class";

const shown = {
  include: { guardian: { select: { name: true } }, notedBy: { select: { name: true } } },
} satisfies Prisma.ConsentDefaultArgs;

export type ConsentRow = Prisma.ConsentGetPayload<typeof shown>;

const mostShown = 50;

/** The version of the text, null if unknown: paper forms used to be entered with the version of that day, however old they were. */
const versionOf = ({ how, version, givenAt }: Pick<ConsentRow, "how" | "version" | "givenAt">) =>
  how === "paper" && version !== null && version.slice(0, 10) > dateHere(givenAt) ? null : version;

/** The consents for a student, newest first. */
export async function listConsents(studentId: string): Promise<ConsentRow[]> {
  const rows = await db().consent.findMany({
    where: { studentId },
    ...shown,
    orderBy: [{ givenAt: "desc" }, { id: "desc" }],
    take: mostShown,
  });
  return rows.map((row) => ({ ...row, version: versionOf(row) }));
}

/** The consents for a student, and those that a person gave as a guardian, in the form of an export. */
export async function exportConsentsOf(userId: string): Promise<Record<string, unknown>[]> {
  const rows = await db().consent.findMany({
    where: { OR: [{ studentId: userId }, { guardianId: userId }] },
    orderBy: { id: "asc" },
    take: 1000,
  });
  return rows.map((row) => ({
    what: row.studentId === userId ? "consent of a guardian" : "consent for a child",
    ...(row.studentId === userId && { givenName: row.givenName }),
    how: row.how,
    version: versionOf(row) ?? "not known",
    givenAt: row.givenAt,
    withdrawnAt: row.withdrawnAt,
  }));
}

/**
 * The version of the text on a day: the current one, or before its date the last one that anybody had agreed to by then. Null
 * if unknown.
 */
export async function versionOn(day: string): Promise<string | null> {
  const current = policyVersion();
  if (day >= current.slice(0, 10)) return current;
  const [known] = await sql<{ version: string }>(Prisma.sql`
    select version from (
      select version, given_at as at from consents union all select consent_version, consent_at from users) agreed
    where left(version, 10) <= ${day} and at <= ${endOfDay(day)} order by left(version, 10) desc, at desc limit 1`);
  return known?.version ?? null;
}

/** Who consented and how: a person on the roster, or a name on a paper form. */
export type Given = {
  by: { guardianId: string } | { givenName: string };
  how: ConsentHow;
  at: Date;
  notedById: string | null;
  /** The version of the text, null if unknown; the current one by default. */
  version?: string | null;
};

export async function giveConsent(tx: Transaction, studentIds: string[], { by, how, at, notedById, version }: Given) {
  await tx.consent.createMany({
    data: studentIds.map((studentId) => ({
      studentId,
      ...by,
      how,
      givenAt: at,
      notedById,
      version: version === undefined ? policyVersion() : version,
    })),
  });
}

/** Withdraws valid consents. Returns them for `noteEnded`. */
export async function withdrawConsents(
  tx: Transaction,
  which: { id: string } | { guardianId: string; studentId: string },
  at: Date,
): Promise<{ id: string; studentId: string; guardianId: string | null }[]> {
  return tx.consent.updateManyAndReturn({
    where: { ...which, withdrawnAt: null },
    data: { withdrawnAt: at },
    select: { id: true, studentId: true, guardianId: true },
  });
}

const [student, guardian] = [Prisma.sql`student_id`, Prisma.sql`guardian_id`];
const columnsOf = { student: [student, guardian], guardian: [guardian, student] } as const;

/**
 * Of entries that become one, before their consents move: withdraws what a guardian had given in either before withdrawing
 * another consent for the same child in the other (decision 153). Returns the consents for `noteEnded`.
 */
export async function withdrawEarlier(
  tx: Transaction,
  whose: "student" | "guardian",
  merged: readonly { to: string; from: string }[],
): Promise<{ id: string }[]> {
  const [own, other] = columnsOf[whose];
  return tx.$queryRaw`
    update consents c set withdrawn_at = earlier.at
    from (select x.id, min(w.withdrawn_at) as at
      from json_to_recordset(${JSON.stringify(merged)}::json) as row ("to" uuid, "from" uuid)
        join consents x on x.${own} in (row."to", row."from")
        join consents w on w.${own} in (row."to", row."from") and w.${own} <> x.${own} and w.${other} = x.${other}
      where x.withdrawn_at is null and w.withdrawn_at > x.given_at group by x.id) earlier
    where c.id = earlier.id returning c.id`;
}

/** The others in the consents that {@link withdrawEarlier} would withdraw: children of guardians, or guardians of students. */
export async function listWithdrawn(whose: "student" | "guardian", ids: readonly string[]): Promise<string[]> {
  const [own, other] = columnsOf[whose];
  const rows = await sql<{ name: string }>(Prisma.sql`
    select distinct u.id, u.name from consents x join consents w using (${other}) join users u on u.id = ${other}
    where x.${own} = any(${ids}::uuid[]) and w.${own} = any(${ids}::uuid[])
      and w.${own} <> x.${own} and x.withdrawn_at is null and w.withdrawn_at > x.given_at order by u.name, u.id`);
  return rows.map(({ name }) => name);
}

export async function hasConsented(guardianId: string, studentId: string): Promise<boolean> {
  return (await db().consent.count({ where: { guardianId, studentId, withdrawnAt: null }, take: 1 })) > 0;
}

/** True if a guardian has a valid consent for a student, or has withdrawn one after `at`. */
export async function hasDecidedSince(guardianId: string, studentId: string, at: Date): Promise<boolean> {
  const where = { guardianId, studentId, OR: [{ withdrawnAt: null }, { withdrawnAt: { gt: at } }] };
  return (await db().consent.count({ where, take: 1 })) > 0;
}

type Child = { userId: string; bornOn: Date | null; leftOn: Date | null; user: { name: string } };

/** The students among these who need a guardian's consent: they have not left, and are under age or of unknown age. */
export function needConsent<One extends Child>(children: readonly One[], now: Date): One[] {
  const day = dateHere(now);
  return children.filter(
    ({ bornOn, leftOn }) => !(leftOn && isoDate(leftOn) < day) && mayBeMinor(bornOn && isoDate(bornOn), day),
  );
}

// The person is still a guardian, or has signed on paper.
const held = Prisma.sql`select x.student_id from consents x where x.withdrawn_at is null and (x.given_name is not null
  or exists (select from guardianships k where k.guardian_id = x.guardian_id and k.student_id = x.student_id and k.ended_at is null))`;

/** A consent is valid if it is not withdrawn and was given by a current guardian or on paper. */
export const isHeld = (
  { withdrawnAt, givenName, guardianId }: Pick<ConsentRow, "withdrawnAt" | "givenName" | "guardianId">,
  guardians: ReadonlySet<string>,
) => withdrawnAt === null && (givenName !== null || (guardianId !== null && guardians.has(guardianId)));

/** True for a student `s` who has not left, is under age or of unknown age and has no valid consent of a guardian. */
export const lacksConsent = Prisma.sql`(not ${hasLeft} and (s.born_on is null
    or s.born_on > ${today} - ${`${ofAge} years`}::interval)
  and s.user_id not in (${held}))`;

export async function listMinorsOf(guardianId: string, now: Date): Promise<Child[]> {
  const children = await db().student.findMany({
    where: { guardianships: { some: { guardianId, endedAt: null } } },
    select: { userId: true, bornOn: true, leftOn: true, user: { select: { name: true } } },
    orderBy: { userId: "asc" },
    take: 20,
  });
  return needConsent(children, now);
}
