"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { Download, FileUp, LibraryBig } from "lucide-react";
import dynamic from "next/dynamic";
import { PageHeader } from "@/components/site/page-header";
import { useAddress } from "@/components/table/address";
import { type Column, DataTable } from "@/components/table/data-table";
import { FilterBar } from "@/components/table/filter-bar";
import { FailedBar, NothingFound, TableSkeleton } from "@/components/table/table-states";
import { useTicks } from "@/components/table/ticks";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { institute } from "@/content/institute";
import { classes } from "@/lib/classes";
import { dateIn, shownDate } from "@/lib/dates";
import { shownSize } from "@/lib/file-kinds";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { officeCopy as words } from "../messages-office";
import { countOf, endsSoon, hasExpired, officeListFor } from "../rules";
import type { MaterialView } from "../schema";
import { ChosenMaterials } from "./chosen-materials";
import { OpenMaterial } from "./open-material";

// Loaded lazily, because it needs UploadThing's client.
const ManyUploads = dynamic(() => import("./many-uploads").then((file) => file.ManyUploads));

const { heads } = words;

/** The materials as a table, including expired ones: search, edit, open and delete. */
export function MaterialsTable({ maxMegabytes }: { maxMegabytes: number }) {
  const { choices, hrefWith, go } = useAddress();
  const input = officeListFor(choices);
  const list = api.materials.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const ticks = useTicks<MaterialView>(JSON.stringify(input));
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const total = list.data?.pages[0]?.total;
  const isFiltering = Boolean(choices.q || choices.class);

  return (
    <>
      <PageHeader
        title={words.title}
        beside={total !== undefined && <span className="figures">{countOf(total)}</span>}
        action={
          <ButtonLink href="/admin/upload-materials">
            <FileUp aria-hidden className="size-4.5" />
            {words.upload}
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-1 gap-3">
        <ManyUploads maxMegabytes={maxMegabytes} />
        {(isFiltering || total !== 0) && (
          <FilterBar
            wraps
            label={words.filter}
            search={words.search}
            facets={[
              {
                name: "class",
                label: words.class,
                options: classes.map((number) => ({ value: String(number), label: words.className(String(number)) })),
              },
            ]}
          />
        )}
        {list.isError && (
          <FailedBar busy={list.isFetching} onRetry={() => void list.refetch()}>
            {words.failed}
          </FailedBar>
        )}
        <ChosenMaterials ticks={ticks} />
        {rows && rows.length > 0 && (
          <DataTable<MaterialView>
            label={words.title}
            rows={rows}
            stale={list.isPlaceholderData}
            name={{
              head: heads.name,
              of: ({ materialName }) => materialName,
              href: ({ _id }) => hrefWith({ edit: _id }),
            }}
            line={lineOf}
            after={columns}
            ticks={ticks}
          />
        )}
        {rows && rows.length > 0 && <p className="text-ink-soft text-xs">{words.counted}</p>}
        {list.hasNextPage && (
          <div className="justify-self-center">
            <Button variant="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {copy.showMore}
            </Button>
          </div>
        )}
        {rows?.length === 0 &&
          (isFiltering ? (
            <NothingFound icon={<LibraryBig />} title={words.nothingFound} filters={["q", "class"]} />
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

/** What a phone shows of a material below its name; other ends and starts are badges. */
function lineOf({ className, subject, fileSize, downloads = 0, ...times }: MaterialView): string {
  const end = farEndOf(times);
  const facts = [subject, ...(end ? [words.untilDay(dayOf(end))] : []), shownSize(fileSize)];
  return [words.className(className), ...facts, words.downloads(downloads)].join(" · ");
}

const columns: readonly Column<MaterialView>[] = [
  { name: heads.class, from: "md", cell: ({ className }) => words.className(className) },
  {
    name: heads.subject,
    from: "lg",
    // So that the name has room: two lines at most.
    cell: ({ subject }) => (
      <span className="line-clamp-2 w-max max-w-40 whitespace-normal wrap-anywhere">{subject}</span>
    ),
  },
  {
    name: heads.uploaded,
    from: "xl",
    cell: ({ uploadedAt, uploadedBy }) => (
      <span title={uploadedBy ?? copy.formerColleague} className="text-ink-soft text-xs">
        {shownDate(dateIn(institute.timeZone, uploadedAt))}
        <span className="sr-only">, {uploadedBy ?? copy.formerColleague}</span>
      </span>
    ),
  },
  { name: heads.until, cell: (material) => <Until {...material} /> },
  { name: heads.size, from: "md", numeric: true, cell: ({ fileSize }) => shownSize(fileSize) },
  { name: heads.downloads, from: "lg", numeric: true, cell: ({ downloads = 0 }) => downloads.toLocaleString("en-IN") },
  {
    name: heads.file,
    from: "md",
    cell: ({ materialName, pdfFile }) => (
      <a
        href={pdfFile}
        target="_blank"
        rel="noopener"
        title={words.open}
        aria-label={`${words.open}: ${materialName}`}
        className="-my-1 -ms-1.5 inline-grid size-9 place-items-center rounded-sm align-middle text-ink-soft hover:bg-sunken hover:text-ink focus-visible:outline-offset-1 dense:size-7.5"
      >
        <Download aria-hidden className="size-4.5" />
      </a>
    ),
  },
];

/** A short date for a badge; the year only if it is another one. */
function dayOf(moment: Date): string {
  const [day, now] = [moment, new Date()].map((at) => dateIn(institute.timeZone, at));
  const shown = shownDate(day ?? "");
  return day?.slice(0, 4) === now?.slice(0, 4) ? shown.replace(/,? \d{4}$/, "") : shown;
}

type Times = Pick<MaterialView, "expiresAt" | "availableFrom">;

/** The end of what is available now, unless it is near or over. */
function farEndOf({ expiresAt, availableFrom }: Times): Date | null {
  return availableFrom || !expiresAt || endsSoon(expiresAt, new Date()) ? null : expiresAt;
}

function Until({ expiresAt, availableFrom }: Times) {
  if (availableFrom) return <Badge>{words.startsOn(dayOf(availableFrom))}</Badge>;
  if (expiresAt === null) return <span className="text-ink-soft max-md:hidden">{words.always}</span>;
  const day = dayOf(expiresAt);
  if (hasExpired(expiresAt, new Date())) return <Badge tone="danger">{words.expiredOn(day)}</Badge>;
  if (endsSoon(expiresAt, new Date())) return <Badge tone="warning">{words.endsOn(day)}</Badge>;
  return <span className="max-md:hidden">{words.untilDay(day)}</span>;
}
