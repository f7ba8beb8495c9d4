import { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { useDeskChanged } from "@/features/admissions/components/use-desk-changed";
import { useReleaseChanged } from "@/features/exams/components/use-release-changed";
import { useSheetCalls } from "@/features/exams/components/use-sheet-calls";
import { api } from "@/trpc/client";

const lists = {
  "exams.list": getQueryKey(api.exams.list, {}, "query"),
  "students.list": getQueryKey(api.students.list, {}, "query"),
  "reportCards.list": getQueryKey(api.reportCards.list, {}, "query"),
  "services.list": getQueryKey(api.services.list, { limit: 20 }, "infinite"),
  "services.desk": getQueryKey(api.services.desk, {}, "query"),
  "services.countViews": getQueryKey(api.services.countViews, undefined, "query"),
};

/** What a hook gives, and which lists, all read before, are read again when they are next shown. Each call is answered. */
function used<Given>(hook: () => Given) {
  const asked: string[] = [];
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  const client = api.createClient({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            asked.push(op.path);
            observer.next({ result: { type: "data", data: null } });
            observer.complete();
          }),
    ],
  });
  for (const key of Object.values(lists)) queryClient.setQueryData(key, {});
  let given: Given | undefined;
  const children = createElement(function Part() {
    given = hook();
    return null;
  });
  renderToStaticMarkup(createElement(api.Provider, { client, queryClient, children }));
  const old = () =>
    Object.entries(lists).flatMap(([name, key]) => (queryClient.getQueryState(key)?.isInvalidated ? [name] : []));
  return { given: given as Given, asked, old };
}

it("a saved mark makes the list of exams be read again when it is shown, and nothing before", async () => {
  const { given, asked, old } = used(() => useSheetCalls("1"));
  await given.changes(0);
  expect(old()).toEqual([]);
  await given.save([], new AbortController().signal);
  expect(old()).toEqual(["exams.list"]);
  expect(asked).toEqual(["exams.changesSince", "exams.saveCells"]);
});

it("a release makes the lists of exams, of students and of report cards be read again", () => {
  const { given: changed, old } = used(useReleaseChanged);
  changed();
  expect(old()).toEqual(["exams.list", "students.list", "reportCards.list"]);
});

it("a step of an application makes the cards, the desk and its counts be read again", () => {
  const { given: changed, old } = used(useDeskChanged);
  changed();
  expect(old()).toEqual(["services.list", "services.desk", "services.countViews"]);
});
