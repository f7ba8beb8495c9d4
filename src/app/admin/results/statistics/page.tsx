import type { Metadata } from "next";
import { createCaller } from "@/features";
import { YearStatistics } from "@/features/exams/components/year-statistics";
import { statisticsScreens } from "@/features/exams/messages-statistics";
import { askedOf } from "@/features/exams/rules";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: statisticsScreens.year.title };

type Search = Record<string, string | string[] | undefined>;

export default async function StatisticsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const principal = await requireRole("admin", "/admin/results/statistics");
  const search = Object.entries(await searchParams).filter(
    (one): one is [string, string] => typeof one[1] === "string",
  );
  const { year, class: className } = askedOf(Object.fromEntries(search));
  const found = await createCaller({ principal }).exams.yearStatistics({
    ...(year && { year }),
    ...(className && { class: className }),
  });
  return (
    <div className="page">
      <YearStatistics found={found} className={className === undefined ? undefined : String(className)} />
    </div>
  );
}
