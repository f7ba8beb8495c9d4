import { QueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SchedulesBrowser, useToday } from "@/features/schedules/components/schedules-browser";
import { callOptions } from "@/trpc/call-options";
import { drawn } from "../harness/drawn";

const tab = vi.hoisted(() => ({ today: "", ends: [] as unknown[], isBack: false }));
// There is no DOM to mount it in. The date is the only text that is kept as a state here.
vi.mock("react", async (actual) => {
  const react = await actual<typeof import("react")>();
  const { useState: kept } = react;
  const set = (next: string) => void Object.assign(tab, { today: next });
  return {
    ...react,
    useState: (first: unknown) => (typeof first === "string" ? [tab.today || first, set] : kept(first)),
    useEffect: (act: () => unknown) => void tab.ends.push(act()),
  };
});
vi.mock("@/lib/back-navigation", () => ({ isBackNavigation: () => tab.isBack }));
vi.mock("@/components/ui/use-page-filter", () => ({
  usePageFilter: ({ asked }: { asked: object }) => ({ filter: asked, change() {}, form: { current: null } }),
}));

const test = {
  ...{ _id: "1", className: "Class 7", subject: "Maths", testDate: "2026-12-05", testTime: "11:00", minutes: 60 },
  ...{ description: null, sections: [], room: null, state: "planned" as const, movedFrom: null, reason: null },
  announcedOn: "2026-11-20",
};
const found = { upcoming: { items: [test], nextCursor: null }, past: { items: [], nextCursor: null } };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-12-03T20:00Z") });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  Object.assign(tab, { today: "", isBack: false });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page, loaded on 4 December, as the tab draws it now. */
function draw() {
  const queryClient = new QueryClient({ defaultOptions: callOptions });
  const asked = { className: "", subject: "" };
  const props = { asked, offered: [7], today: "2026-12-04", found: { ...found, subjects: [], closed: [] } };
  const { html: shown } = drawn(createElement(SchedulesBrowser, props), { queryClient });
  return { shown, queries: queryClient.getQueryCache().getAll() };
}

it("a tab that comes to the front after the institute's midnight counts from the new day and reads its lists", () => {
  expect(draw().shown).toContain("Tomorrow");
  useToday("2026-12-04");
  const days = ["2026-12-03T20:00", "2026-12-04T18:29", "2026-12-04T18:31"].map((time) => {
    vi.setSystemTime(new Date(`${time}Z`));
    document.dispatchEvent(new Event("visibilitychange"));
    return tab.today || "2026-12-04";
  });
  expect(days).toEqual(["2026-12-04", "2026-12-04", "2026-12-05"]);
  const { shown, queries } = draw();
  expect(shown).not.toContain("Tomorrow");
  const lists = queries.filter(({ queryKey }) => JSON.stringify(queryKey).includes("2026-12-05"));
  expect(lists.filter(({ state }) => state.data !== undefined).map(({ queryKey }) => queryKey[0])).toEqual([
    ["closedDays", "coming"],
  ]);
});

it("a page that Back brings again on the next day counts from that day", () => {
  vi.setSystemTime(new Date("2026-12-04T18:31Z"));
  tab.isBack = true;
  draw();
  expect(draw().shown).not.toContain("Tomorrow");
});

it("the day is never before the server's, whatever the tab knows", () => {
  tab.today = "2026-12-04";
  expect(useToday("2026-12-05")).toBe("2026-12-05");
});

it("the tests and closed days are read again when the tab comes to the front", () => {
  const again = draw().queries.filter(
    ({ options }) => "refetchOnWindowFocus" in options && options.refetchOnWindowFocus,
  );
  expect(again.map(({ queryKey }) => queryKey[0])).toEqual([
    ["schedules", "list"],
    ["schedules", "list"],
    ["closedDays", "coming"],
  ]);
});
