"use client";

import { Inbox } from "lucide-react";
import { useState } from "react";
import { TableSkeleton } from "@/components/table/table-states";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFrame } from "@/components/ui/list-frame";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { SubmissionCard } from "./submission-card";
import { listed, useOpenSubmission } from "./use-open-submission";

/** The applications as cards, at most one expanded (spec §2, §4). Needs an ApiProvider as an ancestor. */
export function SubmissionList() {
  const { openId, toggle } = useOpenSubmission();
  const [at] = useState(() => new Date());
  const list = api.services.list.useInfiniteQuery(listed, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const submissions = list.data?.pages.flatMap((page) => page.items);

  return (
    <ListFrame
      list={list}
      count={submissions?.length}
      loading={copy.submissionsLoading}
      skeleton={<TableSkeleton label={copy.submissionsLoading} />}
      failed={copy.submissionsFailed}
      onRetry={() => window.location.reload()}
      empty={<EmptyState icon={<Inbox />} title={copy.submissionsEmpty} hint={copy.submissionsEmptyHint} />}
    >
      <ul className="grid grid-cols-1 divide-y divide-line rounded-lg border border-line bg-surface">
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
    </ListFrame>
  );
}
