"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { isTouched } from "./is-touched";

const textOf = (form: HTMLFormElement) => JSON.stringify([...new FormData(form)]);

/** Whether a form differs from its last saved state. `isSaved` turns true with each save. */
export function useChanged(form: RefObject<HTMLFormElement | null>, isSaved: boolean) {
  const kept = useRef("");
  const sent = useRef("");
  const [isChanged, setIsChanged] = useState(false);

  useEffect(() => {
    if (!form.current) return;
    // It was changed before the script loaded.
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
