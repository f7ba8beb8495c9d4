import type { Metadata } from "next";
import type { ReactNode } from "react";
import { AreaShell } from "@/components/site/area-shell";
import { areas } from "@/features/auth/components/area-links";
import { LogoutButton } from "@/features/auth/components/logout-button";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { robots: { index: false } };

export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <AreaShell {...areas.admin} footer={<LogoutButton />}>
      <ApiProvider>{children}</ApiProvider>
    </AreaShell>
  );
}
