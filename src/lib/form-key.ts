/** Long enough to press again; after it the same text is meant anew. In milliseconds. */
const lifetime = 10 * 60 * 1000;

/**
 * The key of what is typed: the same while `keys` holds it and for ten minutes after it was last sent, so that what is sent
 * again after a lost answer is done once (decision 339). Who sent it removes it.
 */
export function keyOfTyped(keys: Map<string, unknown>, typed: string): string {
  const now = Date.now();
  const [known, sentAt] = (keys.get(typed) ?? ["", 0]) as [key: string, sentAt: number];
  // Unlike a UUID, also for a page without HTTPS.
  const key = now - sentAt < lifetime ? known : crypto.getRandomValues(new Uint32Array(4)).join("-");
  keys.set(typed, [key, now]);
  return key;
}
