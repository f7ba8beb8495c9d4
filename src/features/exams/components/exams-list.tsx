"use client";

import { NotebookPen, Plus } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/site/page-header";
import { YearLink } from "@/components/site/year-link";
import { useAddress } from "@/components/table/address";
import { classFacet } from "@/components/table/class-facet";
import { FilterBar } from "@/components/table/filter-bar";
import { Pager } from "@/components/table/pager";
import { FoundCount, NothingFound, TableSkeleton } from "@/components/table/table-states";
import { firstRows, useLast } from "@/components/table/use-last";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Failed } from "@/components/ui/failed";
import { lazily } from "@/components/ui/lazily";
import type { Taught } from "@/lib/may";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { statisticsScreens } from "../messages-statistics";
import { askedOf, type ExamGroup, facetNames, isCut } from "../rules";
import type { ExamsPage } from "../schema";
import { examFilters, waitFilters } from "../schema-states";
import type { KnownExam } from "./exam-fields";
import { ExamsTable } from "./exams-table";
import { HeldReleases } from "./held-releases";

const NewExams = lazily(() => import("./new-exams").then((module) => module.NewExams));

const ReleaseTogether = lazily(() => import("./release-together").then((module) => module.ReleaseTogether));

type ExamsListProps = {
  /** The rows from the server's render, with their query string. */
  asked: string;
  found: ExamsPage | undefined;
  /** The announced test for which an exam is to be created. */
  test?: { scheduleId: string; known: KnownExam } | undefined;
  /** The class and section of a new exam, preselected. */
  taught?: KnownExam | undefined;
  /** The classes and subjects that a new exam may have; null for all. */
  places: readonly Taught[] | null;
  mayRelease: boolean;
};

/** The exams of a year grouped by name, with search, filters and pages. */
export function ExamsList({ asked, found, test, taught, places, mayRelease }: ExamsListProps) {
  const { choices } = useAddress();
  const input = askedOf(choices);
  const list = api.exams.list.useQuery(input, firstRows(asked, input, found));
  const [adding, setAdding] = useState<Pick<NonNullable<typeof test>, "known"> | object | undefined>(test);
  const [together, setTogether] = useState<ExamGroup>();
  const { data: page, stale } = useLast(list, found);
  const hasYear = page?.years.length !== 0;
  const filters = ["q", ...facetNames];
  const facets = facetsOf(page, { mayRelease, className: choices.class, hasFailed: list.isError });
  const emptyHint = mayRelease ? copy.emptyHint : `${copy.emptyHint} ${copy.earlierYearHint}`;
  const isFiltering = filters.some((name) => choices[name]);

  return (
    <>
      <PageHeader
        title={copy.title}
        beside={page && <span className="figures">{copy.count(page.total)}</span>}
        action={
          <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:*:grow">
            <ButtonLink href="/admin/results/statistics" variant="secondary">
              {statisticsScreens.year.open}
            </ButtonLink>
            <Button disabled={!hasYear} onClick={() => setAdding({})}>
              <Plus aria-hidden className="size-4.5" />
              {copy.add}
            </Button>
          </div>
        }
      />
      <div className="grid grid-cols-1 gap-3">
        {(isFiltering || page?.total !== 0) && <FilterBar label={copy.filter} search={copy.search} facets={facets} />}
        <FoundCount count={page?.total} />
        {list.isError && <Failed of={list}>{messageOf(list.error, copy.failed)}</Failed>}
        {page && <HeldReleases exams={page.held} />}
        {page && page.items.length > 0 && (
          <ExamsTable exams={page.items} stale={stale} onRelease={mayRelease ? setTogether : undefined} />
        )}
        {page && <Pager page={page.page} size={50} total={page.total} />}
        {page?.total === 0 &&
          (isFiltering ? (
            <NothingFound icon={<NotebookPen />} title={copy.nothingFound} filters={filters} facets={facets} />
          ) : (
            <EmptyState
              icon={<NotebookPen />}
              title={copy.emptyTitle}
              hint={hasYear ? emptyHint : copy.emptyWithoutYear}
              action={!hasYear && <YearLink />}
            />
          ))}
        {!page && !list.isError && <TableSkeleton label={copy.loading} />}
      </div>
      {together && (
        <ReleaseTogether
          name={together.name}
          isCut={page !== undefined && isCut(page, input.limit, together.exams)}
          exams={together.exams.map((exam) => page?.items.find(({ _id }) => _id === exam._id) ?? exam)}
          onClose={() => setTogether(undefined)}
        />
      )}
      {adding && (
        <NewExams
          known={taught}
          places={places}
          {...(adding === test && { known: test?.known, scheduleId: test?.scheduleId })}
          onClose={() => setAdding(undefined)}
        />
      )}
    </>
  );
}

type FacetsAsked = { mayRelease: boolean; className: string | undefined; hasFailed: boolean };

function facetsOf(page: ExamsPage | undefined, { mayRelease, className, hasFailed }: FacetsAsked) {
  const { years, subjects } = page ?? { years: [], subjects: [] };
  const { facets } = copy;
  const year = { name: "year", label: facets.year, options: years.map(({ _id, label }) => ({ value: _id, label })) };
  // Only people who may release can settle exams that came back or are to be released.
  const states = examFilters.filter((value) => mayRelease || value !== "cameBack");
  const waits = waitFilters.filter((value) => mayRelease || value === "marks");
  return [
    // A year of the address that does not exist any more can be cleared here.
    ...(years.length > 1 || hasFailed ? [year] : []),
    classFacet(facets.class, className),
    { name: "subject", label: facets.subject, options: subjects.map((value) => ({ value, label: value })) },
    { name: "state", label: facets.state, options: states.map((value) => ({ value, label: copy.states[value] })) },
    { name: "waits", label: facets.waits, options: waits.map((value) => ({ value, label: copy.waits[value] })) },
  ];
}
