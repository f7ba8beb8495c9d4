"use client";

import { Megaphone, PencilLine } from "lucide-react";
import { PageHeader } from "@/components/site/page-header";
import { useAddress } from "@/components/table/address";
import { Pager } from "@/components/table/pager";
import { FoundCount, NothingFound, TableSkeleton } from "@/components/table/table-states";
import { firstRows, useLast } from "@/components/table/use-last";
import { Views } from "@/components/table/views";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Failed } from "@/components/ui/failed";
import { Link } from "@/components/ui/link";
import { api } from "@/trpc/client";
import { readers } from "../messages-readers";
import { screens as copy } from "../messages-screens";
import { askedOf, onPage } from "../rules";
import type { NoticesPage } from "../schema-office";
import { noticeFilters } from "../schema-states";
import { NoticesTable } from "./notices-table";

type NoticesListProps = {
  /** The rows from the server's render, with their query string. */
  asked: string;
  found: NoticesPage | undefined;
  /** The caller writes only to classes that they teach, not to everybody. */
  isTaught: boolean;
};

/** The notices that the caller may edit, unpublished ones first. */
export function NoticesList({ asked, found, isTaught }: NoticesListProps) {
  const { choices } = useAddress();
  const input = askedOf(choices);
  const list = api.notices.list.useQuery(input, firstRows(asked, input, found));
  const { data: page, stale } = useLast(list, found);
  const actions = (
    <div className="flex gap-x-5 gap-y-1 max-md:w-full max-md:flex-col-reverse md:items-center">
      <Link href="/admin/notices/for-me" className="link inline-flex min-h-11 w-fit items-center text-sm dense:min-h-9">
        {readers.staffTitle}
      </Link>
      <ButtonLink href="/admin/notices/new">
        <PencilLine aria-hidden className="size-4.5" />
        {copy.write}
      </ButtonLink>
    </div>
  );
  return (
    <>
      <PageHeader
        title={copy.title}
        beside={page && page.total > 0 && <span className="figures">{page.total}</span>}
        action={actions}
      />
      <div className="grid grid-cols-1 gap-3">
        {(input.state || page?.total !== 0) && <States chosen={input.state} counts={page?.counts} />}
        <FoundCount count={page?.total} />
        {list.isError && <Failed of={list}>{copy.failed}</Failed>}
        {page && page.held.length > 0 && <Held notices={page.held} />}
        {page && page.items.length > 0 && <NoticesTable notices={page.items} stale={stale} />}
        {page && (page.total > onPage || page.page > 1) && <Pager page={page.page} size={onPage} total={page.total} />}
        {page?.total === 0 &&
          (input.state ? (
            <NothingFound icon={<Megaphone />} title={copy.nothingFound} filters={["state"]} facets={[stateFacet]} />
          ) : (
            <EmptyState
              icon={<Megaphone />}
              title={copy.emptyTitle}
              hint={isTaught ? copy.emptyHintTaught : copy.emptyHint}
            />
          ))}
        {!page && !list.isError && <TableSkeleton label={copy.loading} />}
      </div>
    </>
  );
}

const stateFacet = {
  name: "state",
  label: copy.heads.state,
  options: noticeFilters.map((value) => ({ value, label: copy.states[value] })),
};

type StatesProps = { chosen: string | undefined; counts: NoticesPage["counts"] | undefined };

function States({ chosen, counts }: StatesProps) {
  const states = noticeFilters.filter((state) => state !== "held" || state === chosen || counts?.held);
  return (
    <Views
      label={copy.filter}
      name="state"
      chosen={chosen ?? ""}
      filters={[]}
      views={[
        { value: "", label: copy.allStates, count: counts?.all },
        ...states.map((state) => ({ value: state, label: copy.states[state], count: counts?.[state] })),
      ]}
    />
  );
}

function Held({ notices }: { notices: NoticesPage["held"] }) {
  return (
    <section className="grid grid-cols-1 gap-1 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">
      <h2 className="font-semibold text-sm">{copy.held}</h2>
      <p>{copy.heldHint}</p>
      <ul>
        {notices.map(({ _id, title }) => (
          <li key={_id} className="py-0.5">
            <Link href={`/admin/notices/${_id}`} className="link wrap-anywhere rounded-sm font-semibold">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
