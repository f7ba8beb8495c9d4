"use client";

import { type RefObject, useEffect, useRef } from "react";
import { rememberedAccount } from "@/lib/account";
import { keepDraft, readDraft } from "@/lib/unsent-store";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter((one): one is Control => "value" in one && (one as Control).name !== "");

const isBox = (control: Control): control is HTMLInputElement => control.type === "checkbox";

/** The value of a control; empty for a box that is not ticked. */
const textOf = (control: Control) => (isBox(control) && !control.checked ? "" : control.value);

/** The default value of an untouched control. */
function untouched(control: Control): string {
  if (isBox(control)) return control.defaultChecked ? control.value : "";
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  return [...control.options].find(({ defaultSelected }) => defaultSelected)?.value ?? control.options[0]?.value ?? "";
}

function typist(): string {
  const account = rememberedAccount();
  if (account === null) return "";
  return account.role === "admin" ? account.username : account._id;
}

/**
 * Stores the input of a form across reloads, Back and a new login of the same person, in this tab only. `name` identifies
 * the form and its subject; without a name, nothing is stored. Controls that appear later are restored as well.
 * @returns a function that clears it after the submission
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, name: string | null): () => void {
  const waiting = useRef<Record<string, string>>(undefined);
  // Includes the author, since the login may end in the meantime.
  const key = useRef("");

  useEffect(() => {
    if (name === null) return;
    const here = form.current;
    function keep() {
      const typed = controlsOf(here).filter((control) => textOf(control) !== untouched(control));
      const values = Object.fromEntries(typed.map((control) => [control.name, textOf(control)]));
      keepDraft(key.current, { ...waiting.current, ...values });
    }
    here?.addEventListener("input", keep);
    return () => here?.removeEventListener("input", keep);
  }, [form, name]);

  // Runs after each render, because a selected step adds its own fields.
  useEffect(() => {
    if (name === null) return;
    if (!waiting.current) {
      key.current = `${typist()}:${name}`;
      waiting.current = readDraft(key.current);
    }
    const { current: left } = waiting;
    // Restore typed text first, so that the default text of a step does not replace it.
    const isText = (control: Control) => control instanceof HTMLTextAreaElement;
    const controls = controlsOf(form.current);
    for (const control of [...controls.filter(isText), ...controls.filter((one) => !isText(one))]) {
      const value = left[control.name];
      if (value === undefined) continue;
      delete left[control.name];
      if (isBox(control)) {
        // A box with another value is about something else.
        if (control.checked !== (value === control.value)) control.click();
        continue;
      }
      control.value = value;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  return () => {
    if (name === null) return;
    waiting.current = {};
    keepDraft(key.current, {});
  };
}
