"use client";

import { CalendarX } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PrintedPart } from "@/components/ui/printed-part";
import { institute } from "@/content/institute";
import { dateIn } from "@/lib/dates";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { ScheduleView } from "../schema";
import { PublishedSchedule } from "./published-schedule";
import { ScheduleSkeletons } from "./schedule-skeletons";

// Comes along once the list is shown.
const RemoveSchedule = lazy(() => import("./remove-schedule").then((module) => ({ default: module.RemoveSchedule })));

/** What is published, for the administrator, with the way to take it back. */
export function PublishedSchedules() {
  const [doomed, setDoomed] = useState<ScheduleView>();
  const list = api.schedules.listForStaff.useInfiniteQuery(
    { limit: 20 },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  const schedules = list.data?.pages.flatMap((page) => page.items);

  if (list.isPending) return <ScheduleSkeletons />;
  const today = dateIn(institute.timeZone, new Date());

  return (
    <div className="grid grid-cols-1 gap-5">
      {schedules?.length === 0 && <EmptyState icon={<CalendarX />} title={copy.empty} hint={copy.emptyOtherwise} />}
      {schedules && schedules.length > 0 && (
        <ul className="rounded-lg border border-line bg-surface">
          {schedules.map((schedule) => (
            <PublishedSchedule
              key={schedule._id}
              schedule={schedule}
              isPast={schedule.testDate < today}
              onRemove={schedule.mayChange ? () => setDoomed(schedule) : undefined}
            />
          ))}
        </ul>
      )}
      {list.isError && (
        <Alert
          tone="error"
          action={
            <Button
              variant="secondary"
              busy={list.isFetching}
              onClick={() => void (schedules ? list.fetchNextPage() : list.refetch())}
            >
              {copy.tryAgain}
            </Button>
          }
        >
          {copy.loadFailed}
        </Alert>
      )}
      {list.hasNextPage && <PrintedPart shown={schedules?.length ?? 0} />}
      {list.hasNextPage && !list.isError && (
        <div className="justify-self-center print:hidden">
          <Button variant="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {copy.showMore}
          </Button>
        </div>
      )}
      <Suspense>
        <RemoveSchedule schedule={doomed} onClose={() => setDoomed(undefined)} />
      </Suspense>
    </div>
  );
}
