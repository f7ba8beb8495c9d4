import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SchedulesBrowser } from "@/features/schedules/components/schedules-browser";
import { show } from "../harness/screen";

const test = {
  ...{ _id: "1", className: "Class 7", subject: "Maths", testTime: "11:00", minutes: 60 },
  ...{ description: null, sections: [], room: null, state: "planned" as const, movedFrom: null, reason: null },
  announcedOn: "2026-11-20",
};
const foundOn = (testDate: string) => ({
  upcoming: { items: [{ ...test, testDate }], nextCursor: null },
  past: { items: [], nextCursor: null },
  subjects: [],
  closed: [{ _id: "1", name: "Diwali", kind: "closed" as const, firstDay: testDate, lastDay: testDate }],
});

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-12-03T20:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** The page, with a test on 5 December or another day, as the server drew it on a day. */
function open(today: string, { at = "/", testDate = "2026-12-05" } = {}) {
  const asked = { className: "", subject: "" };
  return show(<SchedulesBrowser asked={asked} offered={[7]} today={today} found={foundOn(testDate)} />, { at });
}

/** Brings the tab to the front at a moment. */
function look(at: string) {
  vi.setSystemTime(new Date(at));
  act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}

it("a tab that comes to the front after the institute's midnight counts from the new day and reads its lists", () => {
  // The lists of a day that another test has read would not be loading.
  const { inputs } = open("2026-12-11", { testDate: "2026-12-12" });
  for (const time of ["2026-12-10T20:00Z", "2026-12-11T18:29Z"]) {
    look(time);
    screen.getByText("Tomorrow");
  }
  look("2026-12-11T18:31Z");
  expect(screen.queryByText("Tomorrow")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("Loading schedules...");
  expect(inputs("schedules.list")).toMatchObject([{ from: "2026-12-12" }, { before: "2026-12-12" }]);
  screen.getByText(/Diwali/);
});

it("a page that Back brings again on the next day counts from that day", () => {
  vi.setSystemTime(new Date("2026-12-04T18:31Z"));
  window.history.replaceState(null, "", "/show-schedule");
  window.dispatchEvent(new Event("popstate"));
  open("2026-12-04", { at: "/show-schedule" });
  screen.getAllByText("Today");
  expect(screen.queryByText("Tomorrow")).toBeNull();
});

it("the day is never before the server's, whatever the tab knows", () => {
  open("2026-12-05");
  look("2026-12-03T20:00Z");
  screen.getAllByText("Today");
  expect(screen.queryByText("Tomorrow")).toBeNull();
});

it("the tests and closed days are read again when the tab comes to the front", async () => {
  vi.setSystemTime(new Date("2026-12-05T08:00Z"));
  const { paths } = open("2026-12-05");
  look("2026-12-05T08:01Z");
  await waitFor(() => expect(paths()).toEqual(["schedules.list", "schedules.list", "closedDays.coming"]));
});
