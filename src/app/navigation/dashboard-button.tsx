"use client";

import { LayoutDashboard } from "lucide-react";
import { useState } from "react";
import { SidePanel } from "@/components/site/side-panel";
import { Button } from "@/components/ui/button";
import { LogoutButton } from "@/features/auth/components/logout-button";
import type { Account } from "@/lib/account";
import { areas, openTo } from "./area-links";

/** The button of someone who is logged in, and the panel that it opens. */
export default function DashboardButton({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  const publicGroups = openTo((right) => account.rights?.includes(right) ?? true, areas[account.role].publicGroups);
  return (
    <>
      <Button aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <LayoutDashboard aria-hidden className="size-5 max-sm:hidden" />
        Dashboard
      </Button>
      <SidePanel
        open={open}
        onOpenChange={setOpen}
        title={account.name}
        groups={publicGroups}
        footer={<LogoutButton />}
      />
    </>
  );
}
