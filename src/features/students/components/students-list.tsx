"use client";

import { Users } from "lucide-react";
import type { ReactNode } from "react";
import { YearLink } from "@/components/site/year-link";
import { useAddress } from "@/components/table/address";
import { DataTable } from "@/components/table/data-table";
import type { Facet } from "@/components/table/facet";
import { FilterBar } from "@/components/table/filter-bar";
import { Highlight } from "@/components/table/highlight";
import { Pager } from "@/components/table/pager";
import { FoundCount, NothingFound, TableSkeleton } from "@/components/table/table-states";
import { useTicks } from "@/components/table/ticks";
import { firstRows, useLast } from "@/components/table/use-last";
import { Views } from "@/components/table/views";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Failed } from "@/components/ui/failed";
import { dateHere } from "@/content/institute";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import {
  askedOf,
  clearedByView,
  countOf,
  dayOfList,
  facetNames,
  isPast,
  openFacets,
  queryOf,
  type StudentsView,
  viewOf,
  views,
} from "../rules";
import type { ChosenView, StudentRowView, StudentsPage } from "../schema-list";
import { columns, lineOf, rollColumn } from "./student-columns";
import { studentFacets } from "./student-facets";
import { StudentMenu } from "./student-menu";
import { StudentsBulk } from "./students-bulk";
import { StudentsHead } from "./students-head";

type StudentsListProps = {
  /** The rows from the server's render, with their query string. */
  asked: string;
  found: StudentsPage | undefined;
  years: readonly { _id: string; label: string; firstDay: string }[];
  currentYear: string | null;
  /** The menu's action that prints the letters of a class, from another room. */
  letters: ReactNode;
  /** The menu's action that numbers a class, from another room. */
  numbers: ReactNode;
  /** Bulk actions of other rooms. */
  bulk?: ReactNode;
};

/** The roster with views, search, filters and pages. The server's HTML contains the rows. */
export function StudentsList({ asked, found, years, currentYear, letters, numbers, bulk }: StudentsListProps) {
  const { choices } = useAddress();
  const input = askedOf(choices);
  const { page: _page, limit: _limit, sort, direction, ...filters } = input;
  const list = api.students.list.useQuery(input, firstRows(asked, input, found));
  const { data: page, stale } = useLast(list, found);
  const ticks = useTicks<ChosenView>(JSON.stringify(filters), page?.items);
  const view = viewOf(choices);
  const open: readonly string[] = openFacets(view);
  const facets = studentFacets(years, page?.sections ?? [], input.class).filter(({ name }) => open.includes(name));
  const isFiltering = ["q", ...open].some((name) => choices[name]);
  const year = input.year ?? currentYear;
  const day = dayOfList(years, year, dateHere(new Date()));
  const past = isPast(years, input.year, currentYear);
  const isNew = page?.views.all === 0 && !isFiltering && view === "all";

  return (
    <>
      <StudentsHead page={page} input={input} day={day}>
        {letters}
        {!past && numbers}
      </StudentsHead>
      <div className="grid grid-cols-1 gap-3">
        <Views
          label={copy.views}
          chosen={view === "all" ? "" : view}
          filters={clearedByView}
          // A view without students is hidden, unless it is chosen.
          views={views
            .filter((value) => value === "all" || value === view || countOf(page, value) !== 0)
            .map((value) => ({
              value: value === "all" ? "" : value,
              label: copy.viewNames[value],
              count: countOf(page, value),
            }))}
        />
        {!isNew && (
          <FilterBar
            wraps
            isFull
            label={copy.filter}
            search={copy.search}
            placeholder={copy.searchHint}
            facets={facets}
          />
        )}
        <FoundCount count={page?.total} />
        {list.isError && <Failed of={list}>{copy.failed}</Failed>}
        <StudentsBulk
          ticks={ticks}
          filters={filters}
          order={{ sort, direction }}
          year={year ?? undefined}
          day={day}
          isPast={past}
          total={page?.total ?? 0}
        >
          {bulk}
        </StudentsBulk>
        {page && page.items.length > 0 && (
          <DataTable<StudentRowView>
            label={copy.title}
            rows={page.items}
            stale={stale}
            sorted="name"
            before={[rollColumn]}
            name={{
              head: copy.heads.name,
              sort: "name",
              of: (row) => row.name,
              href: (row) => `/admin/students/${row._id}${queryOf(choices)}`,
              show: (row) => <NameOf row={row} search={choices.q ?? ""} />,
            }}
            line={lineOf}
            ticks={ticks}
            after={columns}
            menu={(row) => <StudentMenu row={row} query={queryOf(choices)} />}
          />
        )}
        {page && <Pager page={page.page} size={input.limit} total={page.total} />}
        {page?.total === 0 && (
          <Nothing {...{ isNew, isFiltering, view, facets }} hasYear={years.length > 0} search={choices.q} />
        )}
        {!page && !list.isError && <TableSkeleton label={copy.loading} />}
      </div>
    </>
  );
}

/** Highlights matches; during a search, former names are shown, because one of them may match. */
function NameOf({ row: { name, otherNames }, search }: { row: StudentRowView; search: string }) {
  return (
    <>
      <Highlight text={name} search={search} />
      {search && otherNames[0] && (
        <span className="font-normal text-ink-soft">
          {" "}
          <Highlight text={otherNames[0]} search={search} />
        </span>
      )}
    </>
  );
}

type NothingProps = {
  isNew: boolean;
  hasYear: boolean;
  isFiltering: boolean;
  view: StudentsView;
  facets: readonly Facet[];
  search: string | undefined;
};

function Nothing({ isNew, hasYear, isFiltering, view, facets, search }: NothingProps) {
  if (isFiltering)
    return (
      <NothingFound
        icon={<Users />}
        title={search ? copy.nobody(search) : copy.nobodyFilter}
        filters={["q", ...facetNames]}
        facets={facets}
      />
    );
  const done = {
    "not-placed": copy.doneNotPlaced,
    "no-login": copy.doneNoLogin,
    "no-guardian": copy.doneNoGuardian,
    proposed: copy.doneProposed,
  };
  if (view !== "all") return <p className="py-4 text-ink-soft">{done[view]}.</p>;
  if (!isNew) return null;
  return (
    <EmptyState
      icon={<Users />}
      title={copy.emptyTitle}
      hint={hasYear ? copy.emptyHint : copy.emptyWithoutYear}
      action={
        hasYear ? (
          <ButtonLink href="/admin/import" variant="secondary">
            {copy.importFirst}
          </ButtonLink>
        ) : (
          <YearLink />
        )
      }
    />
  );
}
