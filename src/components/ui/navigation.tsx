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
  useState,
  useTransition,
} from "react";

/** Shorter waits show no indicator, which would only flash. In milliseconds. */
const delay = 120;

type Moves = {
  go: (href: string) => void;
  /** The path of the page that is on its way, once that takes a moment. */
  target: string | undefined;
  /** Draws the page anew. */
  refresh: () => void;
  /** While that is on its way: the search parameters that were asked for since, if any. */
  drawing: RefObject<{ search?: string; isAskedAgain?: boolean } | undefined>;
};

const NavigationContext = createContext<Moves | undefined>(undefined);

/** The move from one page to the next, as links begin it. Undefined outside of {@link NavigationProvider}. */
export const useNavigation = () => use(NavigationContext);

/** Draws the page anew, once at a time. */
export function usePageRefresh(): () => void {
  const router = useRouter();
  return useNavigation()?.refresh ?? router.refresh;
}

/** Knows which page is on its way, so that something can be shown in its place. The shell of each area has one. */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [isMoving, startMove] = useTransition();
  const [target, setTarget] = useState<string>();
  const [isSlow, setIsSlow] = useState(false);

  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => setIsSlow(true), delay);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isMoving]);

  const go = useCallback(
    (href: string) => {
      const { pathname } = new URL(href, window.location.href);
      // A page that only changes its filter stays on the screen.
      setTarget(pathname === window.location.pathname ? undefined : pathname);
      startMove(() => router.push(href));
    },
    [router],
  );

  const [isDrawing, startDrawing] = useTransition();
  const drawing = useRef<{ search?: string; isAskedAgain?: boolean }>(undefined);
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

  const shown = isMoving && isSlow ? target : undefined;
  const value = useMemo(() => ({ go, target: shown, refresh, drawing }), [go, shown, refresh]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}
