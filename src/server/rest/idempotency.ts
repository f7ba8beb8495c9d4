import "server-only";
import { createHash, createHmac, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "@/lib/errors";
import { keyFor, seal, unseal } from "@/server/auth/seal";
import { db, inOneTransaction, type Transaction } from "@/server/db/client";
import { say } from "@/server/messages";

const kept = 24 * 60 * 60 * 1000;
/** Longer than any request takes. After a crash, the key is free again when the lease ends. */
const lease = 30 * 1000;

export type StoredResponse = { status: number; headers: Record<string, string>; body: string };

/** Caller (keys are never shared between callers), key and full content of the request. */
export type IdempotentRequest = { caller: string; key: string; request: string };

/**
 * Runs `work` once per key: a repeated request within 24 hours gets the stored response, which commits together with
 * the writes of the work. A rejected request frees the key. @throws AppError KEY_REUSED for another request with the same
 * key, REQUEST_IN_PROGRESS while the first one runs, ANSWER_UNAVAILABLE if the response cannot be decrypted
 */
export async function once(
  request: IdempotentRequest,
  work: () => Promise<StoredResponse>,
): Promise<{ answer: StoredResponse; again: boolean }> {
  const id = idOf(request);
  const keys = keysOf(request);
  const first = await claim(id, request, keys);
  if (!("owner" in first)) return { answer: first.answer, again: true };
  const { owner } = first;
  try {
    const answer = await inOneTransaction(work, (tx, given) =>
      keep(tx, id, owner, seal(JSON.stringify(given), keys.cipher)),
    );
    return { answer, again: false };
  } catch (error) {
    const freeKey = () => db().idempotencyKey.deleteMany({ where: { id, owner, answer: null } });
    await freeKey().catch(() => void freeKeyLater(freeKey));
    throw error;
  }
}

/** After a database outage, free the key as soon as possible; otherwise its lease expires. */
async function freeKeyLater(freeKey: () => Promise<unknown>): Promise<void> {
  for (const end = performance.now() + lease; performance.now() < end; ) {
    await delay(500, undefined, { ref: false });
    const isDone = await freeKey().then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}

/** Frees the keys of a killed process. Call it only if no other process runs. */
export async function freeIdempotencyKeys(): Promise<void> {
  await db().idempotencyKey.deleteMany({ where: { answer: null } });
}

type Bytes = Uint8Array<ArrayBuffer>;
type Keys = { cipher: Buffer; print: Buffer };

async function claim(
  id: Bytes,
  request: IdempotentRequest,
  keys: Keys,
): Promise<{ owner: string } | { answer: StoredResponse }> {
  const now = new Date();
  const fingerprint = fingerprintOf(request, keys.print);
  const mine = { fingerprint, owner: randomUUID(), leasedUntil: new Date(now.getTime() + lease) };
  const expiresAt = new Date(now.getTime() + kept);
  const made = await db().idempotencyKey.createMany({ data: [{ id, ...mine, expiresAt }], skipDuplicates: true });
  if (made.count === 1) return mine;
  const found = await db().idempotencyKey.findUnique({ where: { id } });
  // In the meantime the first request was rejected and freed the key.
  if (!found) return claim(id, request, keys);
  const isRunOut = found.expiresAt <= now || (!found.answer && found.leasedUntil < now);
  if (isRunOut) {
    const taken = await db().idempotencyKey.updateMany({
      where: { id, owner: found.owner, answer: found.answer && { not: null } },
      data: { ...mine, expiresAt, answer: null },
    });
    return taken.count === 1 ? mine : claim(id, request, keys);
  }
  const answer = found.answer && open(found.answer, keys.cipher);
  // Running it again could duplicate it: let the caller decide.
  if (found.answer && !answer) throw new AppError("ANSWER_UNAVAILABLE", say("answerLost"));
  if (!Buffer.from(fingerprint).equals(found.fingerprint)) {
    throw new AppError("KEY_REUSED", say("otherRequest"));
  }
  if (answer) return { answer };
  const wait = Math.max(1, Math.ceil((found.leasedUntil.getTime() - now.getTime()) / 1000));
  throw new AppError("REQUEST_IN_PROGRESS", say("inProgress"), undefined, { "retry-after": String(wait) });
}

async function keep(tx: Transaction, id: Bytes, owner: string, answer: Bytes): Promise<void> {
  const { count } = await tx.idempotencyKey.updateMany({ where: { id, owner, answer: null }, data: { answer } });
  // Another process has taken over the key: roll back.
  if (count === 0) throw new AppError("REQUEST_IN_PROGRESS", say("tookTooLong"));
}

/** Deletes keys older than a day. */
export async function purgeIdempotencyKeys(now: Date): Promise<void> {
  await db().idempotencyKey.deleteMany({ where: { expiresAt: { lt: now } } });
}

// Length-prefixed, so that no two pairs collide.
function idOf({ caller, key }: IdempotentRequest): Bytes {
  return new Uint8Array(
    createHash("sha256")
      .update(JSON.stringify([caller, key]))
      .digest(),
  );
}

// Encrypts requests and responses, which may hold passwords, tokens or results, with the product's secret and the
// caller's key.
function keysOf({ caller, key }: IdempotentRequest): Keys {
  const bytes = keyFor(`idempotency ${caller}`, 64, key);
  return { cipher: bytes.subarray(0, 32), print: bytes.subarray(32) };
}

function fingerprintOf({ request }: IdempotentRequest, print: Buffer): Bytes {
  return new Uint8Array(createHmac("sha256", print).update(request).digest());
}

// Null if it was encrypted with a former secret.
function open(sealed: Uint8Array, key: Buffer): StoredResponse | null {
  const text = unseal(sealed, key);
  return text === null ? null : JSON.parse(text);
}
