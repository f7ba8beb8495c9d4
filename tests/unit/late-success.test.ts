import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EditExam } from "@/features/exams/components/edit-exam";
import type { ExamView } from "@/features/exams/schema";
import { NoticeEditor } from "@/features/notices/components/notice-editor";
import { NewSet } from "@/features/report-cards/components/new-set";

type Form = { onDone: (answer: { _id: string }, form: { isConnected: boolean }) => unknown };

const page = vi.hoisted(() => ({
  form: undefined as Form | undefined,
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
vi.mock("@/components/form/use-server-form", () => ({
  useServerForm(form: Form) {
    page.form = form;
    return { form: {}, faults: {} };
  },
}));
vi.mock("@/trpc/client", () => {
  const work = { useMutation: () => ({}), useQuery: () => ({}) };
  const list = { invalidate: () => page.did.push("list") };
  const lists = { exams: { list }, reportCards: { list }, notices: list };
  const room = { add: work, edit: work, choices: work };
  return { api: { useUtils: () => lists, exams: room, notices: room, reportCards: room } };
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
      page.form?.onDone({ _id: "7" }, { isConnected });
      expect(page.did).toEqual(did);
    }
  },
);
