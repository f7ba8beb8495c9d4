import { Fragment, type ReactNode } from "react";
import { PageHeader } from "@/components/site/page-header";
import { TableSkeleton } from "@/components/table/table-states";
import { ListSkeleton, Skeleton } from "@/components/ui/skeleton";
import { dateHere } from "@/content/institute";
import { MaterialSkeletons } from "@/features/materials/components/material-skeletons";
import { copy as materials } from "@/features/materials/messages";
import { mine } from "@/features/materials/messages-mine";
import { OverviewLoading } from "@/features/overview/components/overview-loading";
import { linkOfPath, pages } from "@/features/pages";
import { ResultsLoading } from "@/features/results/components/results-loading";
import { copy as results } from "@/features/results/messages";
import { ScheduleSkeletons } from "@/features/schedules/components/schedule-skeletons";
import { copy as schedules } from "@/features/schedules/messages";
import { own } from "@/features/schedules/messages-own";
import { shownDay } from "@/lib/dates";

type Look = { title: string; lead?: ReactNode; action?: ReactNode; body: ReactNode };

const resultsLook: Look = { title: results.title, body: <ResultsLoading /> };

const parts = {
  list: (label: string) => <ListSkeleton label={label} />,
  table: (label: string) => <TableSkeleton label={label} />,
  views: () => <Skeleton className="h-11 dense:h-9" />,
  filters: () => <Skeleton className="h-12.5 dense:h-9.25" />,
  files: () => <Skeleton className="h-14" />,
  heading: () => (
    <div className="grid h-13.5 content-evenly">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-4 w-60" />
    </div>
  ),
};

const listsBy = (name: "skeleton" | "taughtSkeleton") =>
  pages.flatMap(({ path, link, [name]: skeleton }): [string, Look][] => {
    if (!link || !skeleton) return [];
    const body = skeleton.map((one) => <Fragment key={one}>{parts[one](`Loading ${link.label}`)}</Fragment>);
    return [[path, { title: link.label, body: <div className="grid grid-cols-1 gap-3">{body}</div> }]];
  });

const Today = () => shownDay(dateHere(new Date()));

const overviewPath = "/admin/overview";
const overview = linkOfPath(overviewPath)?.label ?? "";

const overviewLook: Look = {
  title: overview,
  lead: <Today />,
  action: <Skeleton className="h-11 w-56 dense:h-9" />,
  body: <OverviewLoading label={`Loading ${overview}`} />,
};

const looks = new Map<string, Look>([
  ["/study-materials", { title: materials.title, body: <MaterialSkeletons /> }],
  ["/show-schedule", { title: schedules.title, body: <ScheduleSkeletons /> }],
  ["/user/tests", { title: own.title, body: <ScheduleSkeletons /> }],
  ["/user", resultsLook],
  ["/user/results", resultsLook],
  ["/user/my-materials", { title: mine.title, body: <ListSkeleton label="Loading study materials" /> }],
  [overviewPath, overviewLook],
  ...listsBy("skeleton"),
]);

const taughtLooks = new Map(listsBy("taughtSkeleton"));

/** The skeleton of a page that is loading; undefined for a page without one. */
export function skeletonOf(path: string, isTeacher: boolean): ReactNode {
  const look = (isTeacher && taughtLooks.get(path)) || looks.get(path);
  return (
    look && (
      <div className="page pb-16">
        <PageHeader title={look.title} lead={look.lead} action={look.action} />
        {look.body}
      </div>
    )
  );
}
