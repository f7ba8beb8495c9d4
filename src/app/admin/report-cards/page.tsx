import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { createCaller } from "@/features";
import { SetsList } from "@/features/report-cards/components/sets-list";
import { screens } from "@/features/report-cards/messages-screens";
import { prefetch, requireRole } from "@/http/page-session";
import { idAsked } from "@/lib/list-address";

export const metadata: Metadata = { title: screens.title };

export default async function ReportCardsPage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("admin", "/admin/report-cards");
  const year = idAsked((await searchParams).year);
  const { reportCards } = createCaller({ principal });
  const found = await prefetch("admin/report-cards", () => reportCards.list(year ? { year } : {}));
  return (
    <div className="page">
      <SetsList key={year} year={year} found={found} />
    </div>
  );
}
