import { Fragment, type ReactNode } from "react";
import { PageHeader } from "@/components/site/page-header";
import { TableSkeleton } from "@/components/table/table-states";
import { ListSkeleton, Skeleton } from "@/components/ui/skeleton";
import { MaterialSkeletons } from "@/features/materials/components/material-skeletons";
import { copy as materials } from "@/features/materials/messages";
import { mine } from "@/features/materials/messages-mine";
import { pages } from "@/features/pages";
import { ResultsLoading } from "@/features/results/components/results-loading";
import { copy as results } from "@/features/results/messages";
import { ScheduleSkeletons } from "@/features/schedules/components/schedule-skeletons";
import { copy as schedules } from "@/features/schedules/messages";
import { own } from "@/features/schedules/messages-own";

type Look = { title: string; body: ReactNode };

const resultsLook: Look = { title: results.title, body: <ResultsLoading /> };

const parts = {
  list: (label: string) => <ListSkeleton label={label} />,
  table: (label: string) => <TableSkeleton label={label} />,
  views: () => <Skeleton className="h-11 dense:h-9" />,
  filters: () => <Skeleton className="h-12.5 dense:h-9.25" />,
  files: () => <Skeleton className="h-14" />,
  heading: () => <Skeleton className="h-13.5" />,
};

const lists = pages.flatMap(({ path, link, skeleton }): [string, Look][] => {
  if (!link || !skeleton) return [];
  const body = skeleton.map((one) => <Fragment key={one}>{parts[one](`Loading ${link.label}`)}</Fragment>);
  return [[path, { title: link.label, body: <div className="grid grid-cols-1 gap-3">{body}</div> }]];
});

const looks = new Map<string, Look>([
  ["/study-materials", { title: materials.title, body: <MaterialSkeletons /> }],
  ["/show-schedule", { title: schedules.title, body: <ScheduleSkeletons /> }],
  ["/user/tests", { title: own.title, body: <ScheduleSkeletons /> }],
  ["/user", resultsLook],
  ["/user/results", resultsLook],
  ["/user/my-materials", { title: mine.title, body: <ListSkeleton label="Loading study materials" /> }],
  ...lists,
]);

/** The skeleton of a page that is loading; undefined for a page without one. */
export function skeletonOf(path: string): ReactNode {
  const look = looks.get(path);
  return (
    look && (
      <div className="page pb-16">
        <PageHeader title={look.title} />
        {look.body}
      </div>
    )
  );
}
