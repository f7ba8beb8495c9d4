import type { ShownAccount } from "./account-of";

/** The prefix of the keys for unsent marks; the person's id follows. */
export const unsentKey = "lyceum-unsent-marks";

/** The prefix of the keys for unsent input of forms in this tab. */
export const draftKey = "lyceum-draft";

/** The key of a person's input for one thing, such as an exam. */
export const keyOf = (personId: string, thing: string) => `${unsentKey}:${personId}:${thing}`;

/** The number of rows that a person has not sent yet; of all people if the page does not know who it is. */
export function countUnsent(personId: string | undefined): number {
  const start = personId === undefined ? `${unsentKey}:` : keyOf(personId, "");
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .reduce((sum, key) => sum + Object.keys(read(() => localStorage, key)).length, 0);
  } catch {
    // A browser that stores no data of sites has nothing unsent.
    return 0;
  }
}

/**
 * Input that visitors left on public pages, by page, and the keys of unsent input; until the page is loaded again or the person
 * logs out.
 */
export const leftBehind = new Map<string, unknown>();

/** Forgets all drafts of this tab, before somebody else uses it. */
export function forgetDrafts(): void {
  leftBehind.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftKey)) sessionStorage.removeItem(key);
  } catch (error) {
    console.warn(error);
  }
}

/** Forgets all drafts if any belongs to somebody other than the person who logs in. */
export function forgetDraftsOfOthers({ _id, username, email }: ShownAccount): void {
  const isOwn = (key: string) => ["", _id, username, email].some((name) => key.startsWith(`${draftKey}:${name}:`));
  try {
    if (Object.keys(sessionStorage).some((key) => key.startsWith(draftKey) && !isOwn(key))) forgetDrafts();
  } catch (error) {
    console.warn(error);
  }
}

/** What is stored under a key; empty if it is missing or not readable. */
export function read<Value>(storage: () => Storage, key: string): Record<string, Value> {
  try {
    const found: unknown = JSON.parse(storage().getItem(key) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, Value>) : {};
  } catch {
    return {};
  }
}
