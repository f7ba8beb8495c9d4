import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";

const signedUrl = /^([^#]+)&signature=(hmac-sha256)%3D([0-9a-f]{64})$/;

function hmac(text: string, apiKey: string): Buffer {
  return createHmac("sha256", apiKey).update(text).digest();
}

/** Signs the body of a callback as UploadThing does. */
export function signText(text: string, apiKey: string): string {
  return `hmac-sha256=${hmac(text, apiKey).toString("hex")}`;
}

/** Compares an API key in constant time. */
export function isApiKey(given: string | null, apiKey: string): boolean {
  return given !== null && timingSafeEqual(hmac(given, apiKey), hmac(apiKey, apiKey));
}

export type SignedUrl = { values: ReadonlyMap<string, string>; expired: boolean };

/** Parses a URL signed by UploadThing's SDK, even if expired; undefined unless it has one valid signature. */
export function readSignedUrl(url: string, apiKey: string): SignedUrl | undefined {
  const [, signed, , signature] = signedUrl.exec(url) ?? [];
  if (signed === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(hmac(signed, apiKey), Buffer.from(signature, "hex"))) return undefined;
  const values = new Map<string, string>();
  for (const [name, value] of new URL(signed).searchParams) {
    if (name === "signature" || values.has(name)) return undefined;
    // The SDK encodes values twice.
    values.set(name, decodeURIComponent(value));
  }
  const expires = values.get("expires") ?? "";
  return { values, expired: !/^\d{13}$/.test(expires) || Number(expires) < Date.now() };
}
