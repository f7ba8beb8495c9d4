/** Under this key stands what was typed in this tab and not sent. */
export const draftKey = "lyceum-draft";

/** The values of a form's controls, by name. */
type Draft = Record<string, string>;

const keyOf = (form: string) => `${draftKey}:${form}`;

/** Keeps what is typed in a form, until this tab is closed; an empty draft is forgotten. */
export function keepDraft(form: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(keyOf(form));
    else sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch (error) {
    // The storage is full or switched off: what was typed stays on the page.
    console.warn(error);
  }
}

export function readDraft(form: string): Draft {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Draft) : {};
  } catch {
    return {};
  }
}

/** Forgets all drafts of this tab, for anyone who uses it next. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftKey)) sessionStorage.removeItem(key);
  } catch (error) {
    console.warn(error);
  }
}
