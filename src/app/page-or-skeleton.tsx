"use client";

import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { useMoves } from "@/components/ui/moves";
import { PageSkeleton } from "@/components/ui/skeleton";

type Skeletons = typeof import("./page-skeletons");

const signsOfLife = ["pointermove", "pointerdown", "keydown"];

/**
 * The page, or the skeleton of the next one while that is on its way. Next's own `loading.tsx` would put the skeleton into the
 * server's HTML as well, where it hides the data from a first visit and from anyone who has no script.
 */
export function PageOrSkeleton({ children }: { children: ReactNode }) {
  const [skeletons, setSkeletons] = useState<Skeletons>();
  const target = useMoves()?.target;
  // On a slow line the first click comes before the code of the skeletons.
  const skeleton = target && (skeletons?.skeletonOf(target) ?? <PageSkeleton />);

  // Their code travels at the first sign of life: before anybody moves on, but not with the page.
  useEffect(() => {
    const listening = new AbortController();
    const load = () => {
      listening.abort();
      void import("./page-skeletons").then(setSkeletons, (error: unknown) => console.warn(error));
    };
    for (const sign of signsOfLife) addEventListener(sign, load, listening);
    return () => listening.abort();
  }, []);

  useLayoutEffect(() => {
    if (skeleton) window.scrollTo(0, 0);
  }, [skeleton]);

  return (
    <>
      {skeleton}
      <div className={skeleton ? "hidden" : "contents"}>{children}</div>
    </>
  );
}
