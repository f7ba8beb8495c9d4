import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dateHere } from "@/content/institute";
import { EditExam } from "@/features/exams/components/edit-exam";
import type { ExamView } from "@/features/exams/schema";
import { NoticeEditor } from "@/features/notices/components/notice-editor";
import { NewSet } from "@/features/report-cards/components/new-set";
import { EndMany } from "@/features/students/components/end-many";
import { PlaceMany } from "@/features/students/components/place-many";
import { addDays } from "@/lib/dates";
import { drawnForm } from "../harness/drawn-form";

const page = vi.hoisted(() => ({
  did: [] as string[],
  shown: null as object | null,
}));
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useRef: (first: unknown) => ({ current: first ?? page.shown }),
}));
vi.mock("next/navigation", () => {
  const go = (href: string) => page.did.push(href);
  return { useRouter: () => ({ push: go, replace: go, refresh: () => page.did.push("read anew") }) };
});
vi.mock("@/components/ui/toast", () => ({ toast: { success: (message: string) => page.did.push(message) } }));
vi.mock("@/components/ui/form-dialog", () => ({ FormDialog: () => null }));
vi.mock("@/components/ui/card", () => ({ Card: () => null }));
vi.mock("@/features/notices/components/whom-it-reaches", () => ({ WhomItReaches: () => null }));
vi.mock("@/components/form/use-server-form", () => import("../harness/drawn-form"));
vi.mock("@/trpc/client", () => {
  const work = { useMutation: () => ({}), useQuery: () => ({}) };
  const many = { useMutation: () => ({ mutateAsync: async () => ({ done: 2, refused: [] }) }) };
  const list = { invalidate: () => page.did.push("list") };
  const lists = { exams: { list }, reportCards: { list }, notices: list };
  const room = { add: work, edit: work, choices: work };
  return {
    api: {
      useUtils: () => lists,
      exams: room,
      notices: room,
      reportCards: room,
      enrolments: { placeMany: many, endMany: many },
    },
  };
});

beforeEach(() => {
  Object.assign(page, { did: [] });
  vi.stubGlobal("window", { location: { reload: () => page.did.push("loaded again") } });
});

afterEach(() => void vi.unstubAllGlobals());

const onClose = () => {};
const begun = { title: "", text: "", audience: [], toStudents: true, toGuardians: true, pinned: false };
const exam = { _id: "1" } as ExamView;
const forms = {
  exam: () => createElement(EditExam, { exam, onClose }),
  set: () => createElement(NewSet, { year: undefined, onClose }),
  notice: () => createElement(NoticeEditor, { notice: { ...begun, until: null, mustConfirm: false }, places: null }),
};

it.each([
  ["exam", ["The exam is changed.", "list", "read anew"], ["loaded again"]],
  ["set", ["list", "The report cards are added."], ["list", "/admin/report-cards/7"]],
  ["notice", ["list", "The notice is saved as a draft."], ["list", "/admin/notices/7"]],
] as const)(
  "the success of the %s form is reported if the form was left, and shown if it was not",
  (name, left, there) => {
    for (const [isConnected, did] of [
      [false, left],
      [true, there],
    ] as const) {
      Object.assign(page, { did: [], shown: isConnected ? {} : null });
      renderToStaticMarkup(forms[name]());
      drawnForm.onDone({ _id: "7" }, { isConnected });
      expect(page.did).toEqual(did);
    }
  },
);

it.each([
  ["place", 0, "Done: 2 students are in the class."],
  ["place", 1, /^Done: 2 students come into the class on \d/],
  ["end", -1, "Done: 2 students have left."],
  ["end", 0, /^Done: the last day of 2 students is \d/],
] as const)("to %s many students %i days from today says what is true today", async (act, days, words) => {
  const onDone = vi.fn();
  const day = addDays(dateHere(new Date()), days);
  renderToStaticMarkup(
    createElement(act === "place" ? PlaceMany : EndMany, { students: [], year: undefined, day, onClose, onDone }),
  );
  drawnForm.onDone(await drawnForm.send({ day }), { isConnected: true });
  expect(onDone.mock.calls).toEqual([[{ done: 2, refused: [] }, expect.stringMatching(words)]]);
});
