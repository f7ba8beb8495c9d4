import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { secret } from "./secret";

type Bytes = Uint8Array<ArrayBuffer>;

/** Derives a key for one `purpose` from the product's secret and, optionally, a caller's `own` secret. */
export function keyFor(purpose: string, length: number, own = ""): Buffer {
  return Buffer.from(hkdfSync("sha256", secret(), own, purpose, length));
}

/** Encrypts a text with AES-256-GCM and a key of 32 bytes. */
export function seal(text: string, key: Buffer): Bytes {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
}

/** Decrypts a text; null if it was encrypted with another key, for example after a change of secret. */
export function unseal(sealed: Uint8Array, key: Buffer): string | null {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
