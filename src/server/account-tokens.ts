import "server-only";
import { AppError } from "@/lib/errors";
import { db, type Transaction, transaction } from "./db";
import type { TokenPurpose, User } from "./generated/prisma/client";
import { countTry, type Limit, uncountTry } from "./limits";
import { hashOfToken, newToken } from "./passwords";

/** Makes the token of a link for `length` milliseconds; the earlier ones of its purpose die. It is stored hashed. */
export async function mintToken(userId: string, purpose: TokenPurpose, length: number, now: Date): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + length);
  await transaction(async (tx) => {
    await dropTokens(tx, userId, purpose);
    await tx.accountToken.create({
      data: { userId, purpose, tokenHash: hashOfToken(token), createdAt: now, expiresAt },
    });
  });
  return token;
}

/** Lets the tokens of a purpose die. */
export async function dropTokens(tx: Transaction, userId: string, purpose: TokenPurpose): Promise<void> {
  await tx.accountToken.deleteMany({ where: { userId, purpose } });
}

/** What a mailed link carried, and what to say when it was used, has run out or never was. */
export type GivenToken = { token: string; purpose: TokenPurpose; refusal: string };

const good = ({ token, purpose }: GivenToken, now: Date) => ({
  tokenHash: hashOfToken(token),
  purpose,
  usedAt: null,
  expiresAt: { gt: now },
});

/** Whose token it is. What is no token counts against the network it came from. @throws AppError BAD_REQUEST */
export async function findHolder(
  given: GivenToken,
  limit: Limit,
  address: string | undefined,
  now: Date,
): Promise<User> {
  if (address !== undefined) await countTry(limit, address);
  const found = await db().accountToken.findFirst({ where: good(given, now), select: { user: true } });
  if (!found) throw new AppError("BAD_REQUEST", given.refusal);
  if (address !== undefined) await uncountTry(limit, address);
  return found.user;
}

/** Uses a token up. @throws AppError BAD_REQUEST when somebody was faster */
export async function takeToken(tx: Transaction, given: GivenToken, now: Date): Promise<void> {
  const { count } = await tx.accountToken.updateMany({ where: good(given, now), data: { usedAt: now } });
  if (count === 0) throw new AppError("BAD_REQUEST", given.refusal);
}

/** Forgets the tokens that ran out before a time. Answers how many. */
export async function removeTokensBefore(time: Date): Promise<number> {
  return (await db().accountToken.deleteMany({ where: { expiresAt: { lt: time } } })).count;
}
