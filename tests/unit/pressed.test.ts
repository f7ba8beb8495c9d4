import { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { type ComponentProps, createElement, type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { InviteDialog } from "@/features/codes/components/invite-dialog";
import { ExamProcess } from "@/features/exams/components/exam-process";
import { useTakeBack } from "@/features/exams/components/use-take-back";
import type { SheetView } from "@/features/exams/schema-sheet";
import { FamilyCards } from "@/features/guardians/components/family-cards";
import { PrintDialog } from "@/features/letters/components/print-dialog";
import { NoticeActs } from "@/features/notices/components/notice-acts";
import { NoticeProcess } from "@/features/notices/components/notice-process";
import { NoticeUploads } from "@/features/notices/components/notice-uploads";
import type { NoticePage } from "@/features/notices/schema-office";
import { IssueDialog } from "@/features/report-cards/components/issue-dialog";
import { useTakeBack as useResultTakeBack } from "@/features/results/components/use-take-back";
import { StudentsBulk } from "@/features/students/components/students-bulk";
import { callOptions } from "@/trpc/call-options";
import { api } from "@/trpc/client";
import { drawn, type Known } from "../harness/drawn";
import { partOf } from "../harness/part-of";

type Part = {
  open?: boolean;
  all?: { onChoose: () => void } | false;
  onClick?: (event: object) => void;
  onConfirm?: () => void;
  onChange?: (event: object) => void;
  children?: ReactNode;
};

const presses = vi.hoisted((): (() => void)[] => []);
const router = vi.hoisted(() => ({ refresh: vi.fn(), askSession: vi.fn(async (): Promise<object | null> => null) }));
vi.mock("@/lib/session-calls", () => router);
vi.mock("@/components/ui/button", () => ({
  Button: ({ onClick }: Part) => void (onClick && presses.push(() => onClick({}))),
}));
vi.mock("@/components/ui/take-focus", async (actual) => ({ ...(await actual<object>()), focusBeside() {} }));
vi.mock("@/components/ui/dialog", () => ({
  Dialog: ({ open, onConfirm }: Part) => void (open && onConfirm && presses.push(onConfirm)),
}));
vi.mock("@/components/ui/form-dialog", () => ({ FormDialog: ({ children }: Part) => children }));
vi.mock("@/components/ui/checkbox", () => ({
  Checkbox: ({ onChange }: Part) => void presses.push(() => onChange?.({ currentTarget: { checked: true } })),
}));
vi.mock("@/components/table/bulk-bar", () => ({
  BulkBar: ({ all, children }: Part) => {
    if (all) presses.push(all.onChoose);
    return children;
  },
  BulkAct: ({ onClick }: Part) => void (onClick && presses.push(() => onClick({}))),
}));

const at = new Date("2026-11-29T09:00:00Z");

/** Draws a part with these answers of the server, and with what was read before. Returns its calls and the cache. */
function draw(part: ReactNode, answers: Record<string, unknown> = {}, known: Known = []) {
  presses.length = 0;
  const queryClient = new QueryClient({ defaultOptions: callOptions });
  const { asked } = drawn(part, { answers, known, queryClient, router });
  return { paths: () => asked.map(([path]) => path), inputs: () => asked.map(([, input]) => input), queryClient };
}

const notice: NoticePage = partOf({
  ...{ _id: "1", rowVersion: 1, state: "published", isHeld: false, publishAt: at, publishedAt: at, tellAt: at },
  ...{ toldAt: null, remindedAt: null, answers: { unread: 1, unconfirmed: 1 }, audience: [], isMailOn: true },
});
const processOf = (given: Partial<NoticePage>) =>
  createElement(NoticeProcess, { notice: { ...notice, ...given }, now: Number(at) - 1 });
const acts = (asked: "remove" | "remind") => createElement(NoticeActs, { notice, asked, onAsk() {}, isChanged: false });
const exam = { _id: "1", state: "scheduled" as const, releaseAt: at, isHeld: false };
const sheet: SheetView = partOf({ exam, mayRelease: true });

function TakeBack({ id }: { id: string }) {
  const takeBack = useTakeBack(id);
  presses.push(() => takeBack(2));
  return null;
}

function ResultTakeBack({ id }: { id: string }) {
  const takeBack = useResultTakeBack();
  presses.push(() => takeBack(id, ""));
  return null;
}

it.each([
  ["notices.callOff", processOf({ state: "scheduled" })],
  ["notices.settle", processOf({ isHeld: true })],
  ["notices.takeBack", processOf({})],
  ["notices.remove", acts("remove")],
  ["notices.remind", acts("remind")],
  ["exams.callOff", createElement(ExamProcess, { sheet })],
  ["codes.inviteMany", createElement(InviteDialog, { students: ["1"], onClose() {} })],
  ["exams.takeBack", createElement(TakeBack, { id: "1" })],
])("a double click calls %s once", async (path, part) => {
  const { paths } = draw(part);
  presses.at(-1)?.();
  presses.at(-1)?.();
  await expect.poll(paths).toEqual([path]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(paths()).toEqual([path]);
});

it("after a release is called off, all lists that show it are read again", async () => {
  const keys = [getQueryKey(api.exams.list), getQueryKey(api.reportCards.list), getQueryKey(api.students.list)];
  const known: Known = keys.map((key) => [key, []]);
  const { queryClient } = draw(createElement(ExamProcess, { sheet }), { "exams.callOff": null }, known);
  presses.at(-1)?.();
  const areOutdated = () => keys.map((key) => queryClient.getQueryState(key)?.isInvalidated);
  await expect.poll(areOutdated).toEqual([true, true, true]);
});

it.each([
  ["notices.callOff", processOf({ state: "scheduled" })],
  ["notices.takeBack", processOf({})],
  ["notices.remind", acts("remind")],
])("after %s without an answer the notice is read again, because it may have been done", async (path, part) => {
  const key = getQueryKey(api.notices.get, { id: "1" }, "query");
  const { queryClient } = draw(part, { [path]: new Error("Failed to fetch") }, [[key, notice]]);
  presses.at(-1)?.();
  await expect.poll(() => queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

const file = { key: "1", name: "list.pdf", href: "/", kind: "pdf" as const, size: 1 };
it.each([
  ["exams.callOff", createElement(ExamProcess, { sheet })],
  ["exams.takeBack", createElement(TakeBack, { id: "1" })],
  ["results.takeBack", createElement(ResultTakeBack, { id: "1" })],
])(
  "after %s without an answer the page stays, and is drawn again only if the server still knows the session",
  async (path, part) => {
    for (const [answer, drawn] of [
      [() => Promise.reject(new Error("Failed to fetch")), 0],
      [async () => null, 0],
      [async () => ({ _id: "1" }), 1],
    ] as const) {
      router.refresh.mockClear();
      router.askSession.mockClear().mockImplementationOnce(answer);
      draw(part, { [path]: new Error("Failed to fetch") });
      presses.at(-1)?.();
      await expect.poll(() => router.askSession.mock.calls.length).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(router.refresh).toHaveBeenCalledTimes(drawn);
    }
  },
);

it("after a file could not be removed the page is not drawn again, because a text may be typed on it", async () => {
  router.refresh.mockClear();
  const notice = { _id: "1", files: [file], state: "draft" as const };
  const key = getQueryKey(api.notices.get, { id: "1" }, "query");
  const uploads = createElement(NoticeUploads, { notice, maxMegabytes: 16 });
  const { queryClient } = draw(uploads, { "notices.removeFile": new Error("Failed to fetch") }, [[key, {}]]);
  presses.at(0)?.();
  await expect.poll(() => queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  expect(router.refresh).not.toHaveBeenCalled();
});

it("a saved checkbox shows the saved value before the server is asked again", async () => {
  const studentId = "1";
  const key = getQueryKey(api.guardians.family, { studentId }, "query");
  const family = { links: [], consents: [], linksByOfficeOnly: false, needsConsent: false };
  const cards = createElement(FamilyCards, { student: { _id: studentId, name: "Asha Rao" }, CodeDialog: () => null });
  const answers = { "guardians.changeRule": { studentId, linksByOfficeOnly: true } };
  const { paths, queryClient } = draw(cards, answers, [[key, family]]);
  presses.at(1)?.();
  await expect.poll(paths).toContain("guardians.changeRule");
  await expect.poll(() => queryClient.getQueryData(key)).toEqual({ ...family, linksByOfficeOnly: true });
});

it("ticking all rows asks for them again, however recently they were read", async () => {
  const [old, now] = [[{ _id: "1", section: "A" }], [{ _id: "1", section: "B" }]];
  const set = vi.fn();
  const ticks = { rows: old, dropped: false, set, clear() {} };
  const props: ComponentProps<typeof StudentsBulk> = partOf({ ticks, filters: {}, isPast: false, total: 2 });
  const bulk = createElement(StudentsBulk, props);
  const key = getQueryKey(api.students.matching, {}, "query");
  draw(bulk, { "students.matching": now }, [[key, old]]);
  presses.at(0)?.();
  await expect.poll(() => set.mock.calls).toEqual([[now, true]]);
});

it("ticked students are exported in the order of the list", async () => {
  const order = { sort: "roll", direction: "desc" } as const;
  const row = { _id: "1", name: "Asha", className: "7", section: null, email: null, login: "none" } as const;
  const rows = [{ ...row, state: "current", standing: "current" } as const];
  const ticks = { rows, has: () => true, dropped: false, set() {}, clear() {} };
  const ofList = { filters: { class: 7 }, order, year: undefined, day: "2026-11-30", isPast: false, total: 1 };
  const shown = { ticks, ...ofList, children: null };
  const { inputs } = draw(createElement(StudentsBulk, shown));
  presses.at(-1)?.();
  await expect.poll(inputs).toEqual([{ ...order, ids: ["1"] }]);
});

it("the cards that are issued are those that were shown, and a withdrawn one only if it was chosen", async () => {
  const row = (studentId: string, standing: "none" | "issued" | "withdrawn") => ({
    ...{ studentId, standing, name: "Asha", section: "A", rollNo: "1", rowVersion: 1, missing: 0, unprintable: "" },
    isInClass: true,
    ...{ daysPresent: 1, remarkTeacher: null, remarkHead: null, lines: [], percent: null, grade: null },
    card: standing === "none" ? null : { _id: `card ${studentId}`, number: "1", issuedAt: at, reason: null },
  });
  const withdrawn = row("3", "withdrawn");
  const props = {
    setId: "set",
    daysOpen: 184,
    ownFacts: true,
    rows: [row("1", "none"), row("2", "issued"), withdrawn],
    onClose() {},
  };
  const all = draw(createElement(IssueDialog, props));
  presses.at(-1)?.();
  await expect.poll(all.inputs).toEqual([{ id: "set", students: ["1"], withdrawn: [] }]);
  const one = draw(createElement(IssueDialog, { ...props, only: withdrawn }));
  presses.at(-1)?.();
  await expect.poll(one.inputs).toEqual([{ id: "set", students: ["3"], withdrawn: ["card 3"] }]);
});

it("a letter is requested for the guardian that is shown, and if it is refused, its preview is read again", async () => {
  const seen = { _id: "mother", name: "Meera Rao", relation: "mother", leavesOutStudent: false, unprintable: "" };
  const preview = {
    people: [seen],
    guardians: [seen],
    unprintable: "",
    address: "school.example/join",
    ownFacts: true,
  };
  const key = getQueryKey(api.letters.preview, { id: "1" }, "query");
  const dialog = createElement(PrintDialog, { id: "1", name: "Asha Rao", onClose() {} });
  const refused = { "letters.print": new Error("This guardian has a login already.") };
  const { inputs, queryClient } = draw(dialog, refused, [[key, preview]]);
  presses.at(-1)?.();
  await expect.poll(inputs).toEqual([{ id: "1", guardianId: "mother" }]);
  await expect.poll(() => queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});
