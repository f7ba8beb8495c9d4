import "server-only";
import { institute } from "@/content/institute";
import { momentOn } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { revokeCodesOf, revokeLinksFor } from "@/server/access-codes/use";
import { isOfStaff } from "@/server/auth/grants";
import { db, type Transaction } from "@/server/db/client";
import type { GuardianshipOrigin, Prisma } from "@/server/generated/prisma/client";
import { noteEnded } from "@/server/privacy/ended";
import { say } from "./messages";
import { tellOfLink } from "./tell-links";

const shown = {
  include: { guardian: { select: { name: true, email: true, phone: true } } },
} satisfies Prisma.GuardianshipDefaultArgs;

/** A link between a guardian and a student, with the guardian. */
export type LinkRow = Prisma.GuardianshipGetPayload<typeof shown>;

const mostShown = 50;

/** The links of a student: those that last in the order of contact, then those that have ended, the latest first. */
export function listLinks(studentId: string): Promise<LinkRow[]> {
  return db().guardianship.findMany({
    where: { studentId },
    ...shown,
    orderBy: [{ endedAt: { sort: "desc", nulls: "first" } }, { contactOrder: "asc" }, { id: "asc" }],
    take: mostShown,
  });
}

/** A link by id. @throws AppError NOT_FOUND */
export async function getLink(id: string): Promise<LinkRow> {
  const row = await db().guardianship.findUnique({ where: { id }, ...shown });
  if (!row) throw new AppError("NOT_FOUND", say("noLink"));
  return row;
}

/** A link that lasts, held until the transaction ends. @throws AppError NOT_FOUND, CONFLICT for one that has ended */
export async function holdLink(tx: Transaction, id: string): Promise<LinkRow> {
  await tx.$queryRaw`select from guardianships where id = ${id}::uuid for update`;
  const link = await getLink(id);
  if (link.endedAt !== null) throw new AppError("CONFLICT", say("linkEnded"));
  return link;
}

export type LinkFields = { relation: string; seesResults?: boolean; getsMails?: boolean; contactOrder?: number };

type NewLink = LinkFields & {
  guardianId: string;
  studentId: string;
  origin: GuardianshipOrigin;
  createdById: string | null;
};

/** Links a guardian to a student, after those who are there unless told, and tells the family. Returns the id of the link. */
export async function createLink(tx: Transaction, { contactOrder, ...link }: NewLink): Promise<string> {
  const others = await tx.guardianship.count({ where: { studentId: link.studentId, endedAt: null } });
  const order = contactOrder ?? Math.min(others + 1, 100);
  const { id } = await tx.guardianship.create({ data: { ...link, contactOrder: order }, select: { id: true } });
  await tellOfLink(tx, "guardianLinked", { ...link, id });
  return id;
}

/** Writes what the office says of a link; what is absent stays. */
export async function changeLink(tx: Transaction, id: string, fields: Partial<LinkFields>): Promise<void> {
  await tx.guardianship.update({ where: { id }, data: fields });
}

type Ending = { at: Date; byId: string; reason: string | null; quietly: boolean };

/**
 * Ends a link for good, with the codes that would make it again, and tells the family unless it is done quietly. Who has no
 * other link and does not work here is let in by no code any more. Call it last in the transaction.
 */
export async function endLink(tx: Transaction, link: LinkRow, { at, byId, reason, quietly }: Ending): Promise<void> {
  await tx.guardianship.update({
    where: { id: link.id },
    data: { endedAt: at, endedById: byId, endReason: reason, endedQuietly: quietly },
  });
  if (!quietly) await tellOfLink(tx, "guardianEnded", link);
  const { guardianId, studentId, guardian } = link;
  const now = new Date();
  await revokeLinksFor(tx, studentId, guardian.name, now);
  const others = await tx.guardianship.count({ where: { guardianId, endedAt: null }, take: 1 });
  if (others === 0 && !(await isOfStaff(guardianId))) await revokeCodesOf(tx, guardianId, now);
  await noteEnded("guardianships", [link.id]);
}

/** The last second of a day in the institute's zone. */
export const endOfDay = (day: string): Date => momentOn(institute.timeZone, Date.parse(`${day}T23:59:59.000Z`));
