import type { Metadata } from "next";
import type { ReactNode } from "react";
import { readAhead, visitor } from "@/api/pages";
import { createCaller } from "@/api/root";
import { AreaShell } from "@/components/site/area-shell";
import { accountOf } from "@/features/auth/components/account-of";
import { areas } from "@/features/auth/components/area-links";
import { LogoutButton } from "@/features/auth/components/logout-button";
import { SessionEnd } from "@/features/auth/components/session-end";
import { SessionGuard } from "@/features/auth/components/session-guard";
import { NewMark } from "@/features/services/components/new-mark";
import { ApiProvider } from "@/trpc/provider";
import { PageOrSkeleton } from "../page-or-skeleton";

export const metadata: Metadata = { robots: { index: false } };

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const principal = await visitor();
  // Who is no administrator is sent away by the page.
  const counted =
    principal?.role === "admin"
      ? await readAhead("admin area", () => createCaller({ principal }).services.countNew())
      : undefined;
  const links = areas.admin.links.map((link) =>
    link.href === "/admin/get-info" ? { ...link, mark: <NewMark counted={counted} /> } : link,
  );
  return (
    <ApiProvider>
      <SessionEnd />
      {principal && <SessionGuard account={accountOf({ ...principal, _id: principal.userId })} />}
      <AreaShell {...areas.admin} links={links} footer={<LogoutButton />}>
        <PageOrSkeleton>{children}</PageOrSkeleton>
      </AreaShell>
    </ApiProvider>
  );
}
