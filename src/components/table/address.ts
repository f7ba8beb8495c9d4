"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef } from "react";

/** What the address of a list asks for, by parameter. */
export type Choices = Readonly<Record<string, string>>;

/** The address of a list; what is not chosen is left out. */
function addressOf(path: string, choices: Choices): string {
  const search = new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== "")).toString();
  return search === "" ? path : `${path}?${search}`;
}

const searchOf = (search: string) => new URLSearchParams(search).toString();

/** The time in milliseconds after which the router has surely shown a change of the address, unless it has lost it. */
const settled = 1_000;

/**
 * The state of a list, which is its address: a reload, a link and Back show the same rows. Every change but that of the page leads
 * to the first page.
 */
export function useAddress() {
  const path = usePathname();
  const search = useSearchParams();
  const router = useRouter();
  const choices: Choices = useMemo(() => Object.fromEntries(search), [search]);
  const shown = useRef("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    shown.current = search.toString();
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hrefWith = useCallback(
    (changes: Choices) => addressOf(path, { ...choices, page: "", ...changes }),
    [path, choices],
  );
  const go = useCallback(
    (changes: Choices, how: "push" | "replace" = "push") => {
      // `choices` may be those before the last change: a render follows the URL in a transition.
      const current = Object.fromEntries(new URLSearchParams(window.location.search));
      const href = addressOf(path, { ...current, page: "", ...changes });
      if (how === "push") window.history.pushState(null, "", href);
      else window.history.replaceState(null, "", href);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // After a reload and Back, the router fetches the page twice, and loses what changes during the second time.
        if (shown.current !== searchOf(window.location.search)) router.replace(href, { scroll: false });
      }, settled);
    },
    [path, router],
  );
  return { path, choices, hrefWith, go };
}
