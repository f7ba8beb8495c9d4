import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { firstPageOf, linkOfPath } from "@/features/pages";
import { NotOpen } from "@/features/staff/components/not-open";
import { copy } from "@/features/staff/messages";
import { requireRole } from "@/http/page-session";
import { may } from "@/lib/may";

export const metadata: Metadata = { title: copy.notOpen };

/** The landing page for staff who may not open a page. */
export default async function NotOpenPage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("admin", "/admin/not-open");
  const { page } = await searchParams;
  const first = firstPageOf((right) => may(principal, right));
  return (
    <div className="page">
      <NotOpen
        page={typeof page === "string" ? linkOfPath(page) : undefined}
        first={{ href: first, label: linkOfPath(first)?.label ?? "" }}
      />
    </div>
  );
}
