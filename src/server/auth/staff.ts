import "server-only";
import { dateHere, institute } from "@/content/institute";
import { isOpenCode } from "@/server/access-codes/use";
import { isOfColleague } from "@/server/auth/grants";
import { lockPeople } from "@/server/auth/users";
import { db, sql, type Transaction } from "@/server/db/client";
import { Prisma, type StaffGrant } from "@/server/generated/prisma/client";
import { hasEndedForGood } from "@/server/privacy/ended-tables";

/** A right, with its first and last day. */
export type GrantFields = Pick<StaffGrant, "role" | "className" | "section" | "subjectId" | "fromDay" | "toDay">;

const year = 366 * 24 * 60 * 60 * 1000;

const shown = (now: Date) =>
  ({
    id: true,
    name: true,
    email: true,
    phone: true,
    emailConfirmedAt: true,
    vouchedAt: true,
    username: true,
    role: true,
    passwordHash: true,
    grants: {
      where: { OR: [{ endedAt: null }, { endedAt: { gt: new Date(now.getTime() - year) } }] },
      include: { subject: { select: { name: true } } },
      orderBy: [{ endedAt: { sort: "asc", nulls: "first" } }, { fromDay: "asc" }, { id: "asc" }],
    },
    secondFactor: { select: { confirmedAt: true } },
    sessions: { where: { side: "admin" }, orderBy: { usedAt: "desc" }, take: 1, select: { usedAt: true } },
    codes: {
      where: isOpenCode(now),
      orderBy: { expiresAt: "desc" },
      take: 1,
      select: { expiresAt: true },
    },
  }) satisfies Prisma.UserSelect;

/** A staff member, with the grants that are open or ended within the last year. */
export type StaffRow = Prisma.UserGetPayload<{ select: ReturnType<typeof shown> }>;

const ofStaff = { OR: [{ role: "admin" }, { grants: { some: {} } }] } satisfies Prisma.UserWhereInput;

/** The staff by name, the built-in administrator first. */
export async function listStaff(take: number, now: Date): Promise<StaffRow[]> {
  const orderBy = [{ role: "desc" }, { name: "asc" }, { id: "asc" }] satisfies Prisma.UserOrderByWithRelationInput[];
  return db().user.findMany({ where: ofStaff, select: shown(now), orderBy, take });
}

/** A staff member, or null. */
export async function findStaff(id: string, now: Date): Promise<StaffRow | null> {
  return db().user.findFirst({ where: { id, ...ofStaff }, select: shown(now) });
}

const day = 24 * 60 * 60 * 1000;

/**
 * Adds a grant. If an existing grant for the same work reaches the first day of the new one, it gets the later last day
 * instead, so that nobody has the same work twice on a day. Returns false if the work is already granted for these days.
 */
export async function addGrant(tx: Transaction, userId: string, grant: GrantFields, by: string): Promise<boolean> {
  await lockPeople(tx, [userId]);
  await closeOver(tx, userId);
  const { fromDay, toDay, ...work } = grant;
  const [same, another] = await tx.staffGrant.findMany({
    where: {
      userId,
      ...work,
      endedAt: null,
      ...(toDay && { fromDay: { lte: toDay } }),
      OR: [{ toDay: null }, { toDay: { gte: new Date(fromDay.getTime() - day) } }],
    },
    take: 2,
  });
  if (!same) {
    await tx.staffGrant.create({ data: { userId, grantedById: by, ...grant } });
    return true;
  }
  const isLater = same.toDay !== null && (toDay === null || toDay > same.toDay);
  if (another || same.fromDay > fromDay || !isLater) return false;
  await tx.staffGrant.update({ where: { id: same.id }, data: { toDay } });
  return true;
}

/** Records the end of grants whose last day is over. */
async function closeOver(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`
    update staff_grants set ended_at = (to_day + 1)::timestamp at time zone ${institute.timeZone}
    where user_id = ${userId}::uuid and ended_at is null and to_day < (now() at time zone ${institute.timeZone})::date`;
}

/** Locks the person who has a grant until the transaction ends. Returns the id of the person; undefined if there is no such grant. */
export async function lockHolder(tx: Transaction, id: string): Promise<string | undefined> {
  const grant = await tx.staffGrant.findUnique({ where: { id }, select: { userId: true } });
  if (grant) await lockPeople(tx, [grant.userId]);
  return grant?.userId;
}

/** Ends one or all grants of a person that have not already run out. Returns them for `noteEnded`. */
export async function endGrants(tx: Transaction, which: { id: string } | { userId: string }, by: string, now: Date) {
  return tx.staffGrant.updateManyAndReturn({
    where: { ...which, ...isOfColleague(new Date(dateHere(now))) },
    data: { endedAt: now, endedById: by },
    select: { id: true },
  });
}

/** The grants of a person that have ended for good, also in subjects that were joined to another. */
export async function listEndedGrants(userId: string): Promise<{ id: string }[]> {
  return sql(Prisma.sql`select g.id from staff_grants g where g.user_id = ${userId}::uuid and ${hasEndedForGood}`);
}

/**
 * Moves the grants for joined subjects to the subject that remains. If several open grants for the same work have adjoining
 * days, one covers all of these days, and the others end with it ({@link hasEndedForGood}). A grant after a break (decision
 * 330) stays separate.
 */
export async function moveGrants(tx: Transaction, joined: readonly string[], to: string): Promise<void> {
  const subjectIds = [...joined, to];
  // Lock them first, so that a grant that is being ended at this moment stays ended.
  await tx.$queryRaw`
    select from staff_grants where ended_at is null and subject_id = any(${subjectIds}::uuid[]) order by id for update`;
  await tx.$executeRaw`
    with held as (
      select *, max(coalesce(to_day, 'infinity')) over (partition by user_id, role, class_name, section
          order by from_day, id rows between unbounded preceding and 1 preceding) as reached
      from staff_grants where ended_at is null and subject_id = any(${subjectIds}::uuid[])),
    parted as (
      select *, count(*) filter (where from_day > reached + 1)
        over (partition by user_id, role, class_name, section order by from_day, id) as part from held),
    same as (
      select id, row_number() over (days order by from_day, id) as no, max(coalesce(to_day, 'infinity')) over days as last
      from parted window days as (partition by user_id, role, class_name, section, part))
    update staff_grants g set ended_at = case when same.no > 1 then now() end,
      to_day = case when same.no > 1 then g.to_day else nullif(same.last, 'infinity') end
    from same where same.id = g.id`;
  await tx.staffGrant.updateMany({ where: { subjectId: { in: [...joined] } }, data: { subjectId: to } });
}

/** Holds the open grants of a person until the transaction ends: any request to end one of them waits. */
export async function holdGrants(tx: Transaction, userId: string): Promise<void> {
  await tx.$queryRaw`select from staff_grants where user_id = ${userId}::uuid and ended_at is null for share`;
}

/**
 * True for the built-in administrator and anyone with an administrator's grant. Locks all such grants until the transaction
 * ends, so that two administrators cannot remove each other.
 */
export async function isStillAdministrator(tx: Transaction, userId: string): Promise<boolean> {
  const held = await tx.$queryRaw<{ userId: string }[]>`
    select user_id as "userId" from staff_grants where role = 'administrator' and ended_at is null order by id for update`;
  return (
    held.some((grant) => grant.userId === userId) || (await tx.user.count({ where: { id: userId, role: "admin" } })) > 0
  );
}

export async function exportGrantsOf(userId: string | null): Promise<Record<string, unknown>[]> {
  if (userId === null) return [];
  const rows = await db().staffGrant.findMany({
    where: { userId },
    include: { subject: { select: { name: true } } },
    orderBy: { id: "asc" },
    take: 1000,
  });
  return rows.map(({ role, className, section, subject, fromDay, toDay, createdAt, endedAt }) => ({
    role,
    className,
    section,
    subject: subject?.name ?? null,
    fromDay,
    toDay,
    createdAt,
    endedAt,
  }));
}

const isOver = (before: Date) =>
  ({
    OR: [{ endedAt: { lt: before } }, { endedAt: null, toDay: { lt: before } }],
  }) satisfies Prisma.StaffGrantWhereInput;

// Negated, because a comparison with a missing day is neither true nor false.
const isOpenAfter = (time: Date) =>
  ({
    OR: [{ endedAt: { gte: time } }, { endedAt: null, toDay: null }, { endedAt: null, toDay: { gte: time } }],
  }) satisfies Prisma.StaffGrantWhereInput;

/** People whose last grant ended before `time`, and who have no other role and no login in use. */
export async function listFormerStaff(time: Date, take: number): Promise<{ id: string; email: string | null }[]> {
  return db().user.findMany({
    where: {
      role: "user",
      student: null,
      guardianOf: { none: { endedAt: null } },
      sessions: { none: {} },
      grants: { some: {}, none: isOpenAfter(time) },
    },
    select: { id: true, email: true },
    orderBy: { id: "asc" },
    take,
  });
}

/** Deletes grants that ended before `time`. Returns their number. */
export async function removeGrantsOver(tx: Transaction, time: Date): Promise<number> {
  return (await tx.staffGrant.deleteMany({ where: isOver(time) })).count;
}
