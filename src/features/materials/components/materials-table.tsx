"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { FileUp, LibraryBig } from "lucide-react";
import dynamic from "next/dynamic";
import { PageHeader } from "@/components/site/page-header";
import { useAddress } from "@/components/table/address";
import { classFacet } from "@/components/table/class-facet";
import { DataTable } from "@/components/table/data-table";
import type { Facet } from "@/components/table/facet";
import { FilterBar } from "@/components/table/filter-bar";
import { FoundCount, NothingFound, TableSkeleton } from "@/components/table/table-states";
import { useTicks } from "@/components/table/ticks";
import { useLast } from "@/components/table/use-last";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Failed } from "@/components/ui/failed";
import { MoreButton } from "@/components/ui/more-button";
import type { Choices } from "@/lib/list-address";
import { api } from "@/trpc/client";
import { officeCopy as words } from "../messages-office";
import { countOf, mostCounted } from "../rules";
import { officeFilters, officeListFor } from "../rules-office";
import type { MaterialView } from "../schema";
import { materialStates } from "../schema-states";
import { ChosenMaterials } from "./chosen-materials";
import { columns, lineOf } from "./material-columns";
import { OpenMaterial } from "./open-material";

// Loaded lazily, because it needs UploadThing's client.
const ManyUploads = dynamic(() => import("./many-uploads").then((file) => file.ManyUploads));

/** The materials as a table, including expired ones: search, edit, open and delete. */
export function MaterialsTable({ maxMegabytes }: { maxMegabytes: number }) {
  const { choices, hrefWith, go } = useAddress();
  const input = officeListFor(choices);
  const list = api.materials.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const { data, stale } = useLast(list);
  const rows = data?.pages.flatMap(({ items }) => items);
  const ticks = useTicks<MaterialView>(JSON.stringify(input), rows);
  const total = data?.pages[0]?.total;
  const facets = useFacets(choices);
  const isFiltering = officeFilters.some((name) => choices[name]);

  return (
    <>
      <PageHeader
        title={words.title}
        beside={total !== undefined && <span className="figures">{countOf(total)}</span>}
        action={
          // On a phone, the button to choose files is right below.
          <div className="max-md:hidden">
            <ButtonLink href="/admin/upload-materials">
              <FileUp aria-hidden className="size-4.5" />
              {words.upload}
            </ButtonLink>
          </div>
        }
      />
      <div className="grid grid-cols-1 gap-3">
        <ManyUploads maxMegabytes={maxMegabytes} />
        {(isFiltering || total !== 0) && <FilterBar wraps label={words.filter} search={words.search} facets={facets} />}
        <FoundCount count={total && Math.min(total, mostCounted)} hasMore={(total ?? 0) > mostCounted} />
        {list.isError && !list.isFetchNextPageError && <Failed of={list}>{words.failed}</Failed>}
        <ChosenMaterials ticks={ticks} />
        {rows && rows.length > 0 && (
          <DataTable<MaterialView>
            label={words.title}
            rows={rows}
            stale={stale}
            name={{
              head: words.heads.name,
              of: ({ materialName }) => materialName,
              href: ({ _id }) => hrefWith({ edit: _id }),
            }}
            line={lineOf}
            after={columns}
            ticks={ticks}
            mayTick={({ mayRemove }) => mayRemove === true}
          />
        )}
        {rows && rows.length > 0 && <p className="text-ink-soft text-xs">{words.counted}</p>}
        {list.isFetchNextPageError && <Alert tone="error">{words.moreFailed}</Alert>}
        {list.hasNextPage && <MoreButton list={list} shown={rows?.length ?? 0} />}
        {rows?.length === 0 &&
          (isFiltering ? (
            <NothingFound icon={<LibraryBig />} title={words.nothingFound} filters={officeFilters} facets={facets} />
          ) : (
            <EmptyState icon={<LibraryBig />} title={words.none} hint={words.noneHint} />
          ))}
        {!rows && !list.isError && <TableSkeleton label={words.loading} />}
      </div>
      {choices.edit && (
        <OpenMaterial
          key={choices.edit}
          id={choices.edit}
          maxMegabytes={maxMegabytes}
          loaded={rows?.find(({ _id }) => _id === choices.edit)}
          onClose={() => go({ edit: "" })}
        />
      )}
    </>
  );
}

const stateFacet = {
  name: "state",
  label: words.facets.state,
  options: materialStates.map((value) => ({ value, label: words.states[value] })),
};

/** The class and the subject in the URL are offered even if the institute does not have them. */
function useFacets({ class: className, subject: chosen }: Choices): Facet[] {
  const subjects = api.subjects.names.useQuery();
  const names = new Set([...(subjects.data ?? []).map(({ name }) => name), ...(chosen ? [chosen] : [])]);
  const options = [...names].map((value) => ({ value, label: value }));
  return [
    classFacet(words.facets.class, className),
    { name: "subject", label: words.facets.subject, options },
    stateFacet,
  ];
}
