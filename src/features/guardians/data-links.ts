import "server-only";
import { db } from "@/server/db/client";
import { isHeld, listConsents, needConsent } from "@/server/roster/consents";
import { type LinkRow, listLinks } from "@/server/roster/links";
import { getStudent } from "@/server/roster/students";
import type { FamilyView, OwnLinkView } from "./schema-consents";
import type { LinkView } from "./schema-links";

export function linkViewOf({ id, guardian, createdAt, endedById: _, createdById: __, ...link }: LinkRow): LinkView {
  return { _id: id, ...link, ...guardian, since: createdAt };
}

/** The guardians of a student, ended links last. @throws AppError NOT_FOUND */
export async function listLinksOf(studentId: string): Promise<LinkView[]> {
  await getStudent(studentId);
  return (await listLinks(studentId)).map(linkViewOf);
}

/** The guardians and consents of a student. @throws AppError NOT_FOUND */
export async function getFamily(studentId: string, now: Date): Promise<FamilyView> {
  const student = await getStudent(studentId);
  const [links, given] = await Promise.all([listLinks(studentId), listConsents(studentId)]);
  const guardians = new Set(links.flatMap(({ endedAt, guardianId }) => (endedAt === null ? [guardianId] : [])));
  const codes = await listCodesToGive([...guardians]);
  return {
    links: links.map((link) => ({ ...linkViewOf(link), code: codes.get(link.guardianId) ?? null })),
    consents: given.map((consent) => {
      const { id, guardian, givenName, notedBy, how, version, givenAt, withdrawnAt } = consent;
      return {
        _id: id,
        name: guardian?.name ?? givenName,
        how,
        version,
        givenAt,
        withdrawnAt,
        holds: isHeld(consent, guardians),
        notedBy: notedBy?.name ?? null,
      };
    }),
    linksByOfficeOnly: student.linksByOfficeOnly,
    needsConsent: needConsent([student], now).length > 0,
  };
}

async function listCodesToGive(ids: string[]) {
  const rows = await db().user.findMany({
    where: { id: { in: ids }, loginClosedAt: null },
    select: { id: true, passwordHash: true },
  });
  return new Map(rows.map(({ id, passwordHash }) => [id, passwordHash === null ? "join" : "password"] as const));
}

/** The children of a guardian with the guardian's consents. */
export async function listOwnLinks(guardianId: string, now: Date): Promise<OwnLinkView[]> {
  const rows = await db().guardianship.findMany({
    where: { guardianId, endedAt: null },
    select: {
      relation: true,
      createdAt: true,
      student: {
        select: {
          userId: true,
          bornOn: true,
          leftOn: true,
          user: { select: { name: true } },
          // The valid consent, otherwise the one withdrawn last.
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
      _id: student.userId,
      name: student.user.name,
      relation,
      since: createdAt,
      withdrawnAt,
      consentAt: withdrawnAt === null ? (consent?.givenAt ?? null) : null,
      needsConsent: needConsent([student], now).length > 0,
    };
  });
}
