"use client";

import { Inbox } from "lucide-react";
import { useState } from "react";
import { TableSkeleton } from "@/components/table/table-states";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFrame } from "@/components/ui/list-frame";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { deskCopy } from "../messages-desk";
import { SubmissionCard, submissionColumns } from "./submission-card";
import { listed, useOpenSubmission } from "./use-open-submission";

/** The applications as cards, at most one expanded (spec §2, §4). Needs an ApiProvider as an ancestor. */
export function SubmissionList() {
  const { openId, toggle } = useOpenSubmission();
  const [at] = useState(() => new Date());
  const list = api.services.list.useInfiniteQuery(listed, {
    getNextPageParam: (page) => page.nextCursor,
  });
  const submissions = list.data?.pages.flatMap((page) => page.items);

  return (
    <ListFrame
      // Spec §8: "Try Again" loads the page again.
      list={{ ...list, refetch: async () => window.location.reload() }}
      count={submissions?.length}
      loading={copy.submissionsLoading}
      skeleton={<TableSkeleton label={copy.submissionsLoading} />}
      failed={copy.submissionsFailed}
      empty={<EmptyState icon={<Inbox />} title={copy.submissionsEmpty} hint={copy.submissionsEmptyHint} />}
    >
      <div className="rounded-md border border-line bg-surface">
        <Head />
        <ul className="grid grid-cols-1 divide-y divide-line">
          {submissions?.map((submission) => (
            <SubmissionCard
              key={submission._id}
              submission={submission}
              at={at}
              open={submission._id === openId}
              onToggle={() => toggle(submission)}
            />
          ))}
        </ul>
      </div>
    </ListFrame>
  );
}

const { heads } = deskCopy;

/** Names the columns for the eye only: each card's header names its facts for screen readers. */
function Head() {
  return (
    <div
      aria-hidden
      className="hidden h-9 items-center gap-4 border-line border-b ps-3.25 pe-12 font-semibold text-xs xl:flex"
    >
      <span className="min-w-0 grow basis-0">{heads.child}</span>
      <span className={submissionColumns.parent}>{heads.parent}</span>
      <span className={submissionColumns.class}>{heads.class}</span>
      <span className={submissionColumns.received}>{heads.date}</span>
      <span className={submissionColumns.state}>{heads.state}</span>
      <span className={submissionColumns.due}>{heads.due}</span>
    </div>
  );
}
