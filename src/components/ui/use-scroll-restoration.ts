import { useLayoutEffect } from "react";
import { address, isBackNavigation } from "@/lib/back-navigation";
import { useNavigation } from "./navigation";

/** The scroll position of each page, by its address. */
const places = new Map<string, number>();

/** In milliseconds: a later scroll does not come from the browser. */
const atOnce = 500;

/**
 * Scrolls to where the reader had left a list. The browser does so immediately, which on a slow phone is before the list is
 * rendered, when the page is still too short.
 */
export function useScrollRestoration(): void {
  // The skeleton of the next page is scrolled to the top while the address is still that of this page.
  const isLeaving = useNavigation()?.target !== undefined;
  useLayoutEffect(() => {
    const place = places.get(address());
    if (place === undefined || !isBackNavigation()) return;
    const restore = () => window.scrollTo({ top: place, behavior: "instant" });
    restore();
    // The browser then scrolls to the position that it has stored, which is the skeleton's.
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
