"use client";

import { type RefObject, useEffect, useRef } from "react";
import { rememberedAccount } from "@/lib/account";
import { keepDraft, readDraft } from "@/lib/drafts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter((one): one is Control => "value" in one && (one as Control).name !== "");

/** What a control has where nobody has touched it. */
function untouched(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  return [...control.options].find(({ defaultSelected }) => defaultSelected)?.value ?? control.options[0]?.value ?? "";
}

function typist(): string {
  const account = rememberedAccount();
  if (account === null) return "";
  return account.role === "admin" ? account.username : account._id;
}

/**
 * Keeps what is typed in a form over a reload, a step back and a login of the same person, in this tab alone. `name` says which form
 * of what it is. A control that another one brings is filled in when it is there. @returns what forgets it, once the form was sent
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, name: string): () => void {
  const waiting = useRef<Record<string, string>>(undefined);
  // Who typed it: the login may end in the meantime.
  const key = useRef("");

  useEffect(() => {
    const here = form.current;
    function keep() {
      const typed = controlsOf(here).filter((control) => control.value !== untouched(control));
      const values = Object.fromEntries(typed.map((control) => [control.name, control.value]));
      keepDraft(key.current, { ...waiting.current, ...values });
    }
    here?.addEventListener("input", keep);
    return () => here?.removeEventListener("input", keep);
  }, [form]);

  // Runs after each drawing: a chosen step brings its own fields.
  useEffect(() => {
    if (!waiting.current) {
      key.current = `${typist()}:${name}`;
      waiting.current = readDraft(key.current);
    }
    const { current: left } = waiting;
    // What was written comes first: it is not the text that a step begins with.
    const isText = (control: Control) => control instanceof HTMLTextAreaElement;
    const controls = controlsOf(form.current);
    for (const control of [...controls.filter(isText), ...controls.filter((one) => !isText(one))]) {
      const value = left[control.name];
      if (value === undefined) continue;
      delete left[control.name];
      control.value = value;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  return () => {
    waiting.current = {};
    keepDraft(key.current, {});
  };
}
