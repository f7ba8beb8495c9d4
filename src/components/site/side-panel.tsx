"use client";

import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { type PanelGroup, PanelLinks } from "./panel-links";

const loadSheet = () => import("../ui/sheet").then((module) => ({ default: module.Sheet }));
const Sheet = lazy(loadSheet);

type SidePanelProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  groups: readonly PanelGroup[];
  top?: ReactNode;
  /** Below the links: Logout. */
  footer: ReactNode;
};

/** The panel of someone who is logged in. Choosing a link closes it. */
export function SidePanel({ open, onOpenChange, title, groups, top, footer }: SidePanelProps) {
  const [opened, setOpened] = useState(false);
  if (open && !opened) setOpened(true);

  // Its code is loaded at the first interaction: before it is needed, but not with the page.
  useEffect(() => {
    const listening = new AbortController();
    const load = () => {
      listening.abort();
      void loadSheet();
    };
    for (const sign of ["pointermove", "pointerdown", "keydown"]) addEventListener(sign, load, listening);
    return () => listening.abort();
  }, []);

  return (
    <Suspense>
      {opened && (
        <Sheet open={open} onOpenChange={onOpenChange} title={title}>
          <div className="flex min-h-32 grow flex-col overflow-y-auto p-3">
            {top}
            <PanelLinks label={title} groups={groups} onChoose={() => onOpenChange(false)} />
          </div>
          <div className="border-line border-t p-3">{footer}</div>
        </Sheet>
      )}
    </Suspense>
  );
}
