"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

const textOf = (form: HTMLFormElement) => JSON.stringify([...new FormData(form)]);

/** Whether a control says something else than the server's page: it was changed before the script came. */
function isTouched(control: Element): boolean {
  if (control instanceof HTMLInputElement) {
    const isTicked = control.type === "checkbox" || control.type === "radio";
    return isTicked ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
  }
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(({ selected, defaultSelected }) => defaultSelected && !selected);
  return control instanceof HTMLTextAreaElement && control.value !== control.defaultValue;
}

/** Whether a form says something else than when it was last saved. `isSaved` turns true with each save. */
export function useChanged(form: RefObject<HTMLFormElement | null>, isSaved: boolean) {
  const kept = useRef("");
  const sent = useRef("");
  const [isChanged, setIsChanged] = useState(false);

  useEffect(() => {
    if (!form.current) return;
    const isEarly = [...form.current.elements].some(isTouched);
    if (!isEarly) kept.current = textOf(form.current);
    setIsChanged(isEarly);
  }, [form]);

  useEffect(() => {
    if (!isSaved || !form.current) return;
    // The form may have been changed again while it was being saved.
    kept.current = sent.current;
    setIsChanged(textOf(form.current) !== kept.current);
  }, [form, isSaved]);

  return {
    isChanged,
    compare: (changed: HTMLFormElement) => setIsChanged(textOf(changed) !== kept.current),
    remember: (submitted: HTMLFormElement) => {
      sent.current = textOf(submitted);
    },
  };
}
