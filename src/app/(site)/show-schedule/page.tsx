import { CalendarPlus } from "lucide-react";
import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { dateHere } from "@/content/institute";
import { SchedulesBrowser } from "@/features/schedules/components/schedules-browser";
import { copy } from "@/features/schedules/messages";
import { listsFor, type TestFilter } from "@/features/schedules/rules";
import { prefetch, publicCaller } from "@/http/page-session";
import { classesWith, storedClassOf } from "@/lib/stored-classes";
import { ApiProvider } from "@/trpc/provider";
import { InstituteClock } from "../../institute-clock";

export const metadata: Metadata = {
  title: copy.title,
  description: "Dates, times and subjects of all upcoming tests for every class, and of past ones.",
};

export default async function ShowSchedulePage({ searchParams }: { searchParams: SearchParams }) {
  const { className, subject } = await searchParams;
  const asked = {
    className: String(storedClassOf(className) ?? ""),
    subject: typeof subject === "string" ? subject.trim().slice(0, 200) : "",
  };
  const today = dateHere(new Date());
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader
        title={copy.title}
        lead="Every test is announced here first. Find your class, note the day, and come rested."
        action={
          <ButtonLink
            href={`/show-schedule/calendar${asked.className ? `?className=${asked.className}` : ""}`}
            variant="secondary"
          >
            <CalendarPlus aria-hidden className="size-5" />
            {copy.addToCalendar}
          </ButtonLink>
        }
      />
      <ApiProvider>
        <InstituteClock>
          <SchedulesBrowser
            asked={asked}
            offered={classesWith(asked.className)}
            today={today}
            found={await find(asked, today)}
          />
        </InstituteClock>
      </ApiProvider>
    </div>
  );
}

function find({ className, subject }: TestFilter, today: string) {
  const { schedules, closedDays } = publicCaller();
  const inputs = listsFor(className, today, subject);
  return prefetch("show-schedule", async () => {
    const [upcoming, past, subjects, closed] = await Promise.all([
      schedules.list(inputs.upcoming),
      schedules.list(inputs.past),
      schedules.subjects(inputs.subjects),
      closedDays.coming({ from: today }),
    ]);
    return { upcoming, past, subjects, closed };
  });
}
