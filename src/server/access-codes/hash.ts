import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { codeLetters } from "@/lib/access-code";
import { keyFor } from "@/server/auth/seal";

/** A code of fifty random bits. */
export function newCode(): string {
  return [...randomBytes(10)].map((byte) => codeLetters.charAt(byte % codeLetters.length)).join("");
}

/** A code as stored: keyed with the product's secret, so that a leaked database cannot be searched by trying all codes. */
export function hashOfCode(code: string): Buffer {
  return createHmac("sha256", keyFor("access codes", 32)).update(code).digest();
}
