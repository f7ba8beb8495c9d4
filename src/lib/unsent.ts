/** Under this key and a person's id stand marks that were typed and not sent yet. */
export const unsentKey = "lyceum-unsent-marks";

/** What was typed and not sent, by what it belongs to. It names nobody. */
type Unsent = Record<string, unknown>;

const keyOf = (personId: string, thing: string) => `${unsentKey}:${personId}:${thing}`;

/** Keeps in this browser what a person has typed and the server does not have yet; nothing of an empty one. */
export function keepUnsent(personId: string, thing: string, unsent: Unsent): void {
  try {
    if (Object.keys(unsent).length === 0) localStorage.removeItem(keyOf(personId, thing));
    else localStorage.setItem(keyOf(personId, thing), JSON.stringify(unsent));
  } catch (error) {
    // The storage is full or switched off: what was typed stays on the page.
    console.warn(error);
  }
}

function parsed(text: string | null): Unsent {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    return typeof found === "object" && found !== null ? (found as Unsent) : {};
  } catch {
    return {};
  }
}

export function readUnsent(personId: string, thing: string): Unsent {
  return parsed(localStorage.getItem(keyOf(personId, thing)));
}

/** How much a person has not sent yet; where the page does not know who it is, how much anyone has not. */
export function countUnsent(personId: string | undefined): number {
  const start = personId === undefined ? `${unsentKey}:` : keyOf(personId, "");
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(start))
    .reduce((sum, key) => sum + Object.keys(parsed(localStorage.getItem(key))).length, 0);
}
