"use client";

import { type ReactNode, useEffect, useState } from "react";
import { lazily } from "../ui/lazily";
import { type PanelGroup, PanelLinks } from "./panel-links";

const loadSheet = () => import("../ui/sheet").then((module) => module.Sheet);
const Sheet = lazily(loadSheet);

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

  // Load its code at the first interaction: before it is needed, but not with the page.
  useEffect(() => {
    const listening = new AbortController();
    const load = () => {
      listening.abort();
      loadSheet().catch((error: unknown) => console.warn(error));
    };
    for (const sign of ["pointermove", "pointerdown", "keydown"]) addEventListener(sign, load, listening);
    return () => listening.abort();
  }, []);

  if (!opened) return null;
  const close = () => onOpenChange(false);
  // If its code cannot be loaded, the next press tries again.
  function giveUp() {
    setOpened(false);
    close();
  }
  return (
    <Sheet open={open} onOpenChange={onOpenChange} onClose={giveUp} title={title}>
      <div className="flex min-h-32 grow flex-col overflow-y-auto p-3">
        {top}
        <PanelLinks label={title} groups={groups} onChoose={close} />
      </div>
      <div className="border-line border-t p-3 [&_button]:justify-start [&_button]:px-3.5">{footer}</div>
    </Sheet>
  );
}
