import "server-only";
import type { Transaction } from "@/server/db/client";
import type { AccessCode } from "@/server/generated/prisma/client";
import { noteEnded } from "@/server/privacy/ended";

/** Whose code it is: the person, or the student whom a guardian is linked to. */
const ownerOf = ({ userId, studentId }: Pick<AccessCode, "userId" | "studentId">) => userId ?? studentId;

const isOpen = (now: Date) => ({ usedAt: null, revokedAt: null, expiresAt: { gt: now } });

/** Ends a code that is open; `declined` by whoever held it. Returns whose it was; null if there is no such code. */
export async function revokeCode(tx: Transaction, id: string, now: Date, declined = false): Promise<string | null> {
  const revoked = await tx.accessCode.updateManyAndReturn({
    where: { id, ...isOpen(now) },
    data: { revokedAt: now, declined },
    select: { userId: true, studentId: true },
  });
  await noteEnded(
    "access_codes",
    revoked.map(() => id),
  );
  return revoked[0] ? ownerOf(revoked[0]) : null;
}
