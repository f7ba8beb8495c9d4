import "server-only";
import { identifierOf, phoneHere } from "@/server/auth/users";
import { db, sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { isHeld, listConsents, needConsent } from "@/server/roster/consents";
import { type LinkRow, listLinks } from "@/server/roster/links";
import { getStudent } from "@/server/roster/students";
import type { FamilyView, OwnLinkView } from "./schema-consents";
import type { FoundGuardianView, LinkView } from "./schema-links";

/** A link as the office sees it. */
export function linkViewOf({ id, guardian, createdAt, endedById: _, createdById: __, ...link }: LinkRow): LinkView {
  return { _id: id, ...link, ...guardian, since: createdAt };
}

/** The guardians of a student, those whose links have ended last. @throws AppError NOT_FOUND */
export async function listLinksOf(studentId: string): Promise<LinkView[]> {
  await getStudent(studentId);
  return (await listLinks(studentId)).map(linkViewOf);
}

/** The guardians and consents of a student. @throws AppError NOT_FOUND */
export async function getFamily(studentId: string, now: Date): Promise<FamilyView> {
  const student = await getStudent(studentId);
  const [links, given] = await Promise.all([listLinks(studentId), listConsents(studentId)]);
  const guardians = new Set(links.flatMap(({ endedAt, guardianId }) => (endedAt === null ? [guardianId] : [])));
  return {
    links: links.map(linkViewOf),
    consents: given.map((consent) => {
      const { id, guardian, givenName, notedBy, how, version, givenAt, withdrawnAt } = consent;
      return {
        ...{ _id: id, name: guardian?.name ?? givenName, how, version, givenAt, withdrawnAt },
        ...{ holds: isHeld(consent, guardians), notedBy: notedBy?.name ?? null },
      };
    }),
    linksByOfficeOnly: student.linksByOfficeOnly,
    needsConsent: needConsent([student], now).length > 0,
  };
}

/** Most people that a search offers. */
const mostFound = 8;

/**
 * Who might be meant as a guardian: guardians and staff by words of the name or by phone, anybody else by the whole address.
 * Students and those who are guardians of this one are left out.
 */
export async function findGuardians(studentId: string, search: string): Promise<FoundGuardianView[]> {
  const words = search.normalize("NFC").toLowerCase().split(/\s+/u).filter(Boolean).slice(0, 5);
  const phone = phoneHere(search);
  const email = search.includes("@") ? identifierOf("user", search) : null;
  const named = words.map((word) => Prisma.sql`position(${word} in lower(u.name)) > 0`);
  return sql<FoundGuardianView>(Prisma.sql`
    select u.id as "_id", u.name, u.phone, u.email, k.names as children, s.is_staff as "isStaff"
    from users u
    cross join lateral (select exists (select from staff_grants where user_id = u.id) as is_staff) s
    cross join lateral (select array(select c.name from guardianships g join users c on c.id = g.student_id
      where g.guardian_id = u.id and g.ended_at is null order by c.name, c.id limit 5) as names) k
    where u.role = 'user' and u.login_closed_at is null
      and (u.email = ${email} or ((u.phone = ${phone} or (${Prisma.join(named, " and ")}))
        and (s.is_staff or exists (select from guardianships where guardian_id = u.id))))
      and not exists (select from students where user_id = u.id)
      and not exists (select from guardianships where guardian_id = u.id and student_id = ${studentId}::uuid and ended_at is null)
    order by u.email is not distinct from ${email} desc, u.name, u.id limit ${mostFound}`);
}

/** The children of a guardian with what the guardian has agreed to. */
export async function listOwnLinks(guardianId: string, now: Date): Promise<OwnLinkView[]> {
  const rows = await db().guardianship.findMany({
    where: { guardianId, endedAt: null },
    select: {
      ...{ relation: true, createdAt: true },
      student: {
        select: {
          ...{ userId: true, bornOn: true, user: { select: { name: true } } },
          // One that holds, else the one that was withdrawn last.
          consents: {
            where: { guardianId },
            orderBy: [{ withdrawnAt: { sort: "desc", nulls: "first" } }, { givenAt: "asc" }],
            take: 1,
          },
        },
      },
    },
    orderBy: { id: "asc" },
    take: 20,
  });
  return rows.map(({ relation, createdAt, student }) => {
    const [consent] = student.consents;
    const withdrawnAt = consent?.withdrawnAt ?? null;
    return {
      ...{ _id: student.userId, name: student.user.name, relation, since: createdAt, withdrawnAt },
      consentAt: withdrawnAt === null ? (consent?.givenAt ?? null) : null,
      needsConsent: needConsent([student], now).length > 0,
    };
  });
}
