import "server-only";
import { createHmac } from "node:crypto";
import type { Message } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import { db, type Transaction, transaction } from "@/server/db/client";
import type { Mail, TokenPurpose, User } from "@/server/generated/prisma/client";
import { consume, type Limit } from "@/server/rate-limits/rate-limit";
import { hashOfToken, newToken } from "./passwords";
import { secret } from "./secret";

/**
 * The token in the link of an email: each attempt to send the email has the same one (decision 78). If the office sends it again,
 * that is another request.
 */
export const tokenOfEmail = ({ id, requestId }: Pick<Mail, "id" | "requestId">): string =>
  createHmac("sha256", secret()).update(`link ${id} ${requestId}`).digest("base64url");

/** Stores a link token and invalidates earlier ones of its purpose; a used one stays used. Only a hash is stored. */
export async function createToken(
  userId: string,
  purpose: TokenPurpose,
  length: number,
  now: Date,
  token = newToken(),
): Promise<string> {
  const [tokenHash, expiresAt] = [hashOfToken(token), new Date(now.getTime() + length)];
  await transaction(async (tx) => {
    await dropTokens(tx, userId, purpose);
    const data = { userId, purpose, tokenHash, createdAt: now, expiresAt };
    await tx.accountToken.createMany({ data, skipDuplicates: true });
  });
  return token;
}

/** Invalidates links of a purpose. Used ones are kept, so that an email that is sent again does not renew them. */
export async function dropTokens(tx: Transaction, userId: string, purpose: TokenPurpose): Promise<void> {
  await tx.accountToken.deleteMany({ where: { userId, purpose, usedAt: null } });
}

/** Invalidates all links that were emailed to these people. */
export async function dropAllTokens(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`delete from account_tokens where user_id = any(${userIds}::uuid[])`;
}

/** A token from an emailed link, and the error for an unknown, used or expired one. */
export type GivenToken = { token: string; purpose: TokenPurpose; refusal: Message };

const good = ({ token, purpose }: GivenToken, now: Date) => ({
  tokenHash: hashOfToken(token),
  purpose,
  usedAt: null,
  expiresAt: { gt: now },
});

/**
 * Finds the user of a token. An unknown token counts against the client's network. A valid one works however much was counted,
 * since nobody can guess its 256 bits. @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function findHolder(
  given: GivenToken,
  limit: Limit,
  address: string | undefined,
  now: Date,
): Promise<User> {
  const found = await db().accountToken.findFirst({ where: good(given, now), select: { user: true } });
  if (found) return found.user;
  if (address !== undefined) await consume(limit, address);
  throw new AppError("BAD_REQUEST", given.refusal);
}

/** Consumes a token. @throws AppError BAD_REQUEST if a concurrent request consumed it */
export async function useToken(tx: Transaction, given: GivenToken, now: Date): Promise<void> {
  const { count } = await tx.accountToken.updateMany({ where: good(given, now), data: { usedAt: now } });
  if (count === 0) throw new AppError("BAD_REQUEST", given.refusal);
}

/** Deletes tokens that expired before `time`. Returns their number. */
export async function purgeTokens(time: Date): Promise<number> {
  return (await db().accountToken.deleteMany({ where: { expiresAt: { lt: time } } })).count;
}
