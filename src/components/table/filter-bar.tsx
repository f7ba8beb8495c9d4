"use client";

import { clsx } from "clsx";
import { X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "../ui/button";
import { SearchInput } from "../ui/search-input";
import { useAddress } from "./address";
import { ChoiceLink } from "./choice-link";
import { crossStyle, type Facet, FacetSelect, focusFilter } from "./facet";
import { focusFilters } from "./focus-filters";

type FilterBarProps = {
  label: string;
  search: string;
  /** What the empty search shows, if `search` is too long for it. */
  placeholder?: string;
  facets: readonly Facet[];
  /** On a phone the filters are below the search instead of beside it. */
  wraps?: boolean;
  /** The filters fill the line: on a wide screen "Clear all" is above them, at the end of the line of the views. */
  isFull?: boolean;
};

/** The debounce time of the search, in milliseconds. */
const pause = 150;

const typedIn = (form: HTMLFormElement | null) => String(new FormData(form ?? undefined).get("q") ?? "").trim();

/** Search and filters of a list. A set filter is filled and has its own cross. Without script it is a form that asks the server. */
export function FilterBar(props: FilterBarProps) {
  const { label, search, placeholder = search, facets, wraps = false, isFull = false } = props;
  const { path, choices, latest, go } = useAddress();
  const { q = "" } = choices;
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isFiltering = q !== "" || facets.some(({ name }) => choices[name]);
  const kept = Object.entries(choices).filter(([name]) => ["view", "sort"].includes(name));

  const look = useEffectEvent((text = typedIn(form.current)) => {
    if (text !== (latest().q ?? "")) go({ q: text }, "replace");
  });
  // On a slow connection, text may be typed before the script has loaded. The router listens for URL changes only after this effect.
  useEffect(() => {
    const early = typedIn(form.current);
    timer.current = setTimeout(() => look(early));
    return () => clearTimeout(timer.current);
  }, []);
  // Back, a view and "Clear all" change the search from outside; text that is being typed stays.
  useEffect(() => {
    const input = form.current?.elements.namedItem("q");
    if (input instanceof HTMLInputElement && input !== document.activeElement) input.value = q;
  }, [q]);

  return (
    <search aria-label={label} tabIndex={-1} className="rounded-md print:hidden">
      <form
        ref={form}
        method="get"
        action={path}
        onSubmit={(event) => {
          event.preventDefault();
          look();
        }}
        className={clsx(
          "relative flex flex-wrap items-center gap-2",
          isFull && "xl:gap-x-1.5",
          !wraps && "max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:py-1",
        )}
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div
          className={clsx(
            "shrink-0 md:max-w-76 md:grow md:basis-44 xl:max-w-70",
            wraps ? "max-md:w-full" : "max-md:w-52",
          )}
        >
          <SearchInput
            name="q"
            aria-label={search}
            placeholder={placeholder}
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
          <FacetSelect
            key={facet.name}
            {...facet}
            value={choices[facet.name] ?? ""}
            onChange={(value) => go({ [facet.name]: value })}
            cross={
              <ChoiceLink
                changes={{ [facet.name]: "" }}
                onGo={focusFilter}
                aria-label={`Clear ${facet.label}`}
                className={crossStyle}
              >
                <X aria-hidden className="size-4" />
              </ChoiceLink>
            }
          />
        ))}
        <noscript>
          <Button type="submit" variant="secondary">
            Show
          </Button>
        </noscript>
        {isFiltering && (
          <ChoiceLink
            changes={Object.fromEntries(["q", ...facets.map(({ name }) => name)].map((name) => [name, ""]))}
            onGo={focusFilters}
            className={clsx(
              "link ms-auto -me-1 shrink-0 px-1 text-xs",
              isFull && "xl:absolute xl:end-0 xl:bottom-full xl:mb-5.5",
            )}
          >
            Clear all
          </ChoiceLink>
        )}
      </form>
    </search>
  );
}
