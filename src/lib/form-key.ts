/**
 * The key for typed input: the same while `keys` holds it, so that input that is sent again after a lost answer is processed
 * only once (decision 339). The sender removes it.
 */
export function keyOfTyped(keys: Map<string, unknown>, typed: string): string {
  // Unlike `randomUUID`, this also works on a page without HTTPS.
  if (!keys.has(typed)) keys.set(typed, crypto.getRandomValues(new Uint32Array(4)).join("-"));
  return keys.get(typed) as string;
}
