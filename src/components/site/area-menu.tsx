"use client";

import { Menu } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import type { PanelGroup } from "./panel-links";
import { SidePanel } from "./side-panel";

type AreaMenuProps = { title: string; groups: readonly PanelGroup[]; top?: ReactNode; footer: ReactNode };

/** The button that opens an area's links on narrow screens. */
export function AreaMenu({ title, groups, top, footer }: AreaMenuProps) {
  // Close the panel when a choice in it changes the URL.
  const address = `${usePathname()}?${useSearchParams()}`;
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === address;
  const setOpen = (opened: boolean) => setOpenAt(opened ? address : undefined);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <Menu aria-hidden className="size-5" />
        Menu
      </Button>
      <SidePanel open={open} onOpenChange={setOpen} title={title} groups={groups} top={top} footer={footer} />
    </>
  );
}
