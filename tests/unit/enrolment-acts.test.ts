import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { EndEnrolment } from "@/features/students/components/end-enrolment";
import { PlaceStudent } from "@/features/students/components/place-student";
import { StudentActions } from "@/features/students/components/student-actions";
import type { StudentView } from "@/features/students/schema";
import { partOf } from "../harness/part-of";
import { draw, elementsOf, forgetStates } from "../harness/states";

type Options = { onError?: (error: Error) => void } | undefined;

const page = vi.hoisted(() => ({ options: [] as Options[], done: [] as string[], search: "", Dialog: () => null }));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useState: (await import("../harness/states")).useState,
}));
vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams(page.search) }));
vi.mock("@/components/ui/page-refresh", () => ({ usePageRefresh: () => () => page.done.push("drawn anew") }));
vi.mock("@/components/table/address", () => ({ useAddress: () => ({ go() {} }) }));
vi.mock("@/components/ui/administers", () => ({ useAdministers: () => false }));
vi.mock("@/components/ui/lazily", () => ({ lazily: () => page.Dialog }));
vi.mock("@/lib/session-calls", () => ({ askSession: async () => ({ _id: "1" }) }));
vi.mock("@/components/ui/form-dialog", () => ({ FormDialog: () => null }));
vi.mock("@/trpc/client", () => {
  const act = { useMutation: (options: Options) => void page.options.push(options) };
  const students = { list: { invalidate: () => page.done.push("read anew") } };
  const others = { guardians: {}, codes: {} };
  const enrolments = { end: act, enrol: act, return: act, move: act, change: act };
  return { api: { useUtils: () => ({ students, ...others }), enrolments } };
});

const student: StudentView = partOf({ _id: "1", name: "Asha Rao", enrolments: [] });
const shared = { student, yearBegins: undefined, onClose() {}, onDone() {} };

it.each([
  ["end", createElement(EndEnrolment, shared), 1],
  ["move", createElement(PlaceStudent, { act: "move", ...shared }), 4],
])("after a failed %s the student's page is read again, since it may have been done", async (_, act, calls) => {
  page.options.length = 0;
  renderToStaticMarkup(act);
  expect(page.options).toHaveLength(calls);
  for (const options of page.options) {
    options?.onError?.(new Error("Failed to fetch"));
    await new Promise((resolve) => setTimeout(resolve));
    expect(page.done.splice(0)).toEqual(["read anew", "drawn anew"]);
  }
});

it.each([
  ["enrol", "not placed", "current"],
  ["end", "current", "left"],
])("the dialog to %s stays until it is closed, even if the student was %s and is now %s", (act, ...states) => {
  forgetStates();
  const dialogs = (state: string, search: string) => {
    page.search = search;
    const props = {
      student: { ...student, login: "active", email: null, state } as StudentView,
      yearBegins: undefined,
      letter: null,
    };
    return elementsOf(
      page.Dialog,
      draw(() => StudentActions(props)),
    ).length;
  };
  const [before = "", after = ""] = states;
  expect([dialogs(before, `?do=${act}`), dialogs(after, `?do=${act}`)]).toEqual([1, 1]);
  expect([dialogs(after, ""), dialogs(after, `?do=${act}`)]).toEqual([0, 0]);
});
