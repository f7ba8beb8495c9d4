import { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { createElement } from "react";
import { expect, it } from "vitest";
import { TestsOfClass } from "@/features/schedules/components/tests-of-class";
import { ownListFor } from "@/features/schedules/rules";
import { api } from "@/trpc/client";
import { drawn } from "../harness/drawn";

const test = {
  ...{ _id: "1", className: "Class 7", subject: "Biology", testDate: "2026-12-01", testTime: "10:00" },
  ...{ description: null, sections: [], minutes: 60, room: null, state: "planned" as const },
  ...{ movedFrom: null, reason: null, announcedOn: "2026-11-20" },
};
const closed = [
  { _id: "2", firstDay: "2026-12-10", lastDay: "2026-12-10", kind: "closed" as const, name: "Founder's Day" },
];

const of = { className: "7", section: "A" };

function htmlOf(nextCursor: string | null, queryClient = new QueryClient()): string {
  const props = { of, today: "2026-11-29", found: { items: [test], nextCursor }, closed };
  return drawn(createElement(TestsOfClass, props), { queryClient }).html;
}

it("a list of own tests with more to come has a way to the rest, and shows no closed days after its end", () => {
  expect(htmlOf("1")).toContain("Show more");
  expect(htmlOf("1")).not.toContain("Founder");
  expect(htmlOf(null)).not.toContain("Show more");
  expect(htmlOf(null)).toContain("Founder");
});

it("a list of own tests whose rest could not be read says so", () => {
  const queryClient = new QueryClient();
  const input = ownListFor(of, "2026-11-29");
  const key = getQueryKey(api.schedules.list, input, "infinite");
  queryClient.setQueryData(key, { pages: [{ items: [test], nextCursor: "1" }], pageParams: [undefined] });
  expect(htmlOf("1", queryClient)).not.toContain("Failed to fetch schedules");
  const fetchMeta = { fetchMore: { direction: "forward" as const } };
  queryClient.getQueryCache().find({ queryKey: key })?.setState({ status: "error", error: new Error(), fetchMeta });
  expect(htmlOf("1", queryClient)).toContain("Failed to fetch schedules");
  expect(htmlOf("1", queryClient)).toContain("Show more");
});

it("the own tests and closed days are read again when the tab comes to the front", () => {
  const queryClient = new QueryClient();
  htmlOf(null, queryClient);
  const queries = queryClient.getQueryCache().getAll();
  const again = queries.filter(({ options }) => "refetchOnWindowFocus" in options && options.refetchOnWindowFocus);
  expect(again.map(({ queryKey }) => queryKey[0])).toEqual([
    ["schedules", "list"],
    ["closedDays", "coming"],
  ]);
});
