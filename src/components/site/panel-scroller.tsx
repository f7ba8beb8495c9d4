"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";

/** The part of a sidebar that scrolls; the link of the current page is always in view. */
export function PanelScroller({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link.
  useEffect(() => {
    box.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return (
    <div ref={box} className="flex min-h-0 grow flex-col overflow-y-auto px-3 pb-3 dense:px-2.5">
      {children}
    </div>
  );
}
