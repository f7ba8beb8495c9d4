"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

const textOf = (form: HTMLFormElement) => JSON.stringify([...new FormData(form)]);

/** Whether a form says something else than when it was last saved. `isSaved` turns true with each save. */
export function useChanged(form: RefObject<HTMLFormElement | null>, isSaved: boolean) {
  const kept = useRef("");
  const sent = useRef("");
  const [isChanged, setIsChanged] = useState(false);

  useEffect(() => {
    if (form.current) kept.current = textOf(form.current);
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
