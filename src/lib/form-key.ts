/**
 * The key of what is typed: the same while `keys` holds it, so that what is sent again after a lost answer is done once
 * (decision 339). Who sent it removes it.
 */
export function keyOfTyped(keys: Map<string, unknown>, typed: string): string {
  // Unlike a UUID, also for a page without HTTPS.
  if (!keys.has(typed)) keys.set(typed, crypto.getRandomValues(new Uint32Array(4)).join("-"));
  return keys.get(typed) as string;
}
