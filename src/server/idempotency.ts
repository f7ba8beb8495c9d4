import "server-only";
import { createHash, createHmac, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "@/lib/errors";
import { asUnit, db, type Transaction } from "./db";
import { keyFor, seal, unseal } from "./seal";

const kept = 24 * 60 * 60 * 1000;
/** Longer than any work takes; a process that died holds a key no longer than this. */
const lease = 30 * 1000;

/** An answer that can be given again. */
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string };

/** Who asks (two callers never share a key), the key, and the whole of what is asked. */
export type Asked = { caller: string; key: string; request: string };

/**
 * Does a work once for each key: whoever asks the same again within 24 hours gets the first answer. The answer is committed
 * together with what the work wrote, so neither a crash nor a second process can double it; a work that is refused leaves
 * the key free. @throws AppError UNPROCESSABLE_CONTENT for another request under the same key, REQUEST_IN_PROGRESS
 * while the first runs, ANSWER_UNAVAILABLE when its answer can no longer be read
 */
export async function once(
  asked: Asked,
  work: () => Promise<KeptAnswer>,
): Promise<{ answer: KeptAnswer; again: boolean }> {
  const id = idOf(asked);
  const keys = keysOf(asked);
  const first = await claim(id, asked, keys);
  if (!("owner" in first)) return { answer: first.answer, again: true };
  const { owner } = first;
  try {
    const answer = await asUnit(work, (tx, given) => keep(tx, id, owner, seal(JSON.stringify(given), keys.cipher)));
    return { answer, again: false };
  } catch (error) {
    const giveBack = () => db().idempotencyKey.deleteMany({ where: { id, owner, answer: null } });
    await giveBack().catch(() => void giveBackLater(giveBack));
    throw error;
  }
}

/** Where the database has gone, the key is given back when it returns; at the latest its lease sets it free. */
async function giveBackLater(giveBack: () => Promise<unknown>): Promise<void> {
  for (const end = performance.now() + lease; performance.now() < end; ) {
    await delay(500, undefined, { ref: false });
    const isDone = await giveBack().then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}

/** Sets free what a process that was killed has left; only where no other can be at work. */
export async function freeIdempotencyKeys(): Promise<void> {
  await db().idempotencyKey.deleteMany({ where: { answer: null } });
}

type Bytes = Uint8Array<ArrayBuffer>;
type Keys = { cipher: Buffer; print: Buffer };

async function claim(id: Bytes, asked: Asked, keys: Keys): Promise<{ owner: string } | { answer: KeptAnswer }> {
  const now = new Date();
  const fingerprint = fingerprintOf(asked, keys.print);
  const mine = { fingerprint, owner: randomUUID(), leasedUntil: new Date(now.getTime() + lease) };
  const expiresAt = new Date(now.getTime() + kept);
  const made = await db().idempotencyKey.createMany({ data: [{ id, ...mine, expiresAt }], skipDuplicates: true });
  if (made.count === 1) return mine;
  const found = await db().idempotencyKey.findUnique({ where: { id } });
  // Between the two it was given back: its work was refused.
  if (!found) return claim(id, asked, keys);
  const isRunOut = found.expiresAt <= now || (!found.answer && found.leasedUntil < now);
  if (isRunOut) {
    const taken = await db().idempotencyKey.updateMany({
      where: { id, owner: found.owner, answer: found.answer && { not: null } },
      data: { ...mine, expiresAt, answer: null },
    });
    return taken.count === 1 ? mine : claim(id, asked, keys);
  }
  const answer = found.answer && open(found.answer, keys.cipher);
  if (found.answer && !answer) throw new AppError("ANSWER_UNAVAILABLE", sentences.unreadable);
  if (!Buffer.from(fingerprint).equals(found.fingerprint)) {
    throw new AppError("UNPROCESSABLE_CONTENT", sentences.other);
  }
  if (answer) return { answer };
  const wait = Math.max(1, Math.ceil((found.leasedUntil.getTime() - now.getTime()) / 1000));
  throw new AppError("REQUEST_IN_PROGRESS", sentences.running, undefined, { "retry-after": String(wait) });
}

const sentences = {
  other: "This Idempotency-Key was used for another request. Please use a new one.",
  running: "A request with this Idempotency-Key is still being worked on. Please ask again in a moment.",
  // To do it again could double it, so the caller is to decide.
  unreadable: "A request with this Idempotency-Key was carried out, but its answer cannot be given again.",
  tooLate: "This request took too long. Please ask again.",
};

async function keep(tx: Transaction, id: Bytes, owner: string, answer: Bytes): Promise<void> {
  const { count } = await tx.idempotencyKey.updateMany({ where: { id, owner, answer: null }, data: { answer } });
  // Someone else has taken over: what was written here must not stand.
  if (count === 0) throw new AppError("REQUEST_IN_PROGRESS", sentences.tooLate);
}

/** Deletes the keys whose day is over. */
export async function sweepIdempotencyKeys(now: Date): Promise<void> {
  await db().idempotencyKey.deleteMany({ where: { expiresAt: { lt: now } } });
}

// A digest of the two that no other two have: each is counted.
function idOf({ caller, key }: Asked): Bytes {
  return new Uint8Array(
    createHash("sha256")
      .update(JSON.stringify([caller, key]))
      .digest(),
  );
}

// A request can hold a password, an answer a token or a child's result: without the secret and the caller's own key nobody
// reads them out of the database, nor finds them by trying.
function keysOf({ caller, key }: Asked): Keys {
  const bytes = keyFor(`idempotency ${caller}`, 64, key);
  return { cipher: bytes.subarray(0, 32), print: bytes.subarray(32) };
}

function fingerprintOf({ request }: Asked, print: Buffer): Bytes {
  return new Uint8Array(createHmac("sha256", print).update(request).digest());
}

// Null when it was sealed with a secret that is no longer the product's.
function open(sealed: Uint8Array, key: Buffer): KeptAnswer | null {
  const text = unseal(sealed, key);
  return text === null ? null : JSON.parse(text);
}
