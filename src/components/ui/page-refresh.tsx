"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useTransition,
} from "react";

/** During a refresh: its start, the search parameters that were requested since, and whether another refresh was requested. */
type Drawing = RefObject<{ since: number; search?: string; isAskedAgain?: boolean } | undefined>;

/** Milliseconds after which a refresh counts as lost. */
const longest = 15_000;

const PageRefreshContext = createContext<{ refresh: () => void; drawing: Drawing } | undefined>(undefined);

/** The refresh in progress, if any. Undefined outside of {@link PageRefreshProvider}. */
export const useDrawing = () => use(PageRefreshContext)?.drawing;

/** Refreshes the page, one refresh at a time. */
export function usePageRefresh(): () => void {
  const router = useRouter();
  return use(PageRefreshContext)?.refresh ?? router.refresh;
}

/** Knows whether the page is being refreshed. The shell of the logged-in areas has one. */
export function PageRefreshProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [isDrawing, startDrawing] = useTransition();
  const drawing: Drawing = useRef(undefined);
  const refresh = useCallback(() => {
    const now = performance.now();
    // Next would answer a second refresh at the same time by loading the whole document.
    if (drawing.current && now - drawing.current.since < longest) drawing.current.isAskedAgain = true;
    else {
      drawing.current = { since: now };
      startDrawing(() => router.refresh());
    }
  }, [router]);
  useEffect(() => {
    if (isDrawing) return;
    const isAskedAgain = drawing.current?.isAskedAgain;
    drawing.current = undefined;
    if (isAskedAgain) refresh();
  }, [isDrawing, refresh]);
  useEffect(() => {
    const listening = new AbortController();
    // Back leads to another address than the requested one.
    window.addEventListener("popstate", () => delete drawing.current?.search, { signal: listening.signal });
    return () => {
      listening.abort();
      drawing.current = undefined;
    };
  }, []);
  const value = useMemo(() => ({ refresh, drawing }), [refresh]);
  return <PageRefreshContext value={value}>{children}</PageRefreshContext>;
}
