import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { getQueryKey } from "@trpc/react-query";
import { expect, it, vi } from "vitest";
import { StudentActions } from "@/features/students/components/student-actions";
import type { StudentView } from "@/features/students/schema";
import { api } from "@/trpc/client";
import { partOf } from "../harness/part-of";
import { noAnswer, show } from "../harness/screen";

type Enrolment = StudentView["enrolments"][number];

const enrolment: Enrolment = partOf({
  ...{ _id: "7a", className: "7", section: "A", rollNo: "1", fromDay: "2026-06-01", toDay: null, rowVersion: 1 },
});
const isIn = (state: StudentView["state"]): StudentView =>
  partOf({
    ...{ _id: "1", name: "Asha Rao", login: "active", email: null, state },
    enrolments: state === "current" ? [enrolment] : [],
  });
const actions = (state: StudentView["state"]) => (
  <StudentActions student={isIn(state)} yearBegins={undefined} letter={null} />
);

const submit = () => fireEvent.submit(screen.getByRole("dialog").querySelector("form") as HTMLFormElement);

it.each([
  ["enrolments.end", "end", "current", {}],
  ["enrolments.enrol", "enrol", "not placed", { Class: "7" }],
  ["enrolments.return", "come-back", "left", { Class: "7" }],
  ["enrolments.move", "move", "current", { Class: "8" }],
  ["enrolments.change", "move", "current", { "Roll number": "2" }],
] as const)(
  "after a failed %s the student's page is read again, since it may have been done",
  async (path, asked, state, typed) => {
    vi.stubGlobal("fetch", async () => Response.json({ account: { _id: "1" } }));
    const key = getQueryKey(api.students.list);
    const { paths, queryClient, router } = show(actions(state), {
      answers: { [path]: noAnswer() },
      known: [[key, []]],
      at: `/admin/students/1?do=${asked}`,
    });
    await screen.findByRole("dialog");
    for (const [label, value] of Object.entries(typed))
      fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
    submit();
    await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
    expect(paths()).toEqual([path]);
    await screen.findByText(/^No answer came/);
  },
);

it.each([
  ["enrol", "not placed", "current"],
  ["end", "current", "left"],
] as const)(
  "the dialog to %s stays until it is closed, even if the student was %s and is now %s",
  async (asked, before, after) => {
    const at = `/admin/students/1?do=${asked}`;
    const { update, router } = show(actions(before), { at });
    await screen.findByRole("dialog");
    update(actions(after));
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect([window.location.search, screen.queryByRole("dialog")]).toEqual(["", null]));
    act(() => router.replace(at));
    expect(window.location.search).toBe(`?do=${asked}`);
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);
