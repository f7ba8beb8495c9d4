import type { Metadata } from "next";
import { type SearchParams, textsOf } from "@/app/search-params";
import { createCaller } from "@/features";
import { YearStatistics } from "@/features/exams/components/year-statistics";
import { statisticsScreens } from "@/features/exams/messages-statistics";
import { askedOf, taughtBy } from "@/features/exams/rules";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: statisticsScreens.year.title };

export default async function StatisticsPage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("admin", "/admin/results/statistics");
  const search = await textsOf(searchParams);
  const { year, class: className } = askedOf(search);
  const found = await createCaller({ principal }).exams.yearStatistics({
    ...(year && { year }),
    ...(className && { class: className }),
  });
  return (
    <div className="page">
      <YearStatistics
        found={found}
        className={className === undefined ? undefined : String(className)}
        isTaught={taughtBy(principal) !== null}
      />
    </div>
  );
}
