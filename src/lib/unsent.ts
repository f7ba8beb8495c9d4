/** Under this key and a person's id stand marks that were typed and not sent yet. */
export const unsentKey = "lyceum-unsent-marks";

/** Under this key stands what was typed in a form of this tab and not sent. */
export const draftKey = "lyceum-draft";

/** What was typed and not sent, by what it belongs to. It names nobody. */
type Unsent = Record<string, unknown>;

/** The values of a form's controls, by name. */
type Draft = Record<string, string>;

const keyOf = (personId: string, thing: string) => `${unsentKey}:${personId}:${thing}`;
const draftKeyOf = (form: string) => `${draftKey}:${form}`;

/** Keeps in this browser what a person has typed and the server does not have yet; nothing of an empty one. */
export function keepUnsent(personId: string, thing: string, unsent: Unsent): void {
  keep(() => localStorage, keyOf(personId, thing), unsent);
}

export function readUnsent(personId: string, thing: string): Unsent {
  return read(() => localStorage, keyOf(personId, thing));
}

/** How much a person has not sent yet; where the page does not know who it is, how much anyone has not. */
export function countUnsent(personId: string | undefined): number {
  const start = personId === undefined ? `${unsentKey}:` : keyOf(personId, "");
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(start))
    .reduce((sum, key) => sum + Object.keys(read(() => localStorage, key)).length, 0);
}

/** Keeps what is typed in a form, until this tab is closed; an empty draft is forgotten. */
export function keepDraft(form: string, draft: Draft): void {
  keep(() => sessionStorage, draftKeyOf(form), draft);
}

export function readDraft(form: string): Draft {
  return read(() => sessionStorage, draftKeyOf(form));
}

/** Forgets all drafts of this tab, for anyone who uses it next. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftKey)) sessionStorage.removeItem(key);
  } catch (error) {
    console.warn(error);
  }
}

function keep(storage: () => Storage, key: string, typed: object): void {
  try {
    if (Object.keys(typed).length === 0) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(typed));
  } catch (error) {
    // The storage is full or switched off: what was typed stays on the page.
    console.warn(error);
  }
}

function read<Value>(storage: () => Storage, key: string): Record<string, Value> {
  try {
    const found: unknown = JSON.parse(storage().getItem(key) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, Value>) : {};
  } catch {
    return {};
  }
}
