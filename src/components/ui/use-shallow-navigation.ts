"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { useDrawing } from "./page-refresh";

/** Milliseconds after which a change of the URL that the router does not show counts as lost. */
const settled = 1_000;

const searchOf = (search: string) => new URLSearchParams(search).toString();

/** Changes the search parameters of the page without requesting the page from the server. */
export function useShallowNavigation() {
  const router = useRouter();
  const drawing = useDrawing();
  const search = useSearchParams();
  const shown = useRef("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    shown.current = search.toString();
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback(
    (href: string, how: "push" | "replace" = "push") => {
      // Next would load the whole document, and with it lose what is being typed.
      if (drawing?.current) {
        drawing.current.search = new URL(href, window.location.href).search;
        return router[how](href, { scroll: false });
      }
      if (how === "push") window.history.pushState(null, "", href);
      else window.history.replaceState(null, "", href);
      const address = window.location.href;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // After a reload and Back, the router fetches the page twice and loses changes made during the second request.
        const isLost = window.location.href === address && shown.current !== searchOf(window.location.search);
        if (isLost) router.replace(address, { scroll: false });
      }, settled);
    },
    [router, drawing],
  );
}
