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

/** While the page is drawn anew: the search parameters that were asked for since, and whether it is to be drawn once more. */
type Drawing = RefObject<{ search?: string; isAskedAgain?: boolean } | undefined>;

const PageRefreshContext = createContext<{ refresh: () => void; drawing: Drawing } | undefined>(undefined);

/** What is known of a page that is drawn anew. Undefined outside of {@link PageRefreshProvider}. */
export const useDrawing = () => use(PageRefreshContext)?.drawing;

/** Draws the page anew, once at a time. */
export function usePageRefresh(): () => void {
  const router = useRouter();
  return use(PageRefreshContext)?.refresh ?? router.refresh;
}

/** Knows whether the page is being drawn anew. The shell of the logged-in areas has one. */
export function PageRefreshProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [isDrawing, startDrawing] = useTransition();
  const drawing: Drawing = useRef(undefined);
  const refresh = useCallback(() => {
    // For two at once, Next would load the whole document.
    if (drawing.current) drawing.current.isAskedAgain = true;
    else {
      drawing.current = {};
      startDrawing(() => router.refresh());
    }
  }, [router]);
  useEffect(() => {
    if (isDrawing) return;
    const isAskedAgain = drawing.current?.isAskedAgain;
    drawing.current = undefined;
    if (isAskedAgain) refresh();
  }, [isDrawing, refresh]);
  const value = useMemo(() => ({ refresh, drawing }), [refresh]);
  return <PageRefreshContext value={value}>{children}</PageRefreshContext>;
}
