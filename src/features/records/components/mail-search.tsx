"use client";

import { useRef } from "react";
import { FacetSelect } from "@/components/table/facet";
import { SearchInput } from "@/components/ui/search-input";
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

/** Finds the emails of a person, who is never named in the page's address, or those of a notice. */
export function MailSearch({ about, notices, onPerson, onNotice }: MailSearchProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <search aria-label={mailCopy.find} className="flex flex-wrap items-center gap-2">
      <div className="max-md:w-full md:w-70">
        <SearchInput
          aria-label={mailCopy.person}
          autoComplete="off"
          placeholder={mailCopy.person}
          onInput={({ currentTarget: { value } }) => {
            clearTimeout(timer.current);
            timer.current = setTimeout(() => onPerson(value.trim().slice(0, 100)), rest);
          }}
        />
      </div>
      {notices.length > 0 && (
        <FacetSelect
          name="notice"
          label={mailCopy.about}
          value={about?.id ?? ""}
          options={notices.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={onNotice}
        />
      )}
    </search>
  );
}
