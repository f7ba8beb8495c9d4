import "server-only";
import type { RowOfPerson } from "@/features/feature";
import { newestAfter, pageOf } from "@/lib/cursor";
import { db } from "@/server/db/client";
import type { Submission } from "@/server/generated/prisma/client";
import type { ListSubmissionsInput, SubmissionView } from "./schema";

/** A row as the administrator sees it. */
export function submissionViewOf(row: Submission): SubmissionView {
  const { id, createdAt, openedAt, consentAt: _at, consentVersion: _version, ...rest } = row;
  return { _id: id, ...rest, createdAt, isNew: openedAt === null };
}

/** The applications, newest first, a page at a time. */
export async function listSubmissions({ limit, cursor }: ListSubmissionsInput) {
  const rows = await db().submission.findMany({
    where: cursor ? newestAfter(cursor) : {},
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return pageOf(rows.map(submissionViewOf), limit, (item) => ({ at: item.createdAt, id: item._id }));
}

/** How many applications the administrator has not opened yet. */
export async function countNewSubmissions(): Promise<number> {
  return db().submission.count({ where: { openedAt: null } });
}

/** What a receipt may say of an application; null when it is gone. Nothing in it was typed freely (spec §3). */
export async function findReceipt(id: string) {
  return db().submission.findUnique({ where: { id }, select: { reference: true, selectedClass: true } });
}

/** The applications from an address, each by the child it is about. */
export async function listSubmissionsOf(email: string): Promise<RowOfPerson[]> {
  const select = { id: true, name: true, createdAt: true };
  return db().submission.findMany({ where: { email }, select, orderBy: { id: "asc" } });
}

/** The applications from an address as an export shows them. */
export async function exportSubmissions(email: string | null) {
  if (email === null) return [];
  const rows = await db().submission.findMany({ where: { email }, orderBy: { id: "asc" } });
  return rows.map((row) => ({
    ...submissionViewOf(row),
    consentAt: row.consentAt,
    consentVersion: row.consentVersion,
    openedAt: row.openedAt,
  }));
}
