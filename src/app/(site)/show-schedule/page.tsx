import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { institute } from "@/content/institute";
import { SchedulesBrowser } from "@/features/schedules/components/schedules-browser";
import { copy } from "@/features/schedules/messages";
import { listsFor } from "@/features/schedules/rules";
import { prefetch, publicCaller } from "@/http/page-session";
import { classOf } from "@/lib/classes";
import { dateIn } from "@/lib/dates";
import { ApiProvider } from "@/trpc/provider";
import { InstituteClock } from "../../institute-clock";

export const metadata: Metadata = {
  title: copy.title,
  description: "Dates, times and subjects of all upcoming tests for every class, and of past ones.",
};

type Search = Record<string, string | string[] | undefined>;

export default async function ShowSchedulePage({ searchParams }: { searchParams: Promise<Search> }) {
  const { className } = await searchParams;
  const asked = String(classOf(className) ?? "");
  const today = dateIn(institute.timeZone, new Date());
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader
        title={copy.title}
        lead="Every test is announced here first. Find your class, note the day, and come rested."
      />
      <ApiProvider>
        <InstituteClock>
          <SchedulesBrowser asked={asked} today={today} found={await find(asked, today)} />
        </InstituteClock>
      </ApiProvider>
    </div>
  );
}

function find(className: string, today: string) {
  const { schedules } = publicCaller();
  const inputs = listsFor(className, today);
  return prefetch("show-schedule", async () => {
    const [upcoming, past] = await Promise.all([schedules.list(inputs.upcoming), schedules.list(inputs.past)]);
    return { upcoming, past };
  });
}
