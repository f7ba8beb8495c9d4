import { createElement, type FormEvent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePublicForm } from "@/components/form/use-public-form";
import { useServerForm } from "@/components/form/use-server-form";
import { useAddress } from "@/components/table/address";
import { FormDialog } from "@/components/ui/form-dialog";
import { StudentActions } from "@/features/students/components/student-actions";
import type { StudentView } from "@/features/students/schema";
import type { ErrorCode } from "@/lib/errors";
import { leftBehind } from "@/lib/unsent";
import { RefusedError } from "@/trpc/failure";
import { partOf } from "../harness/part-of";

type Doing = { onClose: () => void; onDone: (message: string) => void };

const page = vi.hoisted(() => ({
  path: "/admin/students/asha",
  search: "",
  busy: null as object | null,
  doing: undefined as Doing | undefined,
  phases: [] as string[],
  moves: [] as string[],
  toasts: [] as string[],
  read: [] as string[],
}));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useCallback: (act: unknown) => act,
  useEffect: () => {},
  useMemo: (make: () => unknown) => make(),
  useLayoutEffect: () => {},
  useRef: (first: unknown) => ({ current: first ?? { querySelector: () => page.busy } }),
  useState: (first: unknown) => [first, ({ phase }: { phase: string }) => page.phases.push(phase)],
}));
vi.mock("next/navigation", () => ({
  usePathname: () => page.path,
  useSearchParams: () => new URLSearchParams(page.search),
}));
vi.mock("@/components/ui/page-refresh", () => ({ useDrawing: () => undefined, usePageRefresh: () => () => {} }));
vi.mock("@/components/ui/use-shallow-navigation", () => ({
  useShallowNavigation: () => (href: string) => page.moves.push(href),
}));
vi.mock("@/components/ui/toast", () => {
  const tell = (message: string) => page.toasts.push(message);
  return { toast: { error: tell, success: tell } };
});
vi.mock("@/components/ui/lazily", () => ({
  lazily: () => (doing: Doing) => {
    page.doing = doing;
    return null;
  },
}));
vi.mock("@/components/table/row-menu", () => ({ menuLine: "", RowMenu: () => null, RowAction: () => null }));
vi.mock("@/trpc/client", () => {
  const anew = (name: string) => ({ invalidate: () => page.read.push(name) });
  const lists = { students: { list: anew("students") }, guardians: { family: anew("family") } };
  return { api: { useUtils: () => ({ ...lists, codes: { list: anew("codes") } }) } };
});

beforeEach(() => {
  Object.assign(page, { search: "", busy: null, phases: [], moves: [], toasts: [], read: [] });
  vi.stubGlobal("window", { location: { pathname: page.path, search: "" } });
  vi.stubGlobal(
    "FormData",
    class {
      get = () => "Asha";
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const leadTo = (pathname: string, search = "") => Object.assign(window.location, { pathname, search });

/** Sends a form, which its page still has or no longer has by the time of the answer. */
const press = ({ form }: ReturnType<typeof useServerForm>, isConnected = true) =>
  form.onSubmit(partOf<FormEvent<HTMLFormElement>>({ preventDefault() {}, currentTarget: { isConnected } }));

it("a form is not sent again until the work after its success has ended", async () => {
  const send = vi.fn(async () => "saved");
  const ends: (() => void)[] = [];
  const onDone = () => new Promise<void>((resolve) => ends.push(resolve));
  const form = useServerForm({ fields: ["name"], send, onDone });
  const first = press(form);
  await expect.poll(() => ends.length).toBe(1);
  await press(form);
  expect([send.mock.calls.length, page.phases]).toEqual([1, ["sending"]]);
  ends[0]?.();
  await first;
  expect(page.phases).toEqual(["sending", "done"]);
  void press(form);
  await expect.poll(() => ends.length).toBe(2);
});

const unknown = "No answer came to the form you left. Please check whether it was done.";
const answered = (code: ErrorCode, message: string) => Object.assign(new Error(message), { data: { code } });

it.each([
  ["is there", true, new Error("Failed to fetch"), []],
  ["was left", false, new Error("Failed to fetch"), [unknown]],
  [
    "was left",
    false,
    answered("CONFLICT", "It has changed."),
    ["The form you left did not go through. It has changed."],
  ],
  ["was left", false, answered("REQUEST_IN_PROGRESS", "Press again."), [unknown]],
  ["was left", false, new RefusedError("It is taken."), ["The form you left did not go through. It is taken."]],
])("a form that %s (%s) and fails with %s shows the toasts %j", async (_, isThere, error, said) => {
  const form = useServerForm({ fields: ["name"], send: () => Promise.reject(error) });
  await press(form, isThere);
  expect(page.toasts).toEqual(said);
});

it.each([
  [new Error("Failed to fetch"), unknown],
  [answered("CONFLICT", "That address is known."), "Something went wrong. Please try again."],
  [answered("TOO_MANY_REQUESTS", "Please try again in 60 minutes."), "Please try again in 60 minutes."],
])("a form for visitors that was left and fails with %s says only: %s", async (error, said) => {
  vi.useFakeTimers();
  const { form } = usePublicForm(["name"], () => Promise.reject(error), "Message sent");
  const sent = form.onSubmit({ preventDefault() {}, currentTarget: {} } as FormEvent<HTMLFormElement>);
  await vi.runAllTimersAsync();
  await sent;
  vi.useRealTimers();
  expect(page.toasts).toEqual([said === unknown ? said : `The form you left did not go through. ${said}`]);
});

it.each([
  ["was left and succeeds says so, and is empty when its visitor comes back", false, [], ["Message sent"]],
  ["is there and succeeds shows no toast", true, [["name", "Asha"]], []],
])("a form for visitors that %s", async (_, isConnected, kept, said) => {
  vi.useFakeTimers();
  leftBehind.set("name", [["name", "Asha"]]);
  const { form } = usePublicForm(["name"], async () => {}, "Message sent");
  const currentTarget = { isConnected, reset() {} };
  const sent = form.onSubmit(partOf<FormEvent<HTMLFormElement>>({ preventDefault() {}, currentTarget }));
  await vi.runAllTimersAsync();
  await sent;
  vi.useRealTimers();
  expect([leftBehind.get("name"), page.toasts]).toEqual([kept, said]);
});

it("a dialog cannot be closed while work is under way", () => {
  const onClose = vi.fn();
  const { props } = FormDialog({ title: "Edit", onClose, children: null });
  page.busy = {};
  props.onOpenChange(false);
  expect(onClose).not.toHaveBeenCalled();
  page.busy = null;
  props.onOpenChange(false);
  expect(onClose).toHaveBeenCalledOnce();
});

it("a late answer leads nobody back to a page that they have left", () => {
  const { go } = useAddress();
  go({ q: "rao" });
  leadTo("/admin/students/dev");
  go({ q: "" });
  expect(page.moves).toEqual(["/admin/students/asha?q=rao"]);
});

it.each([
  ["closes its own dialog", "?do=edit", ["/admin/students/asha"]],
  ["leaves another one open", "?do=move", []],
])("the answer to an edit %s (%s)", (_, search, moves) => {
  page.search = "?do=edit";
  const known = { _id: "asha", name: "Asha Rao", state: "current", login: "none" } as const;
  const student: StudentView = partOf({ ...known, enrolments: [] });
  const props = { student, yearBegins: undefined, letter: null };
  renderToStaticMarkup(createElement(StudentActions, props));
  leadTo(page.path, search);
  page.doing?.onDone("Saved.");
  expect([page.moves, page.toasts]).toEqual([moves, ["Saved."]]);
  expect(page.read).toEqual(["students", "family", "codes"]);
});
