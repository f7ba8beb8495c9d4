import "server-only";
import { db } from "@/server/db/client";

/** How many notices a person has opened. */
export async function countReceiptsOf(userId: string | null): Promise<number> {
  return userId === null ? 0 : db().noticeReceipt.count({ where: { userId } });
}

/** What a person has read and confirmed, as a file of all data has it. */
export async function exportReceiptsOf(userId: string | null) {
  if (userId === null) return [];
  return db().noticeReceipt.findMany({
    where: { userId },
    select: { noticeId: true, version: true, seenAt: true, confirmedAt: true },
    orderBy: [{ seenAt: "asc" }, { id: "asc" }],
  });
}
