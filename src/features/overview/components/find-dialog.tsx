"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, useId, useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { Link } from "@/components/ui/link";
import { SearchInput } from "@/components/ui/search-input";
import { stepFrom } from "@/lib/list-step";
import type { Right } from "@/lib/may";
import { finding as copy } from "../messages-find";
import { mostOfKind, pagesNamed } from "../rules-find";
import type { FindablePage } from "./find-anything";
import { useFound } from "./use-found";

type FindDialogProps = { pages: readonly FindablePage[]; rights: readonly Right[]; onClose: () => void };

/** The search over the whole office: an input with results, for arrow keys and Enter. */
export function FindDialog({ pages, rights, onClose }: FindDialogProps) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const { found, isBusy, hasFailed } = useFound(text);
  const id = useId();
  const hint = copy.hint(rights.includes("office"), rights.includes("administrator"));
  const named = pagesNamed(pages, text);
  const lines: Line[] = [
    ...named.map(({ href, label }) => ({ href, label, hint: "", kind: copy.kinds.pages })),
    ...found.flatMap(({ kind, items }) => items.map((item) => ({ ...item, kind: copy.kinds[kind] }))),
  ];
  const count = lines.length;
  const active = Math.min(chosen, count - 1);
  const option = (place: number) => document.getElementById(`${id}-${place}`);

  function press(event: KeyboardEvent) {
    const step = stepFrom(event.key, active, count);
    if (step !== undefined) {
      event.preventDefault();
      setChosen(step);
      option(step)?.scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // While busy, the results are still those of the previous text; only the pages are those of this text.
      if (!isBusy || active < named.length) option(active)?.click();
    }
  }

  const isCut = found.some(({ items }) => items.length >= mostOfKind);
  const said = count > 0 ? (isCut ? copy.foundMore(count) : copy.found(count)) : copy.nothing;
  return (
    <FormDialog title={copy.title} lead={hint} onClose={onClose}>
      <form onSubmit={(event) => event.preventDefault()}>
        <SearchInput
          role="combobox"
          aria-label={copy.title}
          aria-expanded={count > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          placeholder={copy.placeholder}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </form>
      <p role="status" className={count > 0 ? "sr-only" : "text-ink-soft text-sm empty:hidden"}>
        {hasFailed ? copy.failed : text.trim() === "" || isBusy ? "" : said}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={hint}
        aria-busy={isBusy || undefined}
        className="grid max-h-80 grid-cols-1 overflow-y-auto empty:hidden aria-busy:opacity-60"
      >
        {lines.map((line, place) => (
          <Option key={line.href} id={`${id}-${place}`} isActive={place === active} line={line} onChoose={onClose} />
        ))}
      </div>
      {isCut && <p className="text-ink-soft text-xs">{copy.firstOnes(mostOfKind)}</p>}
    </FormDialog>
  );
}

type Line = { href: string; label: string; hint: string; kind: string };
type OptionProps = { id: string; isActive: boolean; line: Line; onChoose: () => void };

function Option({ id, isActive, line: { href, label, hint, kind }, onChoose }: OptionProps) {
  const props = {
    id,
    href,
    role: "option",
    tabIndex: -1,
    "aria-selected": isActive,
    onClick: onChoose,
    className: clsx(
      "flex min-h-11 items-center justify-between gap-4 rounded-md px-3 py-1.5 text-sm hover:bg-sunken",
      isActive && "bg-accent-soft",
    ),
    children: (
      <>
        <span className="grid min-w-0 leading-snug">
          <span dir="auto" className="wrap-anywhere font-semibold">
            {label}
          </span>
          {hint && <span className="wrap-anywhere text-ink-soft text-xs">{hint}</span>}
        </span>
        <span className="shrink-0 text-ink-soft text-xs">{kind}</span>
      </>
    ),
  };
  // A material opens in a new tab.
  return href.startsWith("/api/") ? <a {...props} target="_blank" rel="noopener" /> : <Link {...props} />;
}
