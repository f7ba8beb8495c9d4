import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EditSchedule } from "@/features/schedules/components/edit-schedule";
import { office as copy } from "@/features/schedules/messages-office";
import type { StaffScheduleView } from "@/features/schedules/schema";
import type { ReachView } from "@/features/schedules/schema-news";
import { emailDelay } from "@/lib/email-delay";
import { partOf } from "../harness/part-of";
import { refusal, show, toasts } from "../harness/screen";

const place = { className: "Class 7", sections: [], subject: "Biology", testDate: "2026-12-10", testTime: "09:30" };
const known = { minutes: null, room: null, description: null, reason: "hall not free" };
const schedule: StaffScheduleView = partOf({ _id: "1", rowVersion: 1, ...place, ...known });

const told = (when: ReachView["when"]): ReachView => ({
  ...{ when, students: 1, guardians: 0, inDigest: 0, others: 0, isMailOn: true },
});

/** Types another date for a test that had been moved before. */
function typeDate(reach: () => unknown) {
  const shown = show(<EditSchedule schedule={schedule} onClose={() => {}} />, {
    answers: {
      "schedules.check": { warnings: [] },
      "schedules.reach": reach,
      "schedules.edit": (values: object) => ({ ...schedule, ...values, rowVersion: 2 }),
    },
  });
  fireEvent.input(screen.getByLabelText("Date"), { target: { value: "2026-12-11" } });
  fireEvent.input(screen.getByLabelText("Reason"), { target: { value: "teacher is ill" } });
  return shown;
}

async function save() {
  fireEvent.click(screen.getByRole("button", { name: copy.save }));
  await waitFor(() => expect(toasts()).toHaveLength(1));
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

async function takeBackAfter(milliseconds: number) {
  const { inputs } = typeDate(() => told("after-pause"));
  await save();
  vi.advanceTimersByTime(milliseconds);
  fireEvent.click(await screen.findByRole("button", { name: copy.takeBack }));
  return () => inputs("schedules.edit").slice(1);
}

it("a move can be taken back during the pause, with the reason that the test had before", async () => {
  const edits = await takeBackAfter(emailDelay - 1000);
  await waitFor(() => expect(toasts()[0]).toBe(copy.takenBack));
  expect(edits()).toMatchObject([{ rowVersion: 2, testDate: "2026-12-10", reason: "hall not free" }]);
});

it("a button that outlived the pause does not take back a move that families know of", async () => {
  const edits = await takeBackAfter(emailDelay);
  await waitFor(() => expect(toasts()[0]).toBe(copy.takeBackLate));
  expect(edits()).toEqual([]);
});

it.each([
  ["is told at once", told("at-once")],
  ["is told at an unknown time", refusal("TOO_MANY_REQUESTS", "Please wait.")],
])("a move that %s offers no way back, whatever was answered while it was typed", async (_how, answer) => {
  const reach = vi.fn(() => answer as unknown).mockReturnValueOnce(told("after-pause"));
  typeDate(reach);
  await screen.findByText(/ten minutes/i);
  await save();
  expect(toasts()).toEqual([copy.saved]);
  expect(screen.queryByRole("button", { name: copy.takeBack })).toBeNull();
});
