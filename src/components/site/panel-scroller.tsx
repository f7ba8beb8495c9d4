"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";

/** The scrolling part of a sidebar, with faded edges; the link of the current page is always in view. */
export function PanelScroller({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link.
  useEffect(() => {
    box.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return (
    <div className="relative flex min-h-0 grow flex-col before:pointer-events-none before:absolute before:inset-x-0 before:top-0 before:z-1 before:h-2 before:bg-linear-to-b before:from-surface before:to-transparent after:pointer-events-none after:absolute after:inset-x-0 after:bottom-0 after:h-8 after:bg-linear-to-t after:from-surface after:to-transparent">
      <div
        ref={box}
        className="relative flex min-h-0 grow flex-col overflow-y-auto scroll-py-8 px-3 pt-2 pb-8 dense:px-2.5"
      >
        {children}
      </div>
    </div>
  );
}
