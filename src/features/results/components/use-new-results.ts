"use client";

import { useEffect, useState } from "react";
import { api } from "@/trpc/client";
import type { MyResultView } from "../schema";

/**
 * Which results were new when this page first showed them. Once the page is visible they are marked as read: the badge in
 * the sidebar disappears, while this page shows them as new until it is left (decision 16).
 */
export function useNewResults(results: MyResultView[] | undefined, childId?: string): ReadonlySet<string> {
  const [noticed, setNoticed] = useState<ReadonlySet<string>>(new Set());
  const found = results?.filter(({ _id, isNew }) => isNew && !noticed.has(_id)) ?? [];
  if (found.length > 0) setNoticed(new Set([...noticed, ...found.map(({ _id }) => _id)]));

  const utils = api.useUtils();
  const { mutate } = api.results.markRead.useMutation({
    onSuccess(_, { ids }) {
      utils.results.mine.setData(childId === undefined ? undefined : { studentId: childId }, (kept) =>
        kept?.map((result) => (ids.includes(result._id) ? { ...result, isNew: false, isUnseen: false } : result)),
      );
      // A correction does not count as new.
      const counted = ids.filter((id) => noticed.has(id)).length;
      if (counted === 0) return;
      const fewer = (count: number) => Math.max(0, count - counted);
      if (childId === undefined) {
        utils.results.unread.setData(undefined, (count = 0) => fewer(count));
        return;
      }
      utils.guardians.children.setData(undefined, (children) =>
        children?.map((child) => (child._id === childId ? { ...child, unread: fewer(child.unread) } : child)),
      );
      void utils.guardians.overview.invalidate();
    },
  });

  useEffect(() => {
    const ids = results?.flatMap(({ _id, isUnseen }) => (isUnseen ? [_id] : [])) ?? [];
    if (ids.length === 0) return;
    return whenVisible(() => mutate({ ids, ...(childId !== undefined && { studentId: childId }) }));
  }, [results, mutate, childId]);

  return noticed;
}

/** Calls `work` once the page is visible, because a tab can be opened in the background. Returns a function to cancel it. */
function whenVisible(work: () => void): () => void {
  const look = () => {
    if (document.visibilityState !== "visible") return;
    document.removeEventListener("visibilitychange", look);
    work();
  };
  document.addEventListener("visibilitychange", look);
  look();
  return () => document.removeEventListener("visibilitychange", look);
}
