import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { OwnNotices } from "@/features/notices/components/own-notices";
import { readers as copy } from "@/features/notices/messages-readers";
import { onPage } from "@/features/notices/rules";
import { prefetch, requireRole } from "@/http/page-session";
import { pageAsked } from "@/lib/list-address";

export const metadata: Metadata = { title: copy.staffTitle };

export default async function StaffNoticesPage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("admin", "/admin/notices/for-me");
  const { page } = await searchParams;
  const asked = pageAsked(page);
  const found = await prefetch("staff-notices", () =>
    createCaller({ principal }).notices.mine({ page: asked, limit: onPage }),
  );
  return (
    <div className="page pb-16">
      <PageHeader
        title={copy.staffTitle}
        lead={copy.staffLead}
        crumbs={[{ href: "/admin/notices", label: copy.title }]}
      />
      <OwnNotices asked={asked} found={found} path="/admin/notices/for-me" hint={copy.staffEmpty} />
    </div>
  );
}
