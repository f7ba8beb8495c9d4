import { createHash } from "node:crypto";

/** The nonce that a page was made with, by its policy. Pages without anything typed have none. */
export const nonceIn = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1];

/**
 * A page as bytes that are the same each time, and the hashes of its own scripts. A page with what people typed was made with
 * a nonce that nobody could know before: only what carries it is vouched for.
 */
export function withoutNonce(page: string, policy: string): { page: string; scripts: string[] } {
  const nonce = nonceIn(policy);
  const plain = (text: string) => (nonce ? text.replaceAll(nonce, "kept") : text);
  const inside = [...page.matchAll(/<script\b(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
  const own = inside.filter(([, attributes]) => !nonce || attributes?.includes(`nonce="${nonce}"`));
  const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");
  return { page: plain(page), scripts: own.map(([, , text = ""]) => hashOf(plain(text))) };
}
