"use client";

import { useState } from "react";
import { api } from "@/trpc/client";
import type { SubmissionView } from "../schema";

export const listed = { limit: 20 };

/** The expanded application, at most one (spec §4). The first time it is opened is recorded. */
export function useOpenSubmission() {
  const [openId, setOpenId] = useState<string>();
  const utils = api.useUtils();
  const markOpened = api.services.markOpened.useMutation({
    onSuccess(_, { id }) {
      // Updated in the cache as well, so that the list need not be reloaded.
      utils.services.list.setInfiniteData(
        listed,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.map((item) => (item._id === id ? { ...item, isNew: false } : item)),
            })),
          },
      );
      void utils.services.countWaiting.invalidate();
    },
  });

  function toggle({ _id, isNew }: SubmissionView) {
    const opens = _id !== openId;
    setOpenId(opens ? _id : undefined);
    if (opens && isNew) markOpened.mutate({ id: _id });
  }

  return { openId, toggle };
}
