import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";

const signedUrl = /^([^#]+)&signature=(hmac-sha256)%3D([0-9a-f]{64})$/;

function hmac(text: string, apiKey: string): Buffer {
  return createHmac("sha256", apiKey).update(text).digest();
}

/** Signs a callback's body as UploadThing does. */
export function signText(text: string, apiKey: string): string {
  return `hmac-sha256=${hmac(text, apiKey).toString("hex")}`;
}

/** True when `given` is the store's own key. Takes the same time for every wrong one. */
export function isApiKey(given: string | null, apiKey: string): boolean {
  return given !== null && timingSafeEqual(hmac(given, apiKey), hmac(apiKey, apiKey));
}

export type SignedUrl = { values: ReadonlyMap<string, string>; expired: boolean };

/**
 * Reads an address that UploadThing's SDK signed: whole, unchanged, with exactly one signature at its end.
 * Undefined for anything else. An address whose time is over is still read, so that it can be told apart.
 */
export function readSignedUrl(url: string, apiKey: string, now = Date.now()): SignedUrl | undefined {
  const [, signed, , signature] = signedUrl.exec(url) ?? [];
  if (signed === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(hmac(signed, apiKey), Buffer.from(signature, "hex"))) return undefined;
  const values = new Map<string, string>();
  for (const [name, value] of new URL(signed).searchParams) {
    if (name === "signature" || values.has(name)) return undefined;
    // The SDK encodes values once more before it appends them.
    values.set(name, decodeURIComponent(value));
  }
  const expires = values.get("expires") ?? "";
  return { values, expired: !/^\d{13}$/.test(expires) || Number(expires) < now };
}
