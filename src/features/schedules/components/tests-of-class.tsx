"use client";

import { CalendarPlus } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { type ClassPlace, type ClosedSpan, ownListFor } from "../rules";
import type { SchedulesPage } from "../schema";
import { ScheduleSection } from "./schedule-section";
import { ScheduleSkeletons } from "./schedule-skeletons";

type TestsOfClassProps = {
  of: ClassPlace;
  /** The institute's date. */
  today: string;
  /** The server's result; absent if the query failed or was for another class. */
  found: SchedulesPage | undefined;
  /** The coming closed days; absent if the query failed. */
  closed: ClosedSpan[] | undefined;
};

/** The coming tests of a class and section, with a link to all tests of the class. */
export function TestsOfClass({ of, today, found, closed: known }: TestsOfClassProps) {
  const { className } = of;
  const list = api.schedules.list.useQuery(ownListFor(of, today), { initialData: found });
  const closed = api.closedDays.coming.useQuery({ from: today }, { initialData: known });
  if (!list.data && list.isError) {
    return (
      <Alert
        tone="error"
        action={
          <Button variant="secondary" busy={list.isFetching} onClick={() => void list.refetch()}>
            {copy.tryAgain}
          </Button>
        }
      >
        {copy.loadFailed}
      </Alert>
    );
  }
  if (!list.data) return <ScheduleSkeletons />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink href="/user/tests/calendar" variant="secondary">
          <CalendarPlus aria-hidden className="size-5" />
          {copy.addToCalendar}
        </ButtonLink>
        <ButtonLink href={`/show-schedule?className=${className}`} variant="secondary">
          {copy.allOfClass(className)}
        </ButtonLink>
      </div>
      <ScheduleSection
        title={copy.ofClass(className)}
        withClass={false}
        schedules={list.data.items}
        closed={closed.data ?? []}
        today={today}
        none={copy.noneUpcoming}
        busy={false}
        more={{ has: false, busy: false, load: () => {} }}
      />
    </div>
  );
}
