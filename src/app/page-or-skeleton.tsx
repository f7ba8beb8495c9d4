"use client";

import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { useNavigation } from "@/components/ui/navigation";
import { PageSkeleton } from "@/components/ui/skeleton";

type Skeletons = typeof import("./page-skeletons");

const signsOfLife = ["pointermove", "pointerdown", "keydown"];

/**
 * The page, or the skeleton of the next one while it loads. Next's own `loading.tsx` would also put the skeleton into the
 * server's HTML and hide the data from first visits and from browsers without JavaScript.
 */
export function PageOrSkeleton({ isTeacher = false, children }: { isTeacher?: boolean; children: ReactNode }) {
  const [skeletons, setSkeletons] = useState<Skeletons>();
  const target = useNavigation()?.target;
  // On a slow connection, the first click may come before the code of the skeletons.
  const skeleton = target && (skeletons?.skeletonOf(target, isTeacher) ?? <PageSkeleton />);

  // Loaded at the first interaction: before any navigation, but not with the page.
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
