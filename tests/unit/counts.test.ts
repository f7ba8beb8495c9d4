import { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { createElement } from "react";
import { expect, it } from "vitest";
import { useDeskChanged } from "@/features/admissions/components/use-desk-changed";
import { useReleaseChanged } from "@/features/exams/components/use-release-changed";
import { useSheetCalls } from "@/features/exams/components/use-sheet-calls";
import { api } from "@/trpc/client";
import { drawn } from "../harness/drawn";

const lists = {
  "exams.list": getQueryKey(api.exams.list, {}, "query"),
  "students.list": getQueryKey(api.students.list, {}, "query"),
  "reportCards.list": getQueryKey(api.reportCards.list, {}, "query"),
  "services.list": getQueryKey(api.services.list, { limit: 20 }, "infinite"),
  "services.desk": getQueryKey(api.services.desk, {}, "query"),
  "services.countViews": getQueryKey(api.services.countViews, undefined, "query"),
};

/** What a hook gives, with its calls answered; `old` names the lists that will be read again when they are next shown. */
function used<Given>(hook: () => Given) {
  let given: Given | undefined;
  function Part() {
    given = hook();
    return null;
  }
  const { asked, queryClient } = drawn(createElement(Part), {
    answers: { "exams.changesSince": null, "exams.saveCells": null },
    known: Object.values(lists).map((key) => [key, {}]),
    queryClient: new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } }),
  });
  const old = () =>
    Object.entries(lists).flatMap(([name, key]) => (queryClient.getQueryState(key)?.isInvalidated ? [name] : []));
  return { given: given as Given, asked, old };
}

it("a saved mark, unlike a check for changes, has the list of exams read again when it is next shown", async () => {
  const { given, asked, old } = used(() => useSheetCalls("1"));
  await given.changes(0);
  expect(old()).toEqual([]);
  await given.save([], new AbortController().signal);
  expect(old()).toEqual(["exams.list"]);
  expect(asked.map(([path]) => path)).toEqual(["exams.changesSince", "exams.saveCells"]);
});

it("a release has the lists of exams, students and report cards read again", () => {
  const { given: changed, old } = used(useReleaseChanged);
  changed();
  expect(old()).toEqual(["exams.list", "students.list", "reportCards.list"]);
});

it("a step of an application has the cards, the desk and its counts read again", () => {
  const { given: changed, old } = used(useDeskChanged);
  changed();
  expect(old()).toEqual(["services.list", "services.desk", "services.countViews"]);
});
