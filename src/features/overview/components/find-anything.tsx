"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { lazily } from "@/components/ui/lazily";
import type { Right } from "@/lib/may";
import { finding as copy } from "../messages-find";

const FindDialog = lazily(() => import("./find-dialog").then((module) => module.FindDialog));

/** A page of the office, found by its name. */
export type FindablePage = { href: string; label: string };

type FindAnythingProps = { pages: readonly FindablePage[]; rights: readonly Right[] };

/** The button and the keyboard shortcut of the search, which is loaded on first use. */
export function FindAnything({ pages, rights }: FindAnythingProps) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    addEventListener(
      "keydown",
      (event) => {
        const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
        // The menu on a phone has its own button, which also listens.
        if (!isAsked || event.defaultPrevented) return;
        event.preventDefault();
        setOpen(true);
      },
      listening,
    );
    return () => listening.abort();
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="mb-2 flex min-h-11 w-full items-center gap-2.5 rounded-md border border-line-strong px-3 text-ink-soft text-sm transition-colors hover:bg-sunken dense:min-h-9"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="grow text-start">{copy.button}</span>
        <kbd aria-hidden className="rounded-sm border border-line px-1.5 font-sans text-xs max-lg:hidden">
          {copy.keys}
        </kbd>
      </button>
      {open && <FindDialog pages={pages} rights={rights} onClose={() => setOpen(false)} />}
    </>
  );
}
