"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

type FoldedPartProps = {
  /** Its fragment in the URL. */
  anchor: string;
  title: string;
  /** Open from the start on a phone, too. */
  isFirst: boolean;
  children: ReactNode;
};

/** A part of a long text, folded on a phone. The server sends it open, so it is open without script and on paper. */
export function FoldedPart({ anchor, title, isFirst, children }: FoldedPartProps) {
  const part = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const setOpen = (isOpen: boolean) => {
      if (part.current) part.current.open = isOpen;
    };
    const isPhone = !window.matchMedia("(width >= 48rem)").matches;
    // Folding would move the text away from a reader who is inside it already.
    const isAtTop = window.scrollY === 0 && window.location.hash === "";
    if (isPhone && isAtTop && !isFirst) setOpen(false);
    const listening = new AbortController();
    const openIfAsked = () => {
      if (window.location.hash === `#${anchor}`) setOpen(true);
    };
    addEventListener("hashchange", openIfAsked, listening);
    addEventListener("beforeprint", () => setOpen(true), listening);
    return () => listening.abort();
  }, [anchor, isFirst]);

  return (
    <details ref={part} open id={anchor} className="group/part scroll-mt-8">
      <summary className="flex min-h-13 list-none items-center justify-between gap-4 rounded-sm py-3 md:min-h-11 md:py-0 [&::-webkit-details-marker]:hidden">
        <h2 className="text-lg md:text-xl">{title}</h2>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform group-open/part:rotate-180 md:hidden print:hidden"
        />
      </summary>
      <div className="grid grid-cols-1 gap-3 pt-1 pb-6 md:pt-2 md:pb-0">{children}</div>
    </details>
  );
}
