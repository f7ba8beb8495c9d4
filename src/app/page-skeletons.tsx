import type { ReactNode } from "react";
import { PageHeader } from "@/components/site/page-header";
import { ListSkeleton, Skeleton } from "@/components/ui/skeleton";
import { MaterialSkeletons } from "@/features/materials/components/material-skeletons";
import { copy as materials } from "@/features/materials/copy";
import { copy as records } from "@/features/records/copy";
import { ResultsLoading } from "@/features/results/components/results-loading";
import { copy as results } from "@/features/results/copy";
import { ScheduleSkeletons } from "@/features/schedules/components/schedule-skeletons";
import { copy as schedules } from "@/features/schedules/copy";
import { copy as services } from "@/features/services/copy";

type Look = { title: string; body: ReactNode };

const resultsLook: Look = { title: results.title, body: <ResultsLoading /> };
const rows = (title: string): Look => ({ title, body: <ListSkeleton label={`Loading ${title}`} /> });

const looks = new Map<string, Look>([
  ["/study-materials", { title: materials.title, body: <MaterialSkeletons /> }],
  ["/show-schedule", { title: schedules.title, body: <ScheduleSkeletons /> }],
  ["/user", resultsLook],
  ["/user/results", resultsLook],
  ["/user/my-materials", { title: materials.mineTitle, body: <MaterialSkeletons /> }],
  ["/admin/get-info", rows(services.submissionsTitle)],
  ["/admin/mail", rows(records.mailTitle)],
  ["/admin/activity", rows(records.activityTitle)],
  ["/admin/status", rows(records.statusTitle)],
]);

const other = (
  <div role="status" aria-label="Loading..." className="grid gap-4 pt-10 sm:pt-16">
    <Skeleton className="h-10 w-3/5" />
    <Skeleton className="h-6 w-4/5" />
    <Skeleton className="mt-6 h-64" />
  </div>
);

/** What stands in the place of a page that is on its way. */
export function skeletonOf(path: string): ReactNode {
  const look = looks.get(path);
  return (
    <div className="page pb-16">
      {look ? (
        <>
          <PageHeader title={look.title} />
          {look.body}
        </>
      ) : (
        other
      )}
    </div>
  );
}
