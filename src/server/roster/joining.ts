import "server-only";
import type { Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

export type Candidate = {
  id: string;
  name: string;
  email: string | null;
  isStudent: boolean;
  isOrWasGuardian: boolean;
  /** For a person requested by id: the addresses of the guardians. */
  guardianEmails: string[];
  /** The database's clock. */
  now: Date;
};

/** The people with these addresses and ids, in one query. */
export function findCandidates(tx: Transaction, emails: string[], ids: string[]): Promise<Candidate[]> {
  return tx.$queryRaw`
    select u.id, u.name, u.email, now()::timestamptz(3) as now, s.user_id is not null as "isStudent",
      exists (select from guardianships k where k.guardian_id = u.id) as "isOrWasGuardian",
      case when u.id = any(${ids}::uuid[]) then array(select g.email from guardianships k join users g on g.id = k.guardian_id
        where k.student_id = u.id and k.ended_at is null and g.email is not null) else '{}' end as "guardianEmails"
    from users u left join students s on s.user_id = u.id
    where u.role = 'user' and (s.user_id is not null or not exists (select from staff_grants where user_id = u.id))
      and (u.email = any(${emails}) or u.id = any(${ids}::uuid[]))`;
}

export type Joining = { id: string; className: number };

/**
 * Adds self-registered accounts to the roster (decision 44), in a class of the current year if there is one. Returns the ids
 * of the added people.
 */
export async function joinRoster(
  tx: Transaction,
  people: Joining[],
  year: { id: string; fromDay: Date } | null,
): Promise<string[]> {
  if (people.length === 0) return [];
  const ids = Prisma.join(people.map(({ id }) => Prisma.sql`(${id}::uuid)`));
  const joined = await tx.$queryRaw<{ id: string }[]>`
    insert into students (user_id, origin) select id, 'self' from (values ${ids}) person (id)
    on conflict do nothing returning user_id as id`;
  const isNew = new Set(joined.map(({ id }) => id));
  if (year !== null) {
    await tx.enrolment.createMany({
      data: people
        .filter(({ id }) => isNew.has(id))
        .map(({ id, className }) => ({ studentId: id, schoolYearId: year.id, className, fromDay: year.fromDay })),
    });
  }
  return [...isNew];
}
