import type { Metadata } from "next";
import { type SearchParams, textsOf } from "@/app/search-params";
import { createCaller } from "@/features";
import { NoticesList } from "@/features/notices/components/notices-list";
import { screens } from "@/features/notices/messages-screens";
import { askedOf, placesToWriteTo } from "@/features/notices/rules";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.title };

export default async function NoticesPage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("admin", "/admin/notices");
  const search = await textsOf(searchParams);
  const input = askedOf(search);
  const found = await prefetch("admin/notices", () => createCaller({ principal }).notices.list(input));
  return (
    <div className="page">
      <NoticesList asked={JSON.stringify(input)} found={found} isTaught={placesToWriteTo(principal) !== null} />
    </div>
  );
}
