"use client";

import { Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import type { PanelLink } from "./panel-links";
import { SidePanel } from "./side-panel";

/** The button that opens an area's links on narrow screens. */
export function AreaMenu({ title, links, footer }: { title: string; links: readonly PanelLink[]; footer: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <Menu aria-hidden className="size-5" />
        Menu
      </Button>
      <SidePanel open={open} onOpenChange={setOpen} title={title} links={links} footer={footer} />
    </>
  );
}
