import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { generateSecret, generateURI, verifySync } from "otplib";
import { institute } from "@/content/institute";
import { db, type Transaction } from "./db";
import { keyFor, seal, unseal } from "./seal";

type Bytes = Uint8Array<ArrayBuffer>;

const sealingKey = (userId: string) => keyFor(`second factor ${userId}`, 32);

/** True when logins of this person need a code. */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  return (await db().secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
}

/** Makes what an authenticator app is to share with the site, in place of one that no code has confirmed yet. */
export async function beginSecondFactor(tx: Transaction, userId: string, name: string) {
  const secret = generateSecret();
  const sealedSecret = seal(secret, sealingKey(userId));
  await tx.secondFactor.deleteMany({ where: { userId, confirmedAt: null } });
  await tx.secondFactor.create({ data: { userId, sealedSecret } });
  return { secret, uri: generateURI({ issuer: institute.name, label: name, secret }) };
}

/** Asks for codes from now on. Answers the recovery codes, which are shown this once and stored hashed. */
export async function confirmSecondFactor(tx: Transaction, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: 10 }, newRecoveryCode);
  const recoveryHashes = codes.map((code) => hashOf(code, userId));
  await tx.secondFactor.update({ where: { userId }, data: { confirmedAt: now, recoveryHashes } });
  return codes;
}

/** Asks for codes no more. Answers whether one was asked for. */
export async function removeSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.secondFactor.deleteMany({ where: { userId } })).count > 0;
}

/**
 * Checks a code of the app, a period early or late, or a recovery code, and uses it up: neither opens twice. A code of the
 * app also answers for one that is to be confirmed.
 */
export async function takeCode(userId: string, given: string, now: Date): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, "").toLowerCase();
  return /^\d{6}$/.test(code) ? takeAppCode(userId, code, now) : takeRecoveryCode(userId, code);
}

async function takeAppCode(userId: string, token: string, now: Date): Promise<boolean> {
  const factor = await db().secondFactor.findUnique({ where: { userId } });
  const secret = factor && unseal(factor.sealedSecret, sealingKey(userId));
  if (!secret) return false;
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({ secret, token, epoch, epochTolerance: 30 });
  if (!found.valid || !("timeStep" in found)) return false;
  const lastPeriod = BigInt(found.timeStep);
  // Of two that come with the same code at once, one is first.
  const where = { userId, lastPeriod: { lt: lastPeriod } };
  return (await db().secondFactor.updateMany({ where, data: { lastPeriod } })).count > 0;
}

async function takeRecoveryCode(userId: string, code: string): Promise<boolean> {
  const hash = hashOf(code, userId);
  const taken = await db().$executeRaw`
    update second_factors set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
    where user_id = ${userId}::uuid and ${hash}::bytea = any (recovery_hashes)`;
  return taken > 0;
}

// Read from paper: Crockford's letters and figures, of which none is mistaken for another.
const letters = "0123456789abcdefghjkmnpqrstvwxyz";

function newRecoveryCode(): string {
  const code = Array.from(randomBytes(12), (byte) => letters.charAt(byte % 32)).join("");
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}

function hashOf(code: string, userId: string): Bytes {
  const key = keyFor(`recovery codes ${userId}`, 32);
  return new Uint8Array(createHmac("sha256", key).update(code.replaceAll("-", "")).digest());
}
