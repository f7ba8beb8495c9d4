"use client";

import { useEffect, useRef } from "react";

/** What is wrong with a form, by the names of its fields. */
export type Faults = Partial<Record<string, string>>;

/** For a form's `ref`: whenever faults are found, the first field that is marked invalid gets the focus. */
export function useFirstFault(faults: Faults | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (faults && Object.keys(faults).length > 0) {
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    }
  }, [faults]);
  return form;
}

/** What was typed into a form, by the names of its fields. */
export function textsOf(form: HTMLFormElement): Partial<Record<string, string>> {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts);
}
