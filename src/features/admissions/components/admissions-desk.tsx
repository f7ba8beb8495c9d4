"use client";

import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/site/page-header";
import { useAddress } from "@/components/table/address";
import { classFacet } from "@/components/table/class-facet";
import { DataTable } from "@/components/table/data-table";
import { FilterBar } from "@/components/table/filter-bar";
import { Highlight } from "@/components/table/highlight";
import { Pager } from "@/components/table/pager";
import { FoundCount, NothingFound, TableSkeleton } from "@/components/table/table-states";
import { useTicks } from "@/components/table/ticks";
import { firstRows, useLast } from "@/components/table/use-last";
import { Views } from "@/components/table/views";
import { useClock } from "@/components/ui/clock";
import { EmptyState } from "@/components/ui/empty-state";
import { Failed } from "@/components/ui/failed";
import { institute } from "@/content/institute";
import type { Choices } from "@/lib/list-address";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { deskCopy } from "../messages-desk";
import { askedOf, dueOf, facetNames, filtersOf, queryOf, type Tab, tabOf, tabs } from "../rules-desk";
import type { DeskPage, DeskRowView, ViewCounts } from "../schema-desk";
import { DeskBulk } from "./desk-bulk";
import { columnsAt } from "./desk-columns";
import { DeskTools } from "./desk-tools";
import { DueLine } from "./due-line";

type AdmissionsDeskProps = {
  /** The rows from the server's render, with their query string. */
  asked: string;
  found: DeskPage | undefined;
  counts: ViewCounts | undefined;
  /** The cards of the plain address, which has no query string. */
  cards: ReactNode;
};

const facetsOf = ({ class: className }: Choices) => [
  classFacet(deskCopy.facets.class, className),
  {
    name: "assigned",
    label: deskCopy.facets.assigned,
    options: (["me", "nobody"] as const).map((value) => ({ value, label: deskCopy.assigned[value] })),
  },
];

/** The applications: as cards, or as a table with views, search, filters, pages and bulk actions. */
export function AdmissionsDesk({ asked, found, counts, cards }: AdmissionsDeskProps) {
  const { choices } = useAddress();
  const tab = tabOf(choices);
  const { data: views } = api.services.countViews.useQuery(undefined, { initialData: counts });
  const isTable = tab !== "cards";
  return (
    <>
      <PageHeader
        title={copy.submissionsTitle}
        beside={views && <span className="figures max-md:hidden">{views.all.toLocaleString("en-IN")}</span>}
        action={<DeskTools filters={filtersOf(choices)} canPrint={isTable} />}
      />
      <div className="grid grid-cols-1 gap-3">
        <Views
          label={deskCopy.views}
          chosen={tab === "cards" ? "" : tab}
          filters={["q", ...facetNames, "sort"]}
          views={tabs.map((one) => ({
            value: one === "cards" ? "" : one,
            label: deskCopy.viewNames[one],
            count: one === "cards" ? undefined : views?.[one],
            urgent: one === "due",
          }))}
        />
        <div className="grid grid-cols-1 print:hidden">
          <FilterBar label={deskCopy.filter} search={deskCopy.search} facets={facetsOf(choices)} wraps />
        </div>
        {tab === "cards" && views && <DueLine counts={views} />}
        {tab === "cards" ? cards : <DeskTable asked={asked} found={found} tab={tab} all={views?.all} />}
      </div>
    </>
  );
}

type DeskTableProps = Pick<AdmissionsDeskProps, "asked" | "found"> & {
  tab: Exclude<Tab, "cards">;
  all: number | undefined;
};

function DeskTable({ asked, found, tab, all }: DeskTableProps) {
  const { choices } = useAddress();
  const input = askedOf(choices);
  const list = api.services.desk.useQuery(input, firstRows(asked, input, found));
  const { data: page, stale } = useLast(list, found);
  const clock = useClock();
  const ticks = useTicks<DeskRowView>(JSON.stringify(filtersOf(choices)), page?.items);
  const at = page?.at ?? new Date(0);
  const line = (row: DeskRowView) => {
    const { tone, text } = dueOf(row, { at, timeZone: institute.timeZone, clock });
    return `${deskCopy.className(row.givenClass ?? row.selectedClass)} · ${tone === "late" ? deskCopy.overdue(text) : text}`;
  };
  const isFiltering = ["q", ...facetNames].some((name) => choices[name]);
  return (
    <>
      {list.isError && <Failed of={list}>{copy.submissionsFailed}</Failed>}
      <FoundCount count={page?.total} />
      <DeskBulk ticks={ticks} />
      {page && page.items.length > 0 && (
        <>
          <p className="hidden text-ink-soft text-sm print:block">{deskCopy.viewNames[tab]}</p>
          <DataTable<DeskRowView>
            label={copy.submissionsTitle}
            rows={page.items}
            stale={stale}
            sorted="due"
            name={{
              head: deskCopy.heads.child,
              sort: "name",
              of: ({ name }) => name,
              href: ({ _id }) => `/admin/get-info/${_id}${queryOf(choices)}`,
              show: ({ name }) => <Highlight text={name} search={choices.q ?? ""} />,
            }}
            line={line}
            ticks={ticks}
            after={columnsAt(at)}
          />
        </>
      )}
      {page && <Pager page={page.page} size={input.limit} total={page.total} />}
      {page?.total === 0 && <Nothing isFiltering={isFiltering} tab={tab} all={all} />}
      {!page && !list.isError && <TableSkeleton label={deskCopy.loading} />}
    </>
  );
}

function Nothing({ isFiltering, tab, all }: { isFiltering: boolean; tab: Tab; all: number | undefined }) {
  const { choices } = useAddress();
  if (isFiltering)
    return (
      <NothingFound
        icon={<Inbox />}
        title={deskCopy.nothingFound}
        filters={["q", ...facetNames]}
        facets={facetsOf(choices)}
      />
    );
  if (all === 0) return <EmptyState icon={<Inbox />} title={copy.submissionsEmpty} hint={copy.submissionsEmptyHint} />;
  return <p className="py-4 text-ink-soft">{tab === "due" ? deskCopy.nothingDue : deskCopy.nothingHere}</p>;
}
