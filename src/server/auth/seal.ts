import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { secret } from "./secret";

type Bytes = Uint8Array<ArrayBuffer>;

/** Derives a key for one `purpose` from the product's secret and, optionally, a caller's `own` secret. */
export function keyFor(purpose: string, length: number, own = ""): Buffer {
  return Buffer.from(hkdfSync("sha256", secret(), own, purpose, length));
}

/** Encrypts with AES-256-GCM and a key of 32 bytes. */
export function sealBytes(bytes: Uint8Array, key: Buffer): Bytes {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
}

/** Decrypts; null if it was encrypted with another key, for example after a change of secret. */
export function unsealBytes(sealed: Uint8Array, key: Buffer): Buffer | null {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Encrypts a text, see {@link sealBytes}. */
export const seal = (text: string, key: Buffer): Bytes => sealBytes(Buffer.from(text, "utf8"), key);

/** Decrypts a text, see {@link unsealBytes}. */
export const unseal = (sealed: Uint8Array, key: Buffer): string | null =>
  unsealBytes(sealed, key)?.toString("utf8") ?? null;
