"use client";

import { clsx } from "clsx";
import { ChevronDown, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "../ui/button";
import { SearchInput } from "../ui/search-input";
import { useAddress } from "./address";
import { ChoiceLink } from "./choice-link";

/** A filter with few values; the label stands for all of them. */
export type Facet = { name: string; label: string; options: readonly { value: string; label: string }[] };

type FilterBarProps = {
  label: string;
  search: string;
  facets: readonly Facet[];
  /** On a phone the filters stand below the search instead of beside it. */
  wraps?: boolean;
};

/** Nobody waits for rows while typing on. In milliseconds. */
const pause = 150;

/** Search and filters of a list. A set filter is filled and has its own cross. Without script it is a form that asks the server. */
export function FilterBar({ label, search, facets, wraps = false }: FilterBarProps) {
  const { path, choices, go } = useAddress();
  const { q = "" } = choices;
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isFiltering = q !== "" || facets.some(({ name }) => choices[name]);
  const kept = Object.entries(choices).filter(([name]) => ["view", "sort"].includes(name));

  const typed = () => String(new FormData(form.current ?? undefined).get("q") ?? "").trim();
  const look = useEffectEvent(() => {
    if (typed() !== q) go({ q: typed() }, "replace");
  });
  // On a slow line somebody has typed before the script came.
  useEffect(() => {
    look();
    return () => clearTimeout(timer.current);
  }, []);
  // Back, a view and "Clear all" change the search from outside; what is being typed stays.
  useEffect(() => {
    const input = form.current?.elements.namedItem("q");
    if (input instanceof HTMLInputElement && input !== document.activeElement) input.value = q;
  }, [q]);

  return (
    <search aria-label={label}>
      <form
        ref={form}
        method="get"
        action={path}
        onSubmit={(event) => {
          event.preventDefault();
          look();
        }}
        className={clsx(
          "flex flex-wrap items-center gap-2",
          !wraps && "max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:py-1",
        )}
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={clsx("shrink-0 md:max-w-70 md:grow md:basis-44", wraps ? "max-md:w-full" : "max-md:w-52")}>
          <SearchInput
            name="q"
            aria-label={search}
            placeholder={search}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            defaultValue={q}
            onChange={() => {
              clearTimeout(timer.current);
              timer.current = setTimeout(look, pause);
            }}
          />
        </div>
        {facets.map((facet) => (
          <FacetSelect key={facet.name} facet={facet} value={choices[facet.name] ?? ""} />
        ))}
        <noscript>
          <Button type="submit" variant="secondary">
            Show
          </Button>
        </noscript>
        {isFiltering && (
          <ChoiceLink
            changes={Object.fromEntries(["q", ...facets.map(({ name }) => name)].map((name) => [name, ""]))}
            className="link ms-auto shrink-0 px-1 text-xs"
          >
            Clear all
          </ChoiceLink>
        )}
      </form>
    </search>
  );
}

function FacetSelect({ facet: { name, label, options }, value }: { facet: Facet; value: string }) {
  const { go } = useAddress();
  return (
    <div
      className={clsx(
        "relative flex shrink-0 items-center rounded-md border transition-colors",
        value
          ? "border-accent bg-accent-soft text-accent"
          : "border-line bg-surface text-ink-soft hover:border-line-strong",
      )}
    >
      <select
        name={name}
        aria-label={label}
        autoComplete="off"
        value={value}
        onChange={({ target }) => go({ [name]: target.value })}
        className={clsx(
          "field-sizing-content min-h-11 max-w-52 appearance-none truncate rounded-md bg-transparent ps-3 font-semibold text-sm dense:min-h-8.5",
          value ? "pe-1.5" : "pe-8",
        )}
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-surface text-ink">
            {option.label}
          </option>
        ))}
      </select>
      {value ? (
        <ChoiceLink
          changes={{ [name]: "" }}
          aria-label={`Clear ${label}`}
          className="grid size-9 place-items-center rounded-md dense:size-7.5"
        >
          <X aria-hidden className="size-4" />
        </ChoiceLink>
      ) : (
        <ChevronDown aria-hidden className="pointer-events-none absolute end-2.5 size-4" />
      )}
    </div>
  );
}
