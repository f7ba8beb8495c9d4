import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EditSchedule } from "@/features/schedules/components/edit-schedule";
import { office as copy } from "@/features/schedules/messages-office";
import type { StaffScheduleView } from "@/features/schedules/schema";
import type { ReachView } from "@/features/schedules/schema-news";
import { emailDelay } from "@/lib/email-delay";
import { drawnForm } from "../harness/drawn-form";
import { partOf } from "../harness/part-of";

type Offer = { action?: { onClick: () => void } };

const page = vi.hoisted(() => ({
  when: async (): Promise<ReachView["when"]> => "after-pause",
  offer: undefined as Offer | undefined,
  toasts: [] as string[],
  edits: [] as object[],
}));
vi.mock("@/components/form/use-server-form", () => import("../harness/drawn-form"));
vi.mock("@/components/ui/toast", () => {
  const tell = (message: string, offer?: Offer) => {
    page.toasts.push(message);
    page.offer = offer;
  };
  return { toast: { error: tell, success: tell } };
});
vi.mock("@/features/schedules/components/schedule-fields", () => ({
  ScheduleFields: () => null,
  scheduleFieldNames: [],
}));
vi.mock("@/trpc/client", () => {
  const mutateAsync = async (values: object) => ({ ...values, rowVersion: 2 });
  const useMutation = () => ({ mutateAsync, mutate: (values: object) => page.edits.push(values) });
  const schedules = {
    invalidate: async () => {},
    check: { fetch: async () => ({ warnings: [] }) },
    // An answer from while the person was typing is out of date.
    reach: {
      ensureData: async () => ({ when: "after-pause" }),
      fetch: async (_place: object, { staleTime = 30_000 } = {}) => ({
        when: staleTime === 0 ? await page.when() : "after-pause",
      }),
    },
  };
  const useQuery = () => ({});
  const calls = { edit: { useMutation }, restore: { useMutation }, check: { useQuery }, reach: { useQuery } };
  return { api: { useUtils: () => ({ schedules }), schedules: calls } };
});

const place = { className: "Class 7", sections: [], subject: "Biology", testDate: "2026-12-10", testTime: "09:30" };
const known = { minutes: null, room: null, description: null, reason: "hall not free" };
const typed = { ...place, className: "7", sections: "", minutes: "", testDate: "2026-12-11", reason: "teacher is ill" };

/** Moves a test that had been moved before, and returns the offered action to take that back. */
async function moves() {
  const schedule: StaffScheduleView = partOf({ _id: "1", rowVersion: 1, ...place, ...known });
  renderToStaticMarkup(createElement(EditSchedule, { schedule, onClose() {} }));
  await drawnForm.onDone(await drawnForm.send(typed));
  return page.offer?.action;
}

beforeEach(() => {
  Object.assign(page, { when: async () => "after-pause", offer: undefined, toasts: [], edits: [] });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("a move can be taken back during the pause, with the reason that the test had before", async () => {
  const action = await moves();
  vi.advanceTimersByTime(emailDelay - 1000);
  action?.onClick();
  expect(page.edits).toMatchObject([{ rowVersion: 2, testDate: "2026-12-10", reason: "hall not free" }]);
});

it("a button that outlived the pause does not take back a move that families know of", async () => {
  const action = await moves();
  vi.advanceTimersByTime(emailDelay);
  action?.onClick();
  expect([page.edits, page.toasts]).toEqual([[], [copy.saved, copy.takeBackLate]]);
});

it.each([
  ["is told at once", async () => "at-once" as const],
  ["is told at an unknown time", () => Promise.reject(new Error("Failed to fetch"))],
])("a move that %s offers no way back, however soon it was sent", async (_how, when) => {
  page.when = when;
  expect(await moves()).toBeUndefined();
  expect(page.toasts).toEqual([copy.saved]);
});
