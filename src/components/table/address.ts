"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { useDrawing } from "@/components/ui/page-refresh";
import { useShallowNavigation } from "@/components/ui/use-shallow-navigation";
import type { Choices } from "@/lib/list-address";

/** The address of a list; what is not chosen is left out. */
function addressOf(path: string, choices: Choices): string {
  const search = new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== "")).toString();
  return search === "" ? path : `${path}?${search}`;
}

/**
 * The state of a list, which is its address: a reload, a link and Back show the same rows. Every change except of the page
 * leads to the first page.
 */
export function useAddress() {
  const path = usePathname();
  const search = useSearchParams();
  const choices: Choices = useMemo(() => Object.fromEntries(search), [search]);
  const navigate = useShallowNavigation();
  const drawing = useDrawing();
  // After a change of the URL, `choices` is still the old state until the router has rendered.
  const latest = useCallback(
    (): Choices => Object.fromEntries(new URLSearchParams(drawing?.current?.search ?? window.location.search)),
    [drawing],
  );
  const hrefWith = useCallback(
    (changes: Choices) => addressOf(path, { ...choices, page: "", ...changes }),
    [path, choices],
  );
  const go = useCallback(
    (changes: Choices, how: "push" | "replace" = "push") => {
      // A late answer must not lead back to a page that was left.
      if (window.location.pathname !== path) return;
      navigate(addressOf(path, { ...latest(), page: "", ...changes }), how);
    },
    [path, navigate, latest],
  );
  return { path, choices, latest, hrefWith, go };
}
