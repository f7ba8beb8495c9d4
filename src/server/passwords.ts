import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

// OWASP's floor for Argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An Argon2id hash of a password, with its salt and parameters in it. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** True for a hash of weaker parameters than today's: it is to be made anew when the password is next typed. */
export function isHashOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parameters;
  const today = new RegExp(String.raw`^\$argon2id\$v=19\$m=${memoryCost},t=${timeCost},p=${parallelism}\$`);
  return !today.test(passwordHash);
}

let decoy: Promise<string> | undefined;

/** Compares; without a hash it does the same work for nothing, so that time tells nobody which accounts exist. */
export async function passwordMatches(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword(newToken());
  const matches = await verify(passwordHash ?? (await decoy), password);
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
