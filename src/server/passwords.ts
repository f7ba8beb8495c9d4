import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "@/lib/errors";
import { type Turnstile, turnstileFor } from "./turnstile";

// OWASP's floor for Argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * How many hashes are computed at once on so many cores: one core is left to everyone who is not logging in, where there is
 * another; more than four would take their memory.
 */
export function hashesAtOnce(cores: number): number {
  return Math.min(Math.max(cores - 1, 1), 4);
}

/** So many may wait for theirs; who comes after that is asked to come again. */
const longestLine = 100;

// Pages and route handlers are separate module instances in one process.
const shared = globalThis as typeof globalThis & { lyceumHashing?: Turnstile };

function hashing(): Turnstile {
  shared.lyceumHashing ??= turnstileFor(hashesAtOnce(availableParallelism()));
  return shared.lyceumHashing;
}

/** How many passwords are being hashed, and how many wait for it. */
export function hashingNow(): { inside: number; waiting: number } {
  return hashing().count();
}

/** Refuses a password's work while the line is full. @throws AppError SERVICE_UNAVAILABLE with the time to wait */
export function refuseWhenHashingIsBusy(): void {
  if (hashing().count().waiting < longestLine) return;
  const sentence = "Too many people are logging in right now. Please try again in a few seconds.";
  throw new AppError("SERVICE_UNAVAILABLE", sentence, undefined, { "retry-after": "5" });
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  refuseWhenHashingIsBusy();
  const leave = await hashing().enter();
  try {
    return await work();
  } finally {
    leave();
  }
}

/** An Argon2id hash of a password, with its salt and parameters in it. @throws AppError SERVICE_UNAVAILABLE */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters));
}

/** True for a hash of weaker parameters than today's: it is to be made anew when the password is next typed. */
export function isHashOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters;
  const today = new RegExp(String.raw`^\$argon2id\$v=19\$m=${memoryCost},t=${timeCost},p=${parallelism}\$`);
  return !today.test(passwordHash);
}

let decoy: Promise<string> | undefined;

/**
 * Compares; without a hash it does the same work for nothing, so that time tells nobody which accounts exist.
 * @throws AppError SERVICE_UNAVAILABLE
 */
export async function passwordMatches(password: string, passwordHash: string | undefined): Promise<boolean> {
  // Once in a process, and past the line: it must not be missing because that was full.
  decoy ??= hash(newToken(), parameters);
  const compared = passwordHash ?? (await decoy);
  const matches = await inTurn(() => verify(compared, password));
  return matches && passwordHash !== undefined;
}

/** A fresh secret of 256 bits that can travel in a header. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token: 32 bytes from which it cannot be found again. */
export function hashOfToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}
