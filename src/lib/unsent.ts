import type { ShownAccount } from "./account-of";

/** Under this key and a person's id stand marks that were typed and not sent yet. */
export const unsentKey = "lyceum-unsent-marks";

/** Under this key stands what was typed in a form of this tab and not sent. */
export const draftKey = "lyceum-draft";

/** The key of what a person typed into a thing. */
export const keyOf = (personId: string, thing: string) => `${unsentKey}:${personId}:${thing}`;

/** How much a person has not sent yet; where the page does not know who it is, how much anyone has not. */
export function countUnsent(personId: string | undefined): number {
  const start = personId === undefined ? `${unsentKey}:` : keyOf(personId, "");
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start))
      .reduce((sum, key) => sum + Object.keys(read(() => localStorage, key)).length, 0);
  } catch {
    // A browser that keeps no data of sites holds nothing back.
    return 0;
  }
}

/** What visitors left on public pages, by page, and the keys of what was not sent; until the page is loaded again or somebody logs out. */
export const leftBehind = new Map<string, unknown>();

/** Forgets all drafts of this tab, for anyone who uses it next. */
export function forgetDrafts(): void {
  leftBehind.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftKey)) sessionStorage.removeItem(key);
  } catch (error) {
    console.warn(error);
  }
}

/** Forgets all drafts if one is of anyone but the person who logs in. */
export function forgetDraftsOfOthers({ _id, username, email }: ShownAccount): void {
  const isOwn = (key: string) => ["", _id, username, email].some((name) => key.startsWith(`${draftKey}:${name}:`));
  try {
    if (Object.keys(sessionStorage).some((key) => key.startsWith(draftKey) && !isOwn(key))) forgetDrafts();
  } catch (error) {
    console.warn(error);
  }
}

/** What is stored under a key; nothing if it is missing or not readable. */
export function read<Value>(storage: () => Storage, key: string): Record<string, Value> {
  try {
    const found: unknown = JSON.parse(storage().getItem(key) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, Value>) : {};
  } catch {
    return {};
  }
}
