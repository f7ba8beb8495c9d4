import "server-only";
import { folded } from "@/lib/folded";
import { groupBy } from "@/lib/group-by";
import { identifierOf, phoneHere } from "@/server/auth/login-names";
import { namesOfPeople } from "@/server/auth/users";
import { db, foldedSql, likeName, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { countEmails } from "@/server/mail/records";
import { isFormerAddressTold } from "@/server/roster/addresses";
import { listWithdrawn } from "@/server/roster/consents";
import { type GuardianRow, getGuardian } from "@/server/roster/guardian-people";
import { childrenNow, findFacts } from "@/server/roster/person-facts";
import { personOrder } from "./rules-people";
import {
  type FindGuardianInput,
  type FoundGuardianView,
  type GuardianView,
  type JoinGuardiansView,
  mostFound,
} from "./schema-people";

const found = Prisma.sql`
  select u.id as "_id", u.name, u.phone, u.email, ${childrenNow} as children, s.is_staff as "isStaff"
  from users u
  cross join lateral (select exists (select from staff_grants where user_id = u.id) as is_staff) s
  where u.role = 'user' and u.login_closed_at is null and not exists (select from students where user_id = u.id)`;

const isGuardian = Prisma.sql`exists (select from guardianships where guardian_id = u.id)`;

/** The digits of a partial phone number without the leading zero; null for other text. */
function digitsOf(text: string): string | null {
  const digits = text.replaceAll(/\D/g, "").replace(/^0+/, "");
  return /^[\d\s()+./-]+$/.test(text) && digits.length >= 4 ? digits : null;
}

const named = (name: Prisma.Sql, word: string) => Prisma.sql`${foldedSql(name)} like lower(${`%${likeName(word)}%`})`;

const hasChild = (word: string) => Prisma.sql`exists (
  select from guardianships k join users c on c.id = k.student_id
  where k.guardian_id = u.id and k.ended_at is null and ${named(Prisma.sql`c.name`, word)})`;

/**
 * Possible matches: guardians and staff by words of the name or part of the phone number, other people by the whole address.
 * Some of the words may come from a child's name, to tell namesakes apart. Excludes students, guardians of this student, and
 * the given guardian.
 */
export async function findGuardians({ search, ...asked }: FindGuardianInput): Promise<FoundGuardianView[]> {
  const words = folded(search).split(/\s+/u).filter(Boolean).slice(0, 5);
  if (words.length === 0) return [];
  const [phone, digits] = [phoneHere(search), digitsOf(search)];
  const email = search.includes("@") ? identifierOf("user", search) : null;
  const own = words.map((word) => named(Prisma.sql`u.name`, word));
  const each = words.map((word, place) => Prisma.sql`(${own[place]} or ${hasChild(word)})`);
  const isNamed = Prisma.sql`(${Prisma.join(own, " or ")}) and ${Prisma.join(each, " and ")}`;
  const isOther =
    "studentId" in asked
      ? Prisma.sql`(s.is_staff or ${isGuardian}) and not exists (select from guardianships
          where guardian_id = u.id and student_id = ${asked.studentId}::uuid and ended_at is null)`
      : Prisma.sql`u.id <> ${asked.guardianId}::uuid and exists (select from guardianships where guardian_id = u.id and ended_at is null)`;
  const alone =
    "studentId" in asked
      ? Prisma.sql`u.email = ${email} and not exists (select from guardianships
          where guardian_id = u.id and student_id = ${asked.studentId}::uuid and ended_at is null)`
      : Prisma.sql`false`;
  return sql<FoundGuardianView>(Prisma.sql`${found} and (${alone} or (${isOther} and (u.email = ${email} or u.phone = ${phone}
      or position(${digits} in u.phone) > 0 or (${isNamed}))))
    order by coalesce(u.email = ${email}, false) desc, coalesce(u.phone = ${phone}, false) desc, (${Prisma.join(own, " and ")}) desc,
      u.name, u.id limit ${mostFound}`);
}

/** Guardians and staff with a phone number: possible matches. */
export async function listByPhones(phones: readonly string[]): Promise<FoundGuardianView[]> {
  return sql<FoundGuardianView>(
    Prisma.sql`${found} and u.phone = any(${[...phones]}::text[]) and (s.is_staff or ${isGuardian}) order by u.name, u.id limit ${mostFound}`,
  );
}

/**
 * Possible matches of a contact: guardians and staff with one of the phone numbers, and anyone but students with the
 * address.
 */
export async function listByContact(phones: readonly string[], email: string | null): Promise<FoundGuardianView[]> {
  return sql<FoundGuardianView>(
    Prisma.sql`${found} and (u.email = ${email} or (u.phone = any(${[...phones]}::text[]) and (s.is_staff or ${isGuardian})))
      order by coalesce(u.email = ${email}, false) desc, u.name, u.id limit ${mostFound}`,
  );
}

type Facts = Awaited<ReturnType<typeof findFacts>>;

function personOf({ id, grants, ...person }: GuardianRow, facts: Facts): Omit<GuardianView, "changes"> {
  const { name, phone, email, passwordHash, rowVersion } = person;
  return {
    _id: id,
    name,
    phone,
    email,
    rowVersion,
    hasLogin: passwordHash !== null,
    isFormerAddressTold: isFormerAddressTold(person),
    isStaff: grants.length > 0,
    children: facts.get(id)?.children ?? [],
  };
}

/** A guardian with the history of changes. @throws AppError NOT_FOUND */
export async function getGuardianView(id: string): Promise<GuardianView> {
  const [person, facts, kept] = await Promise.all([
    getGuardian(id),
    findFacts([id]),
    db().personChange.findMany({ where: { userId: id }, orderBy: [{ at: "desc" }, { id: "asc" }], take: 100 }),
  ]);
  const nameOf = await namesOfPeople(kept.map(({ changedById }) => changedById));
  const changes = [...groupBy(kept, ({ eventId }) => eventId).values()].flatMap((values) =>
    values.slice(0, 1).map(({ at, changedById }) => ({
      at,
      by: changedById && (nameOf.get(changedById) ?? null),
      values: values.map(({ field, before, after }) => ({ field, before, after })),
    })),
  );
  return { ...personOf(person, facts), changes };
}

/** A preview of merging two guardians. @throws AppError NOT_FOUND */
export async function viewOfJoin(one: GuardianRow, other: GuardianRow): Promise<JoinGuardiansView> {
  const [kept, gone] = personOrder(one, other);
  const [facts, links, consents, sent, withdrawn] = await Promise.all([
    findFacts([one.id, other.id]),
    db().guardianship.count({ where: { guardianId: gone.id } }),
    db().consent.count({ where: { guardianId: gone.id } }),
    countEmails({ userId: gone.id }),
    listWithdrawn("guardian", [one.id, other.id]),
  ]);
  const own = new Set(kept.guardianOf.map(({ studentId }) => studentId));
  return {
    kept: personOf(kept, facts),
    gone: personOf(gone, facts),
    moves: { mails: sent, links, consents },
    both: gone.guardianOf.flatMap(({ studentId, student }) => (own.has(studentId) ? [student.user.name] : [])),
    withdrawn,
    phone: kept.phone ?? gone.phone,
    email: kept.email ?? gone.email,
    loginEnds: gone.passwordHash !== null,
  };
}
