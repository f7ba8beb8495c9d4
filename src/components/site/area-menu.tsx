"use client";

import { Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import type { PanelGroup } from "./panel-links";
import { SidePanel } from "./side-panel";

type AreaMenuProps = { title: string; groups: readonly PanelGroup[]; footer: ReactNode };

/** The button that opens an area's links on narrow screens. */
export function AreaMenu({ title, groups, footer }: AreaMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <Menu aria-hidden className="size-5" />
        Menu
      </Button>
      <SidePanel open={open} onOpenChange={setOpen} title={title} groups={groups} footer={footer} />
    </>
  );
}
