"use client";

import { useRef } from "react";
import { Field } from "@/components/ui/field";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { mailCopy } from "./mail-messages";

export type NamedNotice = { id: string; title: string };

type MailSearchProps = {
  about: NamedNotice | undefined;
  notices: readonly NamedNotice[];
  onPerson: (text: string) => void;
  onNotice: (id: string) => void;
};

/** Debounce time in milliseconds. */
const rest = 300;

export function MailSearch({ about, notices, onPerson, onNotice }: MailSearchProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grow xl:basis-96 xl:gap-3">
      <Field label={mailCopy.person}>
        {(control) => (
          <SearchInput
            {...control}
            autoComplete="off"
            placeholder={mailCopy.personHint}
            onInput={({ currentTarget: { value } }) => {
              clearTimeout(timer.current);
              timer.current = setTimeout(() => onPerson(value.trim().slice(0, 100)), rest);
            }}
          />
        )}
      </Field>
      {notices.length > 0 && (
        <Field label={mailCopy.about}>
          {(control) => (
            <Select {...control} value={about?.id ?? ""} onChange={({ currentTarget: { value } }) => onNotice(value)}>
              <option value="">{mailCopy.aboutAll}</option>
              {notices.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}
