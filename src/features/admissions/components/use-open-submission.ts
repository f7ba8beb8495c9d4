"use client";

import { useState } from "react";
import { api } from "@/trpc/client";
import type { SubmissionView } from "../schema";

/** What the list of applications asks for, a page at a time. */
export const listed = { limit: 20 };

/** The application that is open, at most one (spec §4); that it was opened is noted the first time. */
export function useOpenSubmission() {
  const [openId, setOpenId] = useState<string>();
  const utils = api.useUtils();
  const markOpened = api.services.markOpened.useMutation({
    onSuccess(_, { id }) {
      // Noted here as well, so that the families need not be read again.
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
      void utils.services.countNew.invalidate();
    },
  });

  function toggle({ _id, isNew }: SubmissionView) {
    const opens = _id !== openId;
    setOpenId(opens ? _id : undefined);
    if (opens && isNew) markOpened.mutate({ id: _id });
  }

  return { openId, toggle };
}
