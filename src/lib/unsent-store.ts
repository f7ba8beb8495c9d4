// Separate from the part that every page needs for its logout button.
import { draftKey, keyOf, read } from "./unsent";

/** Unsent input by the id of the row that it belongs to. It names nobody. */
type Unsent = Record<string, unknown>;

/** The values of a form's controls, by name. */
type Draft = Record<string, string>;

const draftKeyOf = (form: string) => `${draftKey}:${form}`;

const textsOf = (unsent: Unsent) => new Map(Object.entries(unsent).map(([id, value]) => [id, JSON.stringify(value)]));

/**
 * Keeps in this browser input that the server does not have yet. Several tabs share it: each one writes and removes only its
 * own changes, so that the input of another tab stays, and input that the other tab has sent does not come back.
 */
export function unsentKeeper(personId: string, thing: string) {
  const key = keyOf(personId, thing);
  const stored = () => read<unknown>(() => localStorage, key);
  /** What this tab stored last. */
  let own = new Map<string, string>();

  return {
    /** The stored input of all tabs for the rows that this tab shows; input for other rows stays until the user throws it away. */
    take(isShown = (_id: string) => true): Unsent {
      const kept = Object.fromEntries(Object.entries(stored()).filter(([id]) => isShown(id)));
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

/** Forgets all unsent input of a person. */
export function forgetUnsent(personId: string): void {
  const start = keyOf(personId, "");
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key);
  } catch (error) {
    console.warn(error);
  }
}

/** Keeps the input of a form until this tab is closed; an empty draft is forgotten. */
export function keepDraft(form: string, draft: Draft): void {
  keep(() => sessionStorage, draftKeyOf(form), draft);
}

export function readDraft(form: string): Draft {
  return read(() => sessionStorage, draftKeyOf(form));
}

/** Returns false if the storage is full or switched off: the input stays on the page. */
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
