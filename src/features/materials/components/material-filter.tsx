"use client";

import type { RefObject } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { copy } from "../messages";

export type Filter = { q: string; className: string; subject: string };

type MaterialFilterProps = {
  form: RefObject<HTMLFormElement | null>;
  filter: Filter;
  classes: string[];
  onChange: (filter: Filter) => void;
};

/** The search box and the class filter. Without JavaScript it is a form that the server handles. */
export function MaterialFilter({ form, filter, classes, onChange }: MaterialFilterProps) {
  // A link may select a class without materials; keep it as an option.
  const isListed = filter.className === "" || classes.includes(filter.className);
  const options = isListed ? classes : [...classes, filter.className].sort((one, other) => Number(one) - Number(other));
  return (
    <search className="print:hidden">
      <form
        ref={form}
        method="get"
        action="/study-materials"
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-1 gap-3 sm:grid-cols-3 lg:grid-cols-4"
      >
        {filter.subject && <input type="hidden" name="subject" value={filter.subject} />}
        <div className="sm:col-span-2 lg:col-span-3">
          <SearchInput
            name="q"
            aria-label="Search by material name or subject"
            placeholder={copy.searchPlaceholder}
            maxLength={100}
            autoComplete="off"
            value={filter.q}
            onChange={(event) => onChange({ ...filter, q: event.target.value })}
          />
        </div>
        <Select
          name="className"
          aria-label="Class"
          value={filter.className}
          onChange={(event) => onChange({ ...filter, className: event.target.value })}
        >
          <option value="">{copy.allClasses}</option>
          {options.map((className) => (
            <option key={className} value={className}>
              Class {className}
            </option>
          ))}
        </Select>
        <noscript>
          <button type="submit" className={buttonStyle({ wide: true })}>
            Search
          </button>
        </noscript>
      </form>
    </search>
  );
}
