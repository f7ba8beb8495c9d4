import "server-only";
import { db } from "@/server/db/client";
import { blocksIn } from "./data";
import { textOf } from "./rules-text";

/** What a person has read and confirmed, and the notices for this student only, for an export. */
export async function exportNoticesOf(userId: string | null): Promise<Record<string, unknown>[]> {
  if (userId === null) return [];
  // An erased student is null here, and `every` does not reject a null that is only compared.
  const isAlone = { kind: "student", studentId: { equals: userId, not: null } } as const;
  const [receipts, told] = await Promise.all([
    db().noticeReceipt.findMany({
      where: { userId },
      select: { noticeId: true, version: true, seenAt: true, confirmedAt: true },
      orderBy: [{ seenAt: "asc" }, { id: "asc" }],
    }),
    db().notice.findMany({
      where: { state: "published", toStudents: true, audiences: { some: isAlone, every: isAlone } },
      orderBy: [{ publishedAt: "asc" }, { id: "asc" }],
    }),
  ]);
  return [
    ...receipts,
    ...told.map(({ id: noticeId, title, body, publishedAt }) => {
      return { noticeId, title, text: textOf(blocksIn(body)), publishedAt };
    }),
  ];
}
