import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { createCaller } from "@/features";
import { SetsList } from "@/features/report-cards/components/sets-list";
import { screens } from "@/features/report-cards/messages-screens";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.title };

export default async function ReportCardsPage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("admin", "/admin/report-cards");
  const asked = (await searchParams).year;
  const year =
    typeof asked === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(asked) ? asked : undefined;
  const { reportCards } = createCaller({ principal });
  const found = await prefetch("admin/report-cards", () => reportCards.list(year ? { year } : {}));
  return (
    <div className="page">
      <SetsList key={year} year={year} found={found} />
    </div>
  );
}
