import { useLayoutEffect } from "react";
import { address, isBackNavigation } from "@/lib/back-navigation";
import { useNavigation } from "./navigation";

/** Where somebody was on a page, by its address. */
const places = new Map<string, number>();

/** In milliseconds: what scrolls later was not the browser. */
const atOnce = 500;

/**
 * Scrolls to where the reader had left a list. The browser does so at once, which on a slow phone is before the list is
 * drawn, so that the page is still too short.
 */
export function useScrollRestoration(): void {
  // The skeleton of the next page stands at its beginning, while the address is still this one.
  const isLeaving = useNavigation()?.target !== undefined;
  useLayoutEffect(() => {
    const place = places.get(address());
    if (place === undefined || !isBackNavigation()) return;
    const restore = () => window.scrollTo({ top: place, behavior: "instant" });
    restore();
    // The browser then scrolls to the place that it knows, which is that of the skeleton.
    const restoring = new AbortController();
    window.addEventListener("scroll", restore, { once: true, signal: restoring.signal });
    setTimeout(() => restoring.abort(), atOnce);
    return () => restoring.abort();
  }, []);
  useLayoutEffect(() => {
    if (isLeaving) return;
    const note = () => void places.set(address(), window.scrollY);
    window.addEventListener("scroll", note, { passive: true });
    return () => window.removeEventListener("scroll", note);
  }, [isLeaving]);
}
