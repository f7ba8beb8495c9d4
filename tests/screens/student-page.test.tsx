import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { StudentPage } from "@/features/students/components/student-page";
import type { StudentView } from "@/features/students/schema";
import { partOf } from "../harness/part-of";
import { show } from "../harness/screen";

type Enrolment = StudentView["enrolments"][number];
type Place = { section?: string; rollNo?: string; fromDay: string; toDay?: string; endReason?: Enrolment["endReason"] };

const placed = ({ toDay, ...place }: Place): Enrolment =>
  partOf({
    ...{ _id: place.fromDay, year: { _id: `year-${place.fromDay.slice(0, 4)}`, label: "" } },
    ...{ className: "7", section: "A" },
    ...{ rollNo: null, toDay: toDay ?? null, endReason: toDay ? "left" : null, ...place },
  });

beforeEach(() => void vi.useFakeTimers({ now: new Date("2027-03-20T06:00:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const none = () => null;

/** Class, classes so far, and the address of the class in the crumbs of a student. */
function shown(enrolments: Place[], leftOn: string | null = null) {
  const student: StudentView = partOf({
    ...{
      _id: "1",
      name: "Asha Rao",
      enrolments: enrolments.map(placed),
      leftOn,
      leftReason: leftOn && "Moves to Pune",
    },
    ...{ names: [], createdAt: new Date("2026-06-01"), origin: "office", login: "none", openSessions: 0 },
    ...{ email: null, state: leftOn ? "left" : "current", results: [], mails: [], changes: [] },
  });
  const { unmount } = show(
    <StudentPage
      student={student}
      yearBegins={undefined}
      words={{ mail: String, state: String, change: String }}
      access={{ action: null, card: null }}
      family={null}
      cards={null}
      letter={null}
      result={{ actionOf: none, noteOf: none, halves: new Map() }}
      neighbours={null}
      query=""
    />,
  );
  const classes = within(screen.getByRole("region", { name: "Enrolments" })).getAllByRole("listitem");
  const crumbs = within(screen.getByRole("navigation", { name: "Above this page" })).getAllByRole("link");
  const found = {
    at: within(screen.getByRole("region", { name: "Details" })).getByText("Class").nextSibling?.textContent,
    spans: classes.map(({ lastChild }) => lastChild?.textContent),
    crumb: crumbs[1]?.getAttribute("href"),
  };
  unmount();
  return found;
}

it("a future class is shown with its first day, and its crumb leads to the list of its year", () => {
  const before = { fromDay: "2026-06-01", toDay: "2027-03-31", endReason: "promoted" as const };
  expect(shown([{ fromDay: "2027-04-01" }, before])).toEqual({
    at: "7 A, from 1 Apr 2027",
    spans: ["from 1 Apr 2027", "1 Jun 2026 to 31 Mar 2027, promoted"],
    crumb: "/admin/students?year=year-2027&class=7&section=A&sort=roll",
  });
  expect(shown([{ fromDay: "2026-06-01", rollNo: "12" }])).toMatchObject({
    ...{ at: "7 A, roll 12, since 1 Jun 2026", spans: ["since 1 Jun 2026"] },
    crumb: expect.stringContaining("year=year-2026"),
  });
});

it.each([
  ["2027-03-31", "7 A, roll 12. Leaves on 31 Mar 2027: Moves to Pune"],
  ["2027-03-20", "7 A, roll 12. Leaves on 20 Mar 2027: Moves to Pune"],
  ["2027-03-19", "Left on 19 Mar 2027: Moves to Pune"],
])("a leave on %s reads on 20 March: %s", (toDay, told) => {
  expect(shown([{ fromDay: "2026-06-01", rollNo: "12", toDay }], toDay).at).toBe(told);
});

it("a student who was moved before leaving is shown in today's class, and in none before its first day", () => {
  const moved = { section: "B", fromDay: "2026-06-01", toDay: "2027-03-20", endReason: "moved" as const };
  const leaves = { fromDay: "2027-03-20", toDay: "2027-04-30" };
  expect(shown([leaves, moved], "2027-04-30").at).toBe("7 A. Leaves on 30 Apr 2027: Moves to Pune");
  expect(shown([{ ...leaves, fromDay: "2027-04-01" }], "2027-04-30").at).toBe("Leaves on 30 Apr 2027: Moves to Pune");
});

it("a student is in a class until its last day, even if no later class is known", () => {
  const place = { fromDay: "2026-06-01", rollNo: "12", endReason: "moved" as const };
  expect(shown([{ ...place, toDay: "2027-03-31" }]).at).toBe("7 A, roll 12");
  expect(shown([{ ...place, toDay: "2027-03-19" }]).at).toBe("Not in a class");
  expect(shown([{ ...place, toDay: "2027-03-31", endReason: "mistake" }]).at).toBe("Not in a class");
});
