"use client";

import { ChevronRight, Plus, ScrollText } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/site/page-header";
import { TableSkeleton } from "@/components/table/table-states";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Failed } from "@/components/ui/failed";
import { lazily } from "@/components/ui/lazily";
import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import type { SetsView } from "../schema";
import { SetsTable } from "./sets-table";

const NewSet = lazily(() => import("./new-set").then((module) => module.NewSet));

/** The sets of a year, with links to those of other years. */
export function SetsList({ year, found }: { year: string | undefined; found: SetsView | undefined }) {
  const list = api.reportCards.list.useQuery(year ? { year } : {}, { initialData: found });
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
            <div className="grid max-md:w-full">
              <Button onClick={() => setIsAdding(true)}>
                <Plus aria-hidden className="size-4.5" />
                {copy.add}
              </Button>
            </div>
          )
        }
      />
      <div className="grid grid-cols-1 gap-8">
        {list.isError && <Failed of={list}>{copy.failed}</Failed>}
        {sets?.year && (
          <Section title={copy.year(sets.year.label)}>
            <Sets {...sets} />
          </Section>
        )}
        {sets?.year === null && <Sets {...sets} />}
        {sets && <OtherYears {...sets} />}
        {!sets && !list.isError && <TableSkeleton label={copy.loading} />}
      </div>
      {isAdding && <NewSet year={year} onClose={() => setIsAdding(false)} />}
    </>
  );
}

function Sets({ items, years, year, mayMake }: SetsView) {
  if (items.length > 0) return <SetsTable sets={items} />;
  const isCurrent = years.some((one) => one.isCurrent && one._id === year?._id);
  if (year && !mayMake && !isCurrent)
    return <EmptyState icon={<ScrollText />} title={copy.otherYear} hint={copy.otherYearHint} />;
  return <EmptyState icon={<ScrollText />} title={copy.empty} hint={mayMake ? copy.emptyHint : copy.emptyTaught} />;
}

function OtherYears({ years, year }: Pick<SetsView, "years" | "year">) {
  const others = years.filter(({ _id }) => _id !== year?._id);
  if (others.length === 0) return null;
  return (
    <Section title={years[0]?._id === year?._id ? copy.earlierYears : copy.otherYears}>
      <ul className="rounded-md border border-line bg-surface">
        {others.map(({ _id, label, sets, isCurrent }) => (
          <li
            key={_id}
            className="group relative flex min-h-11 items-center gap-x-3 border-line border-t px-3.25 py-1.5 text-sm first:border-t-0"
          >
            <Link
              href={isCurrent ? "/admin/report-cards" : `/admin/report-cards?year=${_id}`}
              aria-label={copy.year(label)}
              className="figures wrap-anywhere min-w-0 rounded-sm font-semibold after:absolute after:inset-0 focus-visible:outline-offset-1 group-hover:text-accent group-hover:underline"
            >
              {label}
            </Link>
            {isCurrent && <Badge tone="success">{copy.current}</Badge>}
            <span className="figures ms-auto shrink-0 text-ink-soft">{copy.count(sets)}</span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft group-hover:text-accent" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
