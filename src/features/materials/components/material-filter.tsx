"use client";

import { SearchInput } from "@/components/ui/search-input";
import { Select } from "@/components/ui/select";
import { copy } from "../copy";

export type Filter = { q: string; className: string };

type MaterialFilterProps = { filter: Filter; classes: string[]; onChange: (filter: Filter) => void };

/** The search box and the class list. Without script it is a form that asks the server. */
export function MaterialFilter({ filter, classes, onChange }: MaterialFilterProps) {
  return (
    <search>
      <form
        method="get"
        action="/study-materials"
        onSubmit={(event) => event.preventDefault()}
        className="grid gap-3 sm:grid-cols-[1fr_14rem]"
      >
        <SearchInput
          name="q"
          aria-label="Search by material name or subject"
          placeholder={copy.searchPlaceholder}
          maxLength={100}
          autoComplete="off"
          value={filter.q}
          onChange={(event) => onChange({ ...filter, q: event.target.value })}
        />
        <Select
          name="className"
          aria-label="Class"
          value={filter.className}
          onChange={(event) => onChange({ ...filter, className: event.target.value })}
        >
          <option value="">{copy.allClasses}</option>
          {classes.map((className) => (
            <option key={className} value={className}>
              Class {className}
            </option>
          ))}
        </Select>
        <noscript>
          <button type="submit">Search</button>
        </noscript>
      </form>
    </search>
  );
}
