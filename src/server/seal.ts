import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { secret } from "./secret";

type Bytes = Uint8Array<ArrayBuffer>;

/** `length` bytes of a key that is good for one `purpose` alone, out of the product's secret and, if given, somebody's own. */
export function keyFor(purpose: string, length: number, own = ""): Buffer {
  return Buffer.from(hkdfSync("sha256", secret(), own, purpose, length));
}

/** Seals a text with a key of 32 bytes, by AES-256-GCM. */
export function seal(text: string, key: Buffer): Bytes {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
}

/** The text again; null when it was sealed with another key, such as that of a secret which is no longer the product's. */
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
