"use client";

import { Inbox } from "lucide-react";
import { useEffect } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PrintedPart } from "@/components/ui/printed-part";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/trpc/client";
import { copy } from "../copy";
import { SubmissionCard } from "./submission-card";
import { listed, useOpenSubmission } from "./use-open-submission";

/** The applications for admission, at most one of them open (spec §2, §4). Needs an ApiProvider round it. */
export function SubmissionList() {
  const { openId, toggle } = useOpenSubmission();
  const list = api.services.list.useInfiniteQuery(listed, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const submissions = list.data?.pages.flatMap((page) => page.items);

  useEffect(() => {
    if (list.error) console.error(list.error);
  }, [list.error]);

  if (list.isPending) return <Loading />;
  if (!submissions) return <Failed />;
  if (submissions.length === 0) {
    return <EmptyState icon={<Inbox />} title={copy.submissionsEmpty} hint={copy.submissionsEmptyHint} />;
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <ul className="grid grid-cols-1 gap-3">
        {submissions.map((submission) => (
          <SubmissionCard
            key={submission._id}
            submission={submission}
            open={submission._id === openId}
            onToggle={() => toggle(submission)}
          />
        ))}
      </ul>
      {list.isFetchNextPageError && <Alert tone="error">{copy.moreFailed}</Alert>}
      {list.hasNextPage && <PrintedPart shown={submissions.length} />}
      {list.hasNextPage && (
        <div className="justify-self-center print:hidden">
          <Button variant="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {copy.showMore}
          </Button>
        </div>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={copy.submissionsLoading} className="grid gap-3">
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  );
}

function Failed() {
  return (
    <Alert
      tone="error"
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {copy.tryAgain}
        </Button>
      }
    >
      {copy.submissionsFailed}
    </Alert>
  );
}
