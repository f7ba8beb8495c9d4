"use client";

import { ChevronRight, Plus, ScrollText } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { PageHeader } from "@/components/site/page-header";
import { FailedBar, TableSkeleton } from "@/components/table/table-states";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import { placeOf } from "../rules";
import type { SetsView } from "../schema";

const NewSet = lazy(() => import("./new-set").then((module) => ({ default: module.NewSet })));

const head = "h-9 border-line border-b px-2.25 text-start font-semibold text-xs whitespace-nowrap";
const cell = "h-10 border-line px-2.25 group-not-last:border-b max-md:h-15";

/** The sets of a year. */
export function SetsList({ year, found }: { year: string | undefined; found: SetsView | undefined }) {
  const list = api.reportCards.list.useQuery(year ? { year } : {}, found ? { initialData: found } : {});
  const [isAdding, setIsAdding] = useState(false);
  const sets = list.data;
  return (
    <>
      <PageHeader
        title={copy.title}
        beside={sets && <span className="figures">{copy.count(sets.items.length)}</span>}
        lead={copy.lead}
        action={
          sets?.mayMake && (
            <Button onClick={() => setIsAdding(true)}>
              <Plus aria-hidden className="size-4.5" />
              {copy.add}
            </Button>
          )
        }
      />
      <div className="grid grid-cols-1 gap-3">
        {sets && sets.years.length > 1 && <Years {...sets} />}
        {list.isError && (
          <FailedBar busy={list.isFetching} onRetry={() => void list.refetch()}>
            {copy.failed}
          </FailedBar>
        )}
        {sets && sets.items.length > 0 && <Table sets={sets.items} />}
        {sets?.items.length === 0 && (
          <EmptyState
            icon={<ScrollText />}
            title={copy.empty}
            hint={sets.mayMake ? copy.emptyHint : copy.emptyTaught}
          />
        )}
        {!sets && !list.isError && <TableSkeleton label={copy.loading} />}
      </div>
      {isAdding && (
        <Suspense>
          <NewSet year={year} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function Years({ years, year }: Pick<SetsView, "years" | "year">) {
  return (
    <nav aria-label={copy.title} className="overflow-x-auto border-line border-b">
      <ul className="flex gap-5.5 max-md:gap-5">
        {years.map(({ _id, label }) => (
          <li key={_id} className="shrink-0">
            <Link
              href={`/admin/report-cards?year=${_id}`}
              aria-current={_id === year?._id ? "true" : undefined}
              aria-label={copy.year(label)}
              className="figures -mb-px flex min-h-11 items-center border-transparent border-b-3 text-ink-soft text-sm transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink dense:min-h-9"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Table({ sets }: { sets: SetsView["items"] }) {
  return (
    <table
      aria-label={copy.title}
      className="w-full border-separate border-spacing-0 rounded-md border border-line bg-surface text-sm"
    >
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className={`${head} ps-3.25`}>
            {copy.heads.class}
          </th>
          <th scope="col" className={head}>
            {copy.heads.period}
          </th>
          <th scope="col" className={head}>
            {copy.heads.lastDay}
          </th>
          <th scope="col" className={`${head} pe-3.25`}>
            {copy.heads.issued}
          </th>
        </tr>
      </thead>
      <tbody>
        {sets.map(({ _id, title, className, section, lastDay, issued }) => (
          <tr key={_id} className="group relative hover:bg-paper">
            <th scope="row" className={`${cell} ps-3.25 text-start font-normal max-md:w-full max-md:max-w-0`}>
              <Link
                href={`/admin/report-cards/${_id}`}
                aria-label={copy.setTitle(title, placeOf(className, section))}
                className="block truncate rounded-sm font-semibold hover:text-accent hover:underline focus-visible:outline-offset-1 after:absolute after:inset-0"
              >
                {copy.place(placeOf(className, section))}
              </Link>
              <span className="figures block truncate text-ink-soft text-xs md:hidden">
                {`${title} · ${copy.until(shownDate(lastDay))}`}
              </span>
            </th>
            <td className={`${cell} max-md:hidden`}>{title}</td>
            <td className={`${cell} figures whitespace-nowrap max-md:hidden`}>{shownDate(lastDay)}</td>
            <td className={`${cell} pe-3.25`}>
              <span className="flex items-center gap-2 whitespace-nowrap max-md:justify-end">
                <Badge tone={issued > 0 ? "success" : "warning"}>{copy.issued(issued)}</Badge>
                <ChevronRight aria-hidden className="size-5 text-ink-soft md:hidden" />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
