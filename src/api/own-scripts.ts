import { createHash } from "node:crypto";

/** The nonce that a page was made with, by its policy; what is no page has none. */
export const nonceIn = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1];

/**
 * A page as bytes that are the same each time, and the hashes of its own scripts. It was made with a nonce that nobody could
 * know before: only what carries it is vouched for.
 */
export function withoutNonce(page: string, policy: string): { page: string; scripts: string[] } {
  const nonce = nonceIn(policy);
  if (!nonce) return { page, scripts: [] };
  const plain = (text: string) => text.replaceAll(nonce, "kept");
  const inside = [...page.matchAll(/<script\b(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
  const own = inside.filter(([, attributes]) => attributes?.includes(`nonce="${nonce}"`));
  const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");
  return { page: plain(page), scripts: own.map(([, , text = ""]) => hashOf(plain(text))) };
}
