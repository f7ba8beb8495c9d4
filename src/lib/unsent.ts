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

const textsOf = (unsent: Unsent) => new Map(Object.entries(unsent).map(([id, value]) => [id, JSON.stringify(value)]));

/**
 * Keeps in this browser what a person has typed and the server does not have yet. Several tabs share it: each one writes and
 * removes only what it changed itself, so that what another tab keeps stays, and what that one has sent does not come back.
 */
export function unsentKeeper(personId: string, thing: string) {
  const key = keyOf(personId, thing);
  const stored = () => read<unknown>(() => localStorage, key);
  /** What this tab has kept last. */
  let own = new Map<string, string>();

  return {
    /** What is kept, by whichever tab. */
    take(): Unsent {
      const kept = stored();
      own = textsOf(kept);
      return kept;
    },

    keep(unsent: Unsent): void {
      const now = textsOf(unsent);
      const put = [...now].filter(([id, text]) => own.get(id) !== text);
      const gone = [...own].filter(([id]) => !now.has(id));
      if (put.length + gone.length === 0) return;
      const all = stored();
      for (const [id, text] of gone) if (JSON.stringify(all[id]) === text) delete all[id];
      for (const [id] of put) all[id] = unsent[id];
      if (keep(() => localStorage, key, all)) own = now;
    },
  };
}

const keysOf = (start: string) => Object.keys(localStorage).filter((key) => key.startsWith(start));

/** How much a person has not sent yet; where the page does not know who it is, how much anyone has not. */
export function countUnsent(personId: string | undefined): number {
  const start = personId === undefined ? `${unsentKey}:` : keyOf(personId, "");
  return keysOf(start).reduce((sum, key) => sum + Object.keys(read(() => localStorage, key)).length, 0);
}

/** Forgets all that a person has not sent. */
export function forgetUnsent(personId: string): void {
  for (const key of keysOf(keyOf(personId, ""))) localStorage.removeItem(key);
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

/** Returns false if the storage is full or switched off: what was typed stays on the page. */
function keep(storage: () => Storage, key: string, typed: object): boolean {
  try {
    if (Object.keys(typed).length === 0) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(typed));
    return true;
  } catch (error) {
    console.warn(error);
    return false;
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
