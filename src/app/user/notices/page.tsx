import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { Link } from "@/components/ui/link";
import { createCaller } from "@/features";
import { copy as account } from "@/features/account/messages";
import { OwnNotices } from "@/features/notices/components/own-notices";
import { readers as copy } from "@/features/notices/messages-readers";
import { onPage } from "@/features/notices/rules";
import { prefetch, requireRole } from "@/http/page-session";
import { pageAsked } from "@/lib/list-address";
import { mustProve, ProveFirstPage } from "../../prove-first";

export const metadata: Metadata = { title: copy.title };

export default async function MyNoticesPage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("user", "/user/notices");
  if (mustProve(principal)) return <ProveFirstPage title={copy.title} principal={principal} />;
  const { page } = await searchParams;
  const asked = pageAsked(page);
  const caller = createCaller({ principal });
  const found = await prefetch("my-notices", () => caller.notices.mine({ page: asked, limit: onPage }));
  const hasLeft = found?.total === 0 && (await caller.account.get()).hasLeft;
  const hint = hasLeft ? `${account.hasLeft}. ${account.hasLeftHint}` : copy.mineEmpty;
  return (
    <div className="page pb-16">
      <PageHeader title={copy.title} lead={principal.isGuardian ? copy.mineLead : copy.ownLead} />
      <OwnNotices asked={asked} found={found} path="/user/notices" hint={hint} />
      <Link href="/notices" className="link mt-3 inline-flex min-h-11 items-center">
        {copy.forEveryone}
      </Link>
    </div>
  );
}
