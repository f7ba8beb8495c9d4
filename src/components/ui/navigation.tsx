"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState, useTransition } from "react";

/** Shorter waits show no indicator, which would only flash. In milliseconds. */
const delay = 120;

type Moves = {
  go: (href: string) => void;
  /** The path of the page that is loading, if that takes more than an instant. */
  target: string | undefined;
};

const NavigationContext = createContext<Moves | undefined>(undefined);

/** The navigation that a link has started. Undefined outside of {@link NavigationProvider}. */
export const useNavigation = () => use(NavigationContext);

type NavigationProviderProps = {
  /** Asked before the page is left. */
  mayLeave?: () => Promise<boolean>;
  children: ReactNode;
};

/** Knows which page is loading, so that a placeholder can be shown. The shell of each area has one. */
export function NavigationProvider({ mayLeave, children }: NavigationProviderProps) {
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
    async (href: string) => {
      if (mayLeave && !href.startsWith("#") && !(await mayLeave())) return;
      const { pathname } = new URL(href, window.location.href);
      // Keep the page on the screen if only its filter changes.
      setTarget(pathname === window.location.pathname ? undefined : pathname);
      startMove(() => router.push(href));
    },
    [router, mayLeave],
  );

  const shown = isMoving && isSlow ? target : undefined;
  const value = useMemo(() => ({ go, target: shown }), [go, shown]);
  return <NavigationContext value={value}>{children}</NavigationContext>;
}
