import type { Metadata } from "next";
import { publicCaller } from "@/api/public";
import { PageHeader } from "@/components/site/page-header";
import { institute } from "@/content/institute";
import { SchedulesBrowser } from "@/features/schedules/components/schedules-browser";
import { copy } from "@/features/schedules/copy";
import { listsFor } from "@/features/schedules/rules";
import { classOf } from "@/lib/classes";
import { dateIn } from "@/lib/dates";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = {
  title: copy.title,
  description: "Dates, times and subjects of all coming tests, for every class, and of those that were.",
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
        <SchedulesBrowser asked={asked} today={today} found={await find(asked, today)} />
      </ApiProvider>
    </div>
  );
}

// Where the server cannot say, the browser asks again and tells the visitor what comes of it.
async function find(className: string, today: string) {
  const { schedules } = publicCaller();
  const inputs = listsFor(className, today);
  try {
    const [upcoming, past] = await Promise.all([schedules.list(inputs.upcoming), schedules.list(inputs.past)]);
    return { upcoming, past };
  } catch {
    return undefined;
  }
}
