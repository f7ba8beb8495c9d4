"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";

/** The part of a sidebar that scrolls, which its lower edge shows; the link of the current page is always in view. */
export function PanelScroller({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link.
  useEffect(() => {
    box.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return (
    <div className="relative flex min-h-0 grow flex-col after:pointer-events-none after:absolute after:inset-x-0 after:bottom-0 after:h-8 after:bg-linear-to-t after:from-surface after:to-transparent">
      <div ref={box} className="flex min-h-0 grow flex-col overflow-y-auto scroll-pb-8 px-3 pb-8 dense:px-2.5">
        {children}
      </div>
    </div>
  );
}
