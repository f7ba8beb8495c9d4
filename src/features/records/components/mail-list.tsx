"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { MailOpen } from "lucide-react";
import { useState } from "react";
import { useAddress } from "@/components/table/address";
import { FoundCount } from "@/components/table/table-states";
import { useLast } from "@/components/table/use-last";
import { Alert } from "@/components/ui/alert";
import { EmptyState } from "@/components/ui/empty-state";
import { Failed } from "@/components/ui/failed";
import { ListFrame } from "@/components/ui/list-frame";
import { useInUse } from "@/components/ui/use-in-use";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { MailState } from "../schema-states";
import { MailActions } from "./mail-actions";
import { mailCopy } from "./mail-messages";
import { MailNotice } from "./mail-notice";
import { MailOutage } from "./mail-outage";
import { MailSearch, type NamedNotice } from "./mail-search";
import { MailTable } from "./mail-table";
import { MailViews } from "./mail-views";

/** Polling interval while an email waits. */
const glance = 5_000;

const states = Object.keys(copy.mailStates) as MailState[];

/** The emails for the office, with a filter by notice. Needs an ApiProvider as an ancestor. */
export function MailList({ notices }: { notices: readonly NamedNotice[] }) {
  const { choices, go } = useAddress();
  const [person, setPerson] = useState("");
  const often = useInUse() && glance;
  const about = notices.find(({ id }) => id === choices.notice);
  const filter = { ...(about && { about: about.id }), ...(person && { person }) };
  const state = states.find((known) => known === choices.state) ?? "all";
  const summary = api.records.mailSummary.useQuery(filter, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.waiting > 0 ? often : false),
  });
  const list = api.records.listMails.useInfiniteQuery(
    { limit: 20, ...(state !== "all" && { state }), ...filter },
    {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some((page) => page.items.some((mail) => mail.state === "waiting")) ? often : false,
    },
  );
  const { data, stale } = useLast(list);
  const mails = data?.pages.flatMap((page) => page.items);
  const failed = messageOf(list.error, copy.mailsFailed);
  const hasMore = Boolean(data?.pages.at(-1)?.nextCursor);
  const leaves = !summary.data?.folder;
  const isAll = state === "all" && !about && !person;

  return (
    <div className="grid grid-cols-1 gap-4">
      {summary.data?.folder && <MailNotice folder={summary.data.folder} />}
      {summary.data?.outage && <MailOutage outage={summary.data.outage} leaves={leaves} />}
      {summary.data && <MailActions summary={summary.data} filter={filter} isOld={summary.isPlaceholderData} />}
      {summary.data && summary.data.beyondToday > 0 && (
        <Alert tone="info" title={mailCopy.beyondTitle(summary.data.beyondToday)}>
          <p>{mailCopy.beyondText}</p>
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-3">
        <MailViews summary={summary.data} chosen={state} />
        <MailSearch about={about} notices={notices} onPerson={setPerson} onNotice={(notice) => go({ notice })} />
      </div>
      <FoundCount count={mails?.length} hasMore={hasMore} />
      {list.isError && !list.data && mails && <Failed of={list}>{failed}</Failed>}
      <ListFrame
        list={list}
        count={mails?.length}
        loading={copy.mailsLoading}
        failed={failed}
        empty={
          <EmptyState
            icon={<MailOpen />}
            title={isAll ? mailCopy.mailsEmpty : mailCopy.mailsEmptyOfState}
            hint={isAll ? mailCopy.mailsEmptyHint : mailCopy.mailsEmptyOfStateHint}
          />
        }
      >
        <div className={stale === "failed" ? "opacity-60" : undefined}>
          <MailTable mails={mails ?? []} leaves={leaves} isStopped={!!summary.data?.outage} />
        </div>
      </ListFrame>
    </div>
  );
}
