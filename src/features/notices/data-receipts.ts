import "server-only";
import { db } from "@/server/db/client";

/** The number of notices that a person has opened. */
export async function countReceiptsOf(userId: string | null): Promise<number> {
  return userId === null ? 0 : db().noticeReceipt.count({ where: { userId } });
}

/** What a person has read and confirmed, for an export. */
export async function exportReceiptsOf(userId: string | null) {
  if (userId === null) return [];
  return db().noticeReceipt.findMany({
    where: { userId },
    select: { noticeId: true, version: true, seenAt: true, confirmedAt: true },
    orderBy: [{ seenAt: "asc" }, { id: "asc" }],
  });
}
