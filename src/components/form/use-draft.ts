"use client";

import { type RefObject, useEffect, useRef } from "react";
import { rememberedAccount } from "@/lib/account";
import { keepDraft, readDraft } from "@/lib/unsent-store";
import { isTouched } from "./is-touched";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter((one): one is Control => "value" in one && (one as Control).name !== "");

const isBox = (control: Control) => control instanceof HTMLInputElement && control.type === "checkbox";

/** Checkboxes may share a name. */
const keyOf = (control: Control) => (isBox(control) ? `${control.name}=${control.value}` : control.name);

function typist(): string {
  const account = rememberedAccount();
  if (account === null) return "";
  return account.role === "admin" ? account.username : account._id;
}

/**
 * Stores the input of a form across reloads, Back and a new login of the same person, in this tab only. `name` identifies
 * the form and its subject. Controls that appear later are restored as well. @returns a function that clears it after the
 * submission
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, name: string): () => void {
  const waiting = useRef<Record<string, string>>({});
  const named = useRef("");
  // The author: the login may end in the meantime.
  const key = useRef("");

  useEffect(() => {
    const here = form.current;
    function keep() {
      const values = Object.fromEntries(
        controlsOf(here)
          .filter(isTouched)
          .map((control) => [keyOf(control), control.value]),
      );
      keepDraft(key.current, { ...waiting.current, ...values });
    }
    here?.addEventListener("input", keep);
    return () => here?.removeEventListener("input", keep);
  }, [form]);

  // Runs after each render, because a selected step adds its own fields.
  useEffect(() => {
    if (named.current !== name) {
      named.current = name;
      key.current = `${typist()}:${name}`;
      waiting.current = readDraft(key.current);
    }
    const { current: left } = waiting;
    // Restore typed text first, so that the default text of a step does not replace it.
    const isText = (control: Control) => control instanceof HTMLTextAreaElement;
    const controls = controlsOf(form.current);
    for (const control of [...controls.filter(isText), ...controls.filter((one) => !isText(one))]) {
      const value = left[keyOf(control)];
      if (value === undefined) continue;
      delete left[keyOf(control)];
      if (!isBox(control)) {
        control.value = value;
        for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
      } else if (!isTouched(control)) control.click();
    }
  });

  return () => {
    waiting.current = {};
    keepDraft(key.current, {});
  };
}
