"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";

type PageFilter<Filter> = {
  /** The filter of the page as it was fetched. */
  asked: Filter;
  read: (address: URLSearchParams) => Filter;
  addressOf: (filter: Filter) => string;
};

/** The filter of a public list, kept in the URL; the fields of `form` have the names of the filter. */
export function usePageFilter<Filter extends Record<string, string>>({ asked, read, addressOf }: PageFilter<Filter>) {
  const [filter, setFilter] = useState(asked);
  const form = useRef<HTMLFormElement>(null);

  function change(next: Filter) {
    setFilter(next);
    window.history.replaceState(null, "", addressOf(next));
  }

  const takeOver = useEffectEvent(() => {
    const entered = Object.fromEntries(new FormData(form.current ?? undefined));
    // On a slow connection, a visitor may have chosen before the script loaded.
    if (Object.entries(entered).some(([name, value]) => value !== asked[name])) return change({ ...asked, ...entered });
    // After Back, the router shows the page as it was fetched, while the address has the current filter.
    setFilter(read(new URLSearchParams(window.location.search)));
  });
  useEffect(() => takeOver(), []);

  return { filter, change, form };
}
