"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { subjectKey } from "@/lib/subject-key";
import { api } from "@/trpc/client";

const copy = {
  label: "Subject",
  isNew: (text: string) => `New subject? “${text}” joins the list when you send this.`,
  means: (name: string) => `This is kept as ${name}.`,
} as const;

/** Whether a text is a new subject, or is kept under another name; undefined while that is unknown. */
export function useSubjectHint(typed: string): string | undefined {
  const { data: names } = api.subjects.names.useQuery();
  const [key, text] = [subjectKey(typed), typed.trim()];
  if (!key || !names) return undefined;
  const meant = names.find(({ keys }) => keys.includes(key));
  if (!meant) return copy.isNew(text);
  return meant.name === text ? undefined : copy.means(meant.name);
}

type SubjectFieldProps = {
  error: string | undefined;
  name?: string;
  label?: string;
  optional?: boolean;
  defaultValue?: string;
  /** The initial text is stored already and stays as it is until it is changed. */
  isStored?: boolean;
};

/**
 * A text field for a subject, with the office's subjects as suggestions. A new one must be confirmed, but is never rejected.
 */
export function SubjectField({
  error,
  name: field = "subject",
  label = copy.label,
  optional = false,
  defaultValue = "",
  isStored = false,
}: SubjectFieldProps) {
  const [typed, setTyped] = useState(defaultValue);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { subjects } = api.useUtils();
  const names = api.subjects.names.useQuery();

  // A form reset does not fire change events; the submitted text may be a new subject.
  useEffect(() => {
    const sent = () => {
      setTyped("");
      void subjects.names.invalidate();
    };
    const form = input.current?.form;
    form?.addEventListener("reset", sent);
    return () => form?.removeEventListener("reset", sent);
  }, [subjects]);

  const hint = useSubjectHint(isStored && typed === defaultValue ? "" : typed);

  return (
    <>
      <Field label={label} optional={optional} error={error} hint={hint}>
        {(control) => (
          <Input
            {...control}
            name={field}
            // With "off", Firefox would not show the suggestions.
            autoComplete="on"
            list={listId}
            defaultValue={defaultValue}
            ref={input}
            // React would not report the same text after a reset as a change.
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
      </Field>
      <datalist id={listId}>
        {names.data?.flatMap(({ name, isRetired }) => (isRetired ? [] : [<option key={name} value={name} />]))}
      </datalist>
    </>
  );
}
