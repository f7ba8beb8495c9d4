import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { codeLetters } from "@/lib/access-code";
import { keyFor } from "@/server/auth/seal";

/** A code of fifty random bits. */
export function newCode(): string {
  return [...randomBytes(10)].map((byte) => codeLetters.charAt(byte % codeLetters.length)).join("");
}

/** What is stored of a code: without the product's secret nobody can try out all codes there are. */
export function hashOfCode(code: string): Buffer {
  return createHmac("sha256", keyFor("access codes", 32)).update(code).digest();
}
