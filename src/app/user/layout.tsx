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
import { UnreadMark } from "@/features/results/components/unread-mark";
import { ApiProvider } from "@/trpc/provider";
import { PageOrSkeleton } from "../page-or-skeleton";

export const metadata: Metadata = { robots: { index: false } };

export default async function UserLayout({ children }: { children: ReactNode }) {
  const principal = await visitor();
  // Who is no student is sent away by the page.
  const counted =
    principal?.role === "user"
      ? await readAhead("user area", () => createCaller({ principal }).results.unread())
      : undefined;
  const links = areas.user.links.map((link) =>
    link.href === "/user/results" ? { ...link, mark: <UnreadMark counted={counted} /> } : link,
  );
  return (
    <ApiProvider>
      <SessionEnd />
      {principal && <SessionGuard account={accountOf({ ...principal, _id: principal.userId })} />}
      <AreaShell {...areas.user} links={links} footer={<LogoutButton />}>
        <PageOrSkeleton>{children}</PageOrSkeleton>
      </AreaShell>
    </ApiProvider>
  );
}
