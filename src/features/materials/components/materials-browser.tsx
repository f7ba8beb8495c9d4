"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { FileSearch } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Failed } from "@/components/ui/failed";
import { PrintedPart } from "@/components/ui/printed-part";
import { SubjectChips } from "@/components/ui/subject-chips";
import { passFocusDown } from "@/components/ui/take-focus";
import { usePageFilter } from "@/components/ui/use-page-filter";
import { useScrollRestoration } from "@/components/ui/use-scroll-restoration";
import { forgetAccount, useAccount } from "@/lib/account";
import { classOf } from "@/lib/classes";
import type { SubjectCounts } from "@/lib/fields";
import { cachedPages, useCachedPages } from "@/trpc/cached-pages";
import { api } from "@/trpc/client";
import { copy, countLine } from "../messages";
import { countOf, nextCount } from "../rules";
import type { MaterialsPage, MaterialView } from "../schema";
import { type Filter, MaterialFilter } from "./material-filter";
import { MaterialList } from "./material-list";
import { MaterialSkeletons } from "./material-skeletons";
import { MorePages } from "./more-pages";

const pageSize = 24;

// Only for staff.
const DeleteMaterial = lazy(() => import("./delete-material").then((module) => ({ default: module.DeleteMaterial })));

type MaterialsBrowserProps = {
  /** The filter in the query string. */
  asked: Filter;
  /** The classes that materials can have. */
  known: readonly number[];
  /** The cursor in the query string; absent for the first page. */
  cursor: string | undefined;
  /** The server's result; absent if the query failed. */
  found?: { page: MaterialsPage; classes: string[]; subjects: SubjectCounts } | undefined;
  /** The institute's date. */
  today: string;
};

/** The study materials with their search (spec §2). The server's HTML already contains the first page. */
export function MaterialsBrowser({ asked, known, cursor, found, today }: MaterialsBrowserProps) {
  const read = (address: URLSearchParams) => ({
    q: address.get("q") ?? "",
    className: String(classOf(address.get("className"), known) ?? ""),
    subject: address.get("subject") ?? "",
  });
  const { filter, change, form } = usePageFilter({ asked, read, addressOf });
  const [doomed, setDoomed] = useState<MaterialView>();
  const mayManage = useAccount()?.rights?.includes("teaching");
  const settled = useSettled({ ...filter, q: filter.q.trim() });
  const isFiltering = Object.values(settled).some(Boolean);

  const input = {
    limit: pageSize,
    ...(settled.q && { q: settled.q }),
    ...(settled.className && { className: settled.className }),
    ...(settled.subject && { subject: settled.subject }),
    ...(mayManage && { includeExpired: true }),
  };
  const isAsked = !mayManage && addressOf(settled) === addressOf(asked);
  // Do not cache what staff see: it would outlive their login.
  const kept = mayManage ? undefined : cachedPages("materials", input, isAsked ? found?.page : undefined, cursor);
  const list = api.materials.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    ...kept,
  });
  useCachedPages("materials", input, mayManage || list.isPlaceholderData ? undefined : list.data);
  useScrollRestoration();
  const classes = api.materials.classes.useQuery(mayManage ? { includeExpired: true } : undefined, {
    placeholderData: found?.classes,
    ...(!mayManage && found && { initialData: found.classes }),
  });

  const ofClass = settled.className === asked.className ? found : undefined;
  const subjects = api.materials.subjects.useQuery(settled.className ? { className: settled.className } : {}, {
    placeholderData: keepPreviousData,
    initialData: ofClass?.subjects,
  });

  useEffect(() => {
    // The account that this browser remembers has lost its rights: start again with what visitors see.
    if (mayManage && list.error?.data?.code === "FORBIDDEN") forgetAccount();
  }, [list.error, mayManage]);

  const materials = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const told = countLine(countOf(total), settled);
  const [line, setLine] = useState(told);
  // The previous filter's count line stays with its rows until the new rows arrive.
  if (list.data && !list.isPlaceholderData && line !== told) setLine(told);
  // After a cursor, the number of earlier materials is unknown.
  const next = list.data?.pageParams[0] ? undefined : nextCount(total, materials.length, pageSize);
  const more = next === undefined ? copy.showMore : copy.showNext(next);

  return (
    <div className="grid grid-cols-1 gap-4">
      <MaterialFilter form={form} filter={filter} classes={classes.data ?? []} onChange={change} />
      <SubjectChips
        label={copy.subjects}
        all={copy.allSubjects}
        subjects={subjects.data ?? []}
        chosen={filter.subject}
        asked={asked.subject}
        // The list for staff contains expired materials, too.
        counted={!settled.q && !mayManage}
        hrefOf={(subject) => addressOf({ ...filter, subject })}
        onChoose={(subject) => change({ ...filter, subject })}
      />
      {list.isError && !list.data ? (
        <Failed of={list}>{copy.loadFailed}</Failed>
      ) : list.isPending ? (
        <>
          <noscript>
            <Alert tone="error">{copy.loadFailed}</Alert>
          </noscript>
          <MaterialSkeletons />
        </>
      ) : (
        <>
          <p role="status" className="break-words text-ink-soft text-sm">
            {line}
          </p>
          {materials.length === 0 ? (
            <EmptyState
              icon={<FileSearch />}
              title={copy.empty}
              hint={isFiltering ? copy.emptyWhenFiltering : copy.emptyOtherwise}
            />
          ) : (
            <MaterialList
              materials={materials}
              today={today}
              busy={list.isPlaceholderData}
              deletionOf={(material) => (mayManage && material.mayRemove ? () => setDoomed(material) : undefined)}
            />
          )}
          {list.hasNextPage && <PrintedPart shown={materials.length} total={countOf(total)} />}
          <MorePages filter={asked} hasFirst={!cursor} next={found?.page.nextCursor} more={more} />
          {list.isFetchNextPageError && <Alert tone="error">{copy.loadFailed}</Alert>}
          {list.hasNextPage && (
            <div className="justify-self-center noscript:hidden print:hidden">
              <Button
                key={materials.length}
                ref={passFocusDown}
                variant="secondary"
                busy={list.isFetchingNextPage}
                onClick={() => list.fetchNextPage()}
              >
                {more}
              </Button>
            </div>
          )}
        </>
      )}
      {mayManage && (
        <Suspense>
          <DeleteMaterial material={doomed} onClose={() => setDoomed(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function addressOf(filter: Filter): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value.trim()));
  return `/study-materials${query.size > 0 ? `?${query}` : ""}`;
}

/** A filter that applies immediately, but debounces typing. */
function useSettled(filter: Filter): Filter {
  const [q, setQ] = useState(filter.q);
  useEffect(() => {
    const timer = setTimeout(() => setQ(filter.q), 250);
    return () => clearTimeout(timer);
  }, [filter.q]);
  return { ...filter, q };
}
