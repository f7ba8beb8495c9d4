"use client";

import { LayoutDashboard } from "lucide-react";
import { useState } from "react";
import { SidePanel } from "@/components/site/side-panel";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { type Account, useAccount } from "@/lib/account";
import { areas } from "./area-links";
import { LogoutButton } from "./logout-button";

/** Register for visitors; for who is logged in, the button that opens the side panel (spec §2). */
export function AccountButton() {
  const account = useAccount();
  return account ? <DashboardButton account={account} /> : <ButtonLink href="/login">Register</ButtonLink>;
}

function DashboardButton({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  const { links } = areas[account.role];
  return (
    <>
      <Button aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
        <LayoutDashboard aria-hidden className="size-5 max-sm:hidden" />
        Dashboard
      </Button>
      <SidePanel open={open} onOpenChange={setOpen} title={account.name} links={links} footer={<LogoutButton />} />
    </>
  );
}
