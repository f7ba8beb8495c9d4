import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { processState } from "@/server/process-state";
import { createSemaphore, type Semaphore } from "@/server/rate-limits/semaphore";

// OWASP's minimum for Argon2id, the library's default algorithm.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Number of concurrent hashes: leaves one core free if there are several, and at most four because of their memory. */
export function maxConcurrentHashes(cores: number): number {
  return Math.min(Math.max(cores - 1, 1), 4);
}

/** Longer queues are rejected with 503. */
const maxQueue = 100;

const shared = processState<{ lyceumHashing?: Semaphore }>();

function hashing(): Semaphore {
  shared.lyceumHashing ??= createSemaphore(maxConcurrentHashes(availableParallelism()));
  return shared.lyceumHashing;
}

export function hashingStats(): { inside: number; waiting: number } {
  return hashing().count();
}

/** Rejects password work while the queue is full. @throws AppError SERVICE_UNAVAILABLE with the time to wait */
export function rejectWhenHashingIsSaturated(): void {
  if (hashing().count().waiting < maxQueue) return;
  throw new AppError("SERVICE_UNAVAILABLE", say("tooManyLogins"), undefined, { "retry-after": "5" });
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  rejectWhenHashingIsSaturated();
  const leave = await hashing().enter();
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Hashes a password with Argon2id. @throws AppError SERVICE_UNAVAILABLE */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters));
}

/** True if a hash has weaker parameters than the current ones: replace it at the next login. */
export function isHashOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters;
  const today = new RegExp(String.raw`^\$argon2id\$v=19\$m=${memoryCost},t=${timeCost},p=${parallelism}\$`);
  return !today.test(passwordHash);
}

let decoy: Promise<string> | undefined;

/** Verifies a password. Without a hash it does equal work, so that timing reveals no accounts. */
export async function passwordMatches(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  // Created once, outside of the queue, so that a full queue cannot prevent it.
  decoy ??= hash(newToken(), parameters);
  const compared = passwordHash ?? (await decoy);
  const matches = await inTurn(() => verify(compared, password));
  return matches && typeof passwordHash === "string";
}

/** Random token with 256 bits, safe in headers and URLs. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 of a token, for storage. */
export function hashOfToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}
