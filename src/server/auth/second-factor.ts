import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { generateSecret, generateURI, verifySync } from "otplib";
import { db, type Transaction, transaction } from "@/server/db/client";
import { site } from "@/server/institute/published";
import { noteEnded } from "@/server/privacy/ended";
import { keyFor, seal, unseal } from "./seal";

type Bytes = Uint8Array<ArrayBuffer>;

const sealingKey = (userId: string) => keyFor(`second factor ${userId}`, 32);

/** True if this user needs a code to log in. */
export async function hasSecondFactor(userId: string): Promise<boolean> {
  return (await db().secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
}

/** Creates the secret for an authenticator app and replaces an unconfirmed one. */
export async function beginSecondFactor(tx: Transaction, userId: string, name: string) {
  const secret = generateSecret();
  const sealedSecret = seal(secret, sealingKey(userId));
  await tx.secondFactor.deleteMany({ where: { userId, confirmedAt: null } });
  await tx.secondFactor.create({ data: { userId, sealedSecret } });
  return { secret, uri: generateURI({ issuer: site().facts.name, label: name, secret }) };
}

/** Enables the second factor. Returns the recovery codes, which are stored hashed. */
export async function confirmSecondFactor(tx: Transaction, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: 10 }, newRecoveryCode);
  const recoveryHashes = codes.map((code) => hashOf(code, userId));
  await tx.secondFactor.update({ where: { userId }, data: { confirmedAt: now, recoveryHashes } });
  return codes;
}

/** Disables the second factor. Returns whether it was enabled. */
export async function removeSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  return (await tx.secondFactor.deleteMany({ where: { userId } })).count > 0;
}

/** Verifies and consumes a recovery code or a code of the app, one period early or late. */
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
  // Of two concurrent requests with the same code, only one succeeds.
  const where = { userId, lastPeriod: { lt: lastPeriod } };
  return (await db().secondFactor.updateMany({ where, data: { lastPeriod } })).count > 0;
}

async function takeRecoveryCode(userId: string, code: string): Promise<boolean> {
  const hash = hashOf(code, userId);
  return transaction(async (tx) => {
    const taken = await tx.$executeRaw`
      update second_factors set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
      where user_id = ${userId}::uuid and ${hash}::bytea = any (recovery_hashes)`;
    if (taken > 0) await noteEnded("second_factors", [Buffer.from(hash).toString("hex")]);
    return taken > 0;
  });
}

// Crockford's alphabet, without characters that are easily confused on paper.
const letters = "0123456789abcdefghjkmnpqrstvwxyz";

function newRecoveryCode(): string {
  const code = Array.from(randomBytes(12), (byte) => letters.charAt(byte % 32)).join("");
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}

function hashOf(code: string, userId: string): Bytes {
  const key = keyFor(`recovery codes ${userId}`, 32);
  return new Uint8Array(createHmac("sha256", key).update(code.replaceAll("-", "")).digest());
}
