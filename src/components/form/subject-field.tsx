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

type SubjectFieldProps = { error: string | undefined; optional?: boolean; defaultValue?: string };

/**
 * A text field for a subject, with the office's subjects as suggestions. A new one must be confirmed, but is never rejected.
 */
export function SubjectField({ error, optional = false, defaultValue = "" }: SubjectFieldProps) {
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

  const key = subjectKey(typed);
  const meant = names.data?.find(({ keys }) => keys.includes(key));
  const text = typed.trim();
  const hint = meant ? meant.name !== text && copy.means(meant.name) : text && copy.isNew(text);

  return (
    <>
      <Field label={copy.label} optional={optional} error={error} hint={key && names.data && hint}>
        {(control) => (
          <Input
            {...control}
            name="subject"
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
