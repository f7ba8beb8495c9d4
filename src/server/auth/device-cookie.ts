import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Role } from "@/lib/principal";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { newToken } from "./passwords";
import { secret } from "./secret";

/** Signed cookie for a browser in which this user has logged in on this side. */
export async function deviceMark(side: Role, userId: string): Promise<string> {
  const id = newToken();
  return `${id}.${signature(id, side, await proofOf(userId))}`;
}

/**
 * The browser id in the cookie, if it was issued for this user with the current password and second step. A mark of the admin
 * side is valid on both sides. A mark of the user side is not, because there the password is enough to log in (decision 393).
 */
export async function deviceIn(
  mark: string | undefined,
  side: Role,
  userId: string | undefined,
): Promise<string | undefined> {
  if (mark === undefined) return undefined;
  const [id = "", given = ""] = mark.split(".");
  const [proof, claimed] = [await proofOf(userId), Buffer.from(given)];
  const isOf = (issued: Role) => {
    const right = Buffer.from(signature(id, issued, proof));
    return right.length === claimed.length && timingSafeEqual(right, claimed);
  };
  return userId !== undefined && (isOf("admin") || (side === "user" && isOf("user"))) ? id : undefined;
}

/** What a login currently proves. Takes equally long without a user. */
async function proofOf(userId: string | undefined): Promise<string> {
  const [found] = await sql<{ passwordHash: string | null; since: Date | null }>(Prisma.sql`
    select u.password_hash as "passwordHash", f.confirmed_at as since
    from users u left join second_factors f on f.user_id = u.id where u.id = ${userId ?? null}::uuid`);
  return `${userId} ${found?.passwordHash} ${found?.since?.getTime()}`;
}

function signature(id: string, side: Role, proof: string): string {
  return createHmac("sha256", secret()).update(`device ${id} ${side} ${proof}`).digest("base64url");
}
