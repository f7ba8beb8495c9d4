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
import { notifyOfLink } from "./notify-links";

const shown = {
  include: { guardian: { select: { name: true, email: true, phone: true } } },
} satisfies Prisma.GuardianshipDefaultArgs;

/** A link between a guardian and a student, with the guardian. */
export type LinkRow = Prisma.GuardianshipGetPayload<typeof shown>;

const mostShown = 50;

/** The links of a student: open ones in contact order, then ended ones, newest first. */
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

/** An open link, locked until the transaction ends. @throws AppError NOT_FOUND, CONFLICT if it has ended */
export async function lockLink(tx: Transaction, id: string): Promise<LinkRow> {
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

/**
 * Links a guardian to a student, by default last in the contact order, and notifies the family. Returns the id of the link.
 */
export async function createLink(tx: Transaction, { contactOrder, ...link }: NewLink): Promise<string> {
  const { _max: last } = await tx.guardianship.aggregate({
    where: { studentId: link.studentId, endedAt: null },
    _max: { contactOrder: true },
  });
  const order = contactOrder ?? Math.min((last.contactOrder ?? 0) + 1, 100);
  const { id } = await tx.guardianship.create({ data: { ...link, contactOrder: order }, select: { id: true } });
  await notifyOfLink(tx, "guardianLinked", { ...link, id });
  return id;
}

/** Updates the fields of a link that are given. */
export async function changeLink(tx: Transaction, id: string, fields: Partial<LinkFields>): Promise<void> {
  await tx.guardianship.update({ where: { id }, data: fields });
}

type Ending = { at: Date; byId: string; reason: string | null; quietly: boolean };

/**
 * Ends a link permanently, revokes the codes that would restore it, and notifies the family unless it is done quietly. If it
 * was the last link of a person who is not staff, all codes of the person are revoked. Call it last in the transaction.
 */
export async function endLink(tx: Transaction, link: LinkRow, { at, byId, reason, quietly }: Ending): Promise<void> {
  await tx.guardianship.update({
    where: { id: link.id },
    data: { endedAt: at, endedById: byId, endReason: reason, endedQuietly: quietly },
  });
  if (!quietly) await notifyOfLink(tx, "guardianEnded", link);
  const { guardianId, studentId, guardian } = link;
  const now = new Date();
  await revokeLinksFor(tx, studentId, guardian.name, now);
  const others = await tx.guardianship.count({ where: { guardianId, endedAt: null }, take: 1 });
  if (others === 0 && !(await isOfStaff(guardianId))) await revokeCodesOf(tx, guardianId, now);
  await noteEnded("guardianships", [link.id]);
}

/** The last second of a day in the institute's zone. */
export const endOfDay = (day: string): Date => momentOn(institute.timeZone, Date.parse(`${day}T23:59:59.000Z`));
