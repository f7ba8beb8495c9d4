import "server-only";
import { db } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

/** Forgets what batches remember of people, so that they can no longer be undone. Returns the number of rows. */
export async function forgetBatchRows(before: Date): Promise<number> {
  const { count } = await db().batchRow.updateMany({
    where: {
      batch: { createdAt: { lt: before } },
      OR: [{ raw: { not: Prisma.AnyNull } }, { before: { not: Prisma.AnyNull } }, { subjectId: { not: null } }],
    },
    data: { raw: Prisma.DbNull, before: Prisma.DbNull, faults: [], subjectId: null },
  });
  return count;
}

/** Deletes batches from before a time. Returns their number. */
export async function removeBatchesBefore(before: Date): Promise<number> {
  return (await db().batch.deleteMany({ where: { createdAt: { lt: before } } })).count;
}
