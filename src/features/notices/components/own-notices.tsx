"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { BadgeCheck, ChevronRight, Megaphone, Paperclip, Pin } from "lucide-react";
import { useAddress } from "@/components/table/address";
import { Pager } from "@/components/table/pager";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/clock";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { ListFrame } from "@/components/ui/list-frame";
import { shownDateHere } from "@/content/institute";
import { pageAsked } from "@/lib/list-address";
import { listed } from "@/lib/listed";
import { api } from "@/trpc/client";
import { readers as copy } from "../messages-readers";
import { onPage } from "../rules";
import { plainOf } from "../rules-text";
import type { OwnNoticesPage, OwnNoticeView } from "../schema";

type OwnNoticesProps = {
  asked: number;
  found: OwnNoticesPage | undefined;
  /** The path of the list; each notice is below it. */
  path: string;
  /** The text for an empty list. */
  hint: string;
};

/** The notices of the caller, with links. */
export function OwnNotices({ asked, found, path, hint }: OwnNoticesProps) {
  const page = pageAsked(useAddress().choices.page);
  const list = api.notices.mine.useQuery(
    { page, limit: onPage },
    { placeholderData: keepPreviousData, ...(page === asked && found && { initialData: found }) },
  );
  const empty = <EmptyState icon={<Megaphone />} title={copy.emptyTitle} hint={hint} />;
  const total = list.data?.total ?? 0;
  return (
    <ListFrame
      list={list}
      // A page beyond the last one is not an empty list: the last one replaces it.
      count={list.data?.total}
      loading={copy.loading}
      failed={copy.loadFailed}
      empty={empty}
    >
      {list.data && list.data.items.length > 0 && (
        <ul className="grid grid-cols-1 divide-y divide-line rounded-lg border border-line bg-surface">
          {list.data.items.toSorted(byUrgency).map((notice) => (
            <Row key={notice._id} notice={notice} path={path} />
          ))}
        </ul>
      )}
      {(total > onPage || page > 1) && <Pager page={page} size={onPage} total={total} />}
    </ListFrame>
  );
}

const awaitsConfirmation = ({ state, mustConfirm, of }: OwnNoticeView) =>
  state === "published" && mustConfirm && of.some(({ confirmedAt }) => confirmedAt === null);

/** Notices to confirm come first on their page. */
const byUrgency = (a: OwnNoticeView, b: OwnNoticeView) => Number(awaitsConfirmation(b)) - Number(awaitsConfirmation(a));

function Row({ notice, path }: { notice: OwnNoticeView; path: string }) {
  const { _id, title, publishedAt, pinned, isNew, state, of, blocks, files } = notice;
  const [begins] = plainOf(blocks);
  const names = of.flatMap(({ name }) => name ?? []);
  const isLeft = awaitsConfirmation(notice);
  return (
    <li className="relative flex items-center gap-4 px-4 py-3.5 first:rounded-t-lg last:rounded-b-lg hover:bg-sunken sm:px-5">
      <div className="grid min-w-0 grow grid-cols-1 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
          {isLeft && (
            <Badge tone="warning">
              <BadgeCheck aria-hidden />
              {copy.toConfirm}
            </Badge>
          )}
          {isNew && !isLeft && <Badge>{copy.isNew}</Badge>}
          {state === "withdrawn" && <Badge tone="neutral">{copy.withdrawn}</Badge>}
          {state === "takenBack" && <Badge tone="neutral">{copy.takenBack}</Badge>}
          {pinned && state === "published" && (
            <Pin role="img" aria-label={copy.pinned} className="size-4 text-accent" />
          )}
          <span className="max-sm:hidden">
            <Moment at={publishedAt} />
          </span>
          <time dateTime={publishedAt.toISOString()} className="figures sm:hidden">
            {shownDateHere(publishedAt)}
          </time>
          {names.length > 0 && <span className="wrap-anywhere">{copy.of(listed(names))}</span>}
          {files.length > 0 && <Paperclip role="img" aria-label={copy.withFiles} className="size-4" />}
        </p>
        <h2 dir="auto" className="wrap-anywhere text-lg">
          <Link
            href={`${path}/${_id}`}
            className="rounded-sm after:absolute after:inset-0 hover:text-accent hover:underline"
          >
            {title}
          </Link>
        </h2>
        {begins && (
          <p dir="auto" className="line-clamp-2 max-w-text text-ink-soft text-sm">
            {begins}
          </p>
        )}
      </div>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft rtl:rotate-180" />
    </li>
  );
}
