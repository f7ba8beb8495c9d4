import "server-only";
import { AppError } from "@/lib/errors";
import { revokeCodesMadeBy, revokeCodesOf, revokeLinksFor } from "@/server/access-codes/use";
import { isOfStaff } from "@/server/auth/grants";
import { db, type Transaction } from "@/server/db/client";
import type { GuardianshipOrigin, Prisma } from "@/server/generated/prisma/client";
import { noteEnded } from "@/server/privacy/ended";
import { say } from "./messages";
import { allNamesOf } from "./names";
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

export type LinkFields = {
  relation: string;
  seesResults?: boolean | undefined;
  getsMails?: boolean | undefined;
  contactOrder?: number;
};

type NewLink = LinkFields & {
  guardianId: string;
  studentId: string;
  origin: GuardianshipOrigin;
  createdById: string | null;
};

/** The link between two people that ended last; null if none has ended. */
function findLastEnded(guardianId: string, studentId: string) {
  return db().guardianship.findFirst({
    where: { guardianId, studentId, endedAt: { not: null } },
    select: { seesResults: true, getsMails: true, endedById: true },
    orderBy: [{ endedAt: "desc" }, { id: "desc" }],
  });
}

/**
 * True if the office ended the link between the two that ended last: then only the office can restore it (decision 369). If a
 * restore applied the end again, the link does not say who ended it, and to be safe counts as ended by the office.
 */
export async function hasOfficeEnded(guardianId: string, studentId: string): Promise<boolean> {
  const last = await findLastEnded(guardianId, studentId);
  return last !== null && last.endedById !== guardianId;
}

/**
 * Links a guardian to a student, by default last in the contact order and with what an earlier link allowed, and notifies the
 * family. Returns the id of the link.
 */
export async function createLink(tx: Transaction, { contactOrder, ...link }: NewLink): Promise<string> {
  const before = await findLastEnded(link.guardianId, link.studentId);
  const { seesResults = before?.seesResults, getsMails = before?.getsMails } = link;
  const { _max: last } = await tx.guardianship.aggregate({
    where: { studentId: link.studentId, endedAt: null },
    _max: { contactOrder: true },
  });
  const order = contactOrder ?? Math.min((last.contactOrder ?? 0) + 1, 100);
  const sightChanges = seesResults === false ? 1 : 0;
  const data = { ...link, seesResults, sightChanges, getsMails, contactOrder: order };
  const { id } = await tx.guardianship.create({ data, select: { id: true } });
  await notifyOfLink(tx, "guardianLinked", { ...link, id });
  return id;
}

/** Updates the fields of a link that are given. Call it last in the transaction. */
export async function changeLink(tx: Transaction, link: LinkRow, fields: Partial<LinkFields>): Promise<void> {
  const { seesResults = link.seesResults } = fields;
  const least = link.sightChanges + (seesResults === link.seesResults ? 0 : 1);
  // Its parity must say whether results are seen, even if another tool left a number that does not fit.
  const sightChanges = (least % 2 === 0) === seesResults ? least : least + 1;
  await tx.guardianship.update({ where: { id: link.id }, data: { ...fields, sightChanges } });
  if (!seesResults) await noteEnded("sights", [`${link.id}:${sightChanges}`]);
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
  await revokeLinksFor(tx, studentId, await allNamesOf(tx, { userId: guardianId, name: guardian.name }), now);
  // The student may have given a code to the same person under another name.
  if (byId !== guardianId) await revokeCodesMadeBy(tx, studentId, now);
  const others = await tx.guardianship.count({ where: { guardianId, endedAt: null }, take: 1 });
  if (others === 0 && !(await isOfStaff(guardianId))) await revokeCodesOf(tx, guardianId, now);
  await noteEnded("guardianships", [link.id]);
}
