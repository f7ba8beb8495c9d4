import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { getQueryKey } from "@trpc/react-query";
import type { ComponentProps } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { InviteDialog } from "@/features/codes/components/invite-dialog";
import type { InvitedManyView } from "@/features/codes/schema";
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
import { api } from "@/trpc/client";
import { partOf } from "../harness/part-of";
import { noAnswer, refusal, show, toasts, toastsSoFar } from "../harness/screen";

const session = vi.fn(async (): Promise<Response> => Response.json({}));
beforeEach(() => void vi.stubGlobal("fetch", session.mockClear()));

const at = new Date("2026-11-29T09:00:00Z");
const notice: NoticePage = partOf({
  ...{ _id: "1", rowVersion: 1, state: "published", isHeld: false, publishAt: at, publishedAt: at, tellAt: at },
  ...{ toldAt: null, remindedAt: null, answers: { unread: 1, unconfirmed: 1 }, audience: [], isMailOn: true },
});
const processOf = (given: Partial<NoticePage>) => (
  <NoticeProcess key={JSON.stringify(given)} notice={{ ...notice, ...given }} now={Number(at) - 1} />
);
const acts = (asked: "remove" | "remind") => (
  <NoticeActs key={asked} notice={notice} asked={asked} onAsk={() => {}} isChanged={false} />
);
const exam = { _id: "1", state: "scheduled" as const, releaseAt: at, isHeld: false, rowVersion: 2 };
const sheet: SheetView = partOf({ exam, mayRelease: true });

function TakeBack() {
  const takeBack = useTakeBack("1");
  return (
    <button type="button" onClick={() => takeBack(2)}>
      Take back
    </button>
  );
}

function ResultTakeBack() {
  const takeBack = useResultTakeBack();
  return (
    <button type="button" onClick={() => takeBack("1", "")}>
      Take back
    </button>
  );
}

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

it.each([
  ["notices.callOff", processOf({ state: "scheduled" }), "Call off"],
  ["notices.settle", processOf({ isHeld: true }), "Let emails leave"],
  ["notices.takeBack", processOf({}), "Take back"],
  ["notices.remove", acts("remove"), "Delete"],
  ["notices.remind", acts("remind"), "Remind the rest"],
  ["exams.callOff", <ExamProcess key="exam" sheet={sheet} />, "Call it off"],
  ["codes.inviteMany", <InviteDialog key="invite" students={["1"]} onClose={() => {}} />, "Send 1"],
  ["exams.takeBack", <TakeBack key="exam" />, "Take back"],
])("a double click calls %s once", async (path, part, name) => {
  const plan: InvitedManyView = partOf({
    ...{ done: 1, guardians: 0, guardiansLeft: 0, invitedLately: 0 },
    refused: [],
    letters: [],
  });
  const { inputs } = show(part, { answers: { [path]: noAnswer(), "codes.previewInvite": plan } });
  const button = await screen.findByRole("button", { name });
  // Both clicks come before the button is busy.
  act(() => {
    button.click();
    button.click();
  });
  await screen.findAllByText(/No answer came|Something went wrong/);
  expect(inputs(path)).toHaveLength(1);
});

it("after a release is called off, all lists that show it are read again", async () => {
  const keys = [getQueryKey(api.exams.list), getQueryKey(api.reportCards.list), getQueryKey(api.students.list)];
  const { queryClient } = show(<ExamProcess sheet={sheet} />, {
    answers: { "exams.callOff": null },
    known: keys.map((key) => [key, []]),
  });
  await press("Call it off");
  await waitFor(() => expect(toasts()).toEqual(["The release is called off."]));
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
});

it.each([
  ["notices.callOff", processOf({ state: "scheduled" }), "Call off"],
  ["notices.takeBack", processOf({}), "Take back"],
  ["notices.remind", acts("remind"), "Remind the rest"],
])("after %s without an answer the notice is read again, because it may have been done", async (path, part, name) => {
  const key = getQueryKey(api.notices.get, { id: "1" }, "query");
  const { queryClient } = show(part, { answers: { [path]: noAnswer() }, known: [[key, notice]] });
  await press(name);
  await screen.findByText("No answer came. Please check whether it was done.");
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

it.each([
  ["exams.callOff", <ExamProcess key="exam" sheet={sheet} />, "Call it off"],
  ["exams.takeBack", <TakeBack key="exam" />, "Take back"],
  ["results.takeBack", <ResultTakeBack key="result" />, "Take back"],
])(
  "after %s without an answer the page stays, and is drawn again only if the server still knows the session",
  async (path, part, name) => {
    for (const [answer, drawn] of [
      [() => Promise.reject(noAnswer()), 0],
      [async () => Response.json({}), 0],
      [async () => Response.json({ account: { _id: "1" } }), 1],
    ] as const) {
      session.mockClear().mockImplementationOnce(answer);
      const { router, unmount } = show(part, { answers: { [path]: noAnswer() } });
      await press(name);
      await waitFor(() => expect(session).toHaveBeenCalledExactlyOnceWith("/api/auth/session", {}));
      expect((await toastsSoFar())[0]).toMatch(/^No answer came|^This could not be taken back/);
      expect(router.refresh).toHaveBeenCalledTimes(drawn);
      unmount();
    }
  },
);

const file = { key: "1", name: "list.pdf", href: "/", kind: "pdf" as const, size: 1 };

it("after a file could not be removed the page is not drawn again, because a text may be typed on it", async () => {
  const key = getQueryKey(api.notices.get, { id: "1" }, "query");
  const { queryClient, router } = show(
    <NoticeUploads notice={{ _id: "1", files: [file], state: "draft" }} maxMegabytes={16} />,
    { answers: { "notices.removeFile": noAnswer() }, known: [[key, {}]] },
  );
  await press("Take off list.pdf");
  await screen.findByText("This could not be done. Please try again.");
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  expect(await toastsSoFar()).toEqual([]);
  expect(router.refresh).not.toHaveBeenCalled();
});

it("a saved checkbox shows the saved value before the server is asked again", async () => {
  const studentId = "1";
  const key = getQueryKey(api.guardians.family, { studentId }, "query");
  const family = { links: [], consents: [], linksByOfficeOnly: false, needsConsent: false };
  const { paths } = show(<FamilyCards student={{ _id: studentId, name: "Asha Rao" }} CodeDialog={() => null} />, {
    answers: { "guardians.changeRule": { studentId, linksByOfficeOnly: true } },
    known: [[key, family]],
  });
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: /^Only the office makes links/ });
  expect(box.checked).toBe(false);
  fireEvent.click(box);
  await waitFor(() => expect(toasts()).toEqual(["Saved."]));
  expect(paths()).toEqual(["guardians.changeRule", "guardians.family"]);
  expect(box.checked).toBe(true);
});

it("ticking all rows asks for them again, however recently they were read", async () => {
  const [old, now] = [[{ _id: "1", section: "A" }], [{ _id: "1", section: "B" }]];
  const set = vi.fn();
  const ticks = { rows: old, dropped: false, set, clear() {} };
  const props: ComponentProps<typeof StudentsBulk> = partOf({ ticks, filters: {}, isPast: false, total: 2 });
  const key = getQueryKey(api.students.matching, {}, "query");
  show(<StudentsBulk {...props} />, { answers: { "students.matching": now }, known: [[key, old]] });
  await press("Select all 2");
  await waitFor(() => expect(set.mock.calls).toEqual([[now, true]]));
});

it("ticked students are exported in the order of the list", async () => {
  const order = { sort: "roll", direction: "desc" } as const;
  const row = { _id: "1", name: "Asha", className: "7", section: null, email: null, login: "none" } as const;
  const rows = [{ ...row, state: "current", standing: "current" } as const];
  const ticks = { rows, has: () => true, dropped: false, set() {}, clear() {} };
  const { inputs } = show(
    <StudentsBulk
      ticks={ticks}
      filters={{ class: 7 }}
      order={order}
      year={undefined}
      day="2026-11-30"
      isPast={false}
      total={1}
    >
      {null}
    </StudentsBulk>,
  );
  await press("Export");
  await waitFor(() => expect(inputs("students.export")).toEqual([{ ...order, ids: ["1"] }]));
});

it("the cards that are issued are those that were shown, and a withdrawn one only if it was chosen", async () => {
  const row = (studentId: string, standing: "none" | "issued" | "withdrawn") => ({
    ...{ studentId, standing, name: "Asha", section: "A", rollNo: "1", rowVersion: 1, missing: 0, unprintable: "" },
    isInClass: true,
    ...{ daysPresent: 1, remarkTeacher: null, remarkHead: null, lines: [], percent: null, grade: null },
    card: standing === "none" ? null : { _id: `card ${studentId}`, number: "1", issuedAt: at, reason: null },
  });
  const withdrawn = row("3", "withdrawn");
  const rows = [row("1", "none"), row("2", "issued"), withdrawn];
  for (const [only, expected] of [
    [undefined, { id: "set", students: ["1"], withdrawn: [] }],
    [withdrawn, { id: "set", students: ["3"], withdrawn: ["card 3"] }],
  ] as const) {
    const { inputs, unmount } = show(
      <IssueDialog setId="set" daysOpen={184} ownFacts rows={rows} only={only} onClose={() => {}} />,
    );
    await press("Issue one card");
    await waitFor(() => expect(inputs()).toEqual([expected]));
    unmount();
  }
});

it("a letter is requested for the guardian that is shown, and if it is refused, its preview is read again", async () => {
  const seen = { _id: "mother", name: "Meera Rao", relation: "mother", leavesOutStudent: false, unprintable: "" };
  const facts = { unprintable: "", address: "school.example/join", ownFacts: true };
  const { inputs } = show(<PrintDialog id="1" name="Asha Rao" onClose={() => {}} />, {
    answers: {
      "letters.preview": { people: [seen], guardians: [seen], ...facts },
      "letters.print": refusal("CONFLICT", "This guardian has a login already."),
    },
  });
  await press("Make the PDF");
  await screen.findByText("This guardian has a login already.");
  expect(inputs("letters.print")).toEqual([{ id: "1", guardianId: "mother" }]);
  expect(inputs("letters.preview")).toHaveLength(2);
});
