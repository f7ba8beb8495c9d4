import { getQueryKey } from "@trpc/react-query";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { ReleaseExam } from "@/features/exams/components/release-exam";
import { TogetherExam } from "@/features/exams/components/together-exam";
import type { ExamRowView, ExamView } from "@/features/exams/schema";
import { examples } from "@/features/exams/schema-examples";
import type { ReleaseView } from "@/features/exams/schema-release";
import type { TogetherView } from "@/features/exams/schema-together";
import { api } from "@/trpc/client";
import { drawn } from "../harness/drawn";
import { partOf } from "../harness/part-of";

const page = vi.hoisted(() => ({
  opened: {} as object,
  now: {} as object,
  failure: undefined as Error | undefined,
}));
// The dialog keeps the exam that it was opened with.
vi.mock("react", async (actual) => {
  const react = await actual<typeof import("react")>();
  return { ...react, useState: (first: unknown) => react.useState(first === page.now ? page.opened : first) };
});
vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));
vi.mock("@/components/ui/form-dialog", () => ({ FormDialog: ({ children }: { children: ReactNode }) => children }));
vi.mock("@/components/form/use-server-form", () => ({
  useServerForm: () => ({ form: {}, faults: {}, failure: page.failure, busy: false }),
}));

const { exam } = examples.marks;
const none = { secondResults: 0, absent: 0, excused: 0, noMark: 3, mailed: 0, notConfirmed: 0, noAddress: 0 };
const nobody = { noLogin: 0, notWanted: 0, guardiansMailed: 0, guardiansNotMailed: 0, guardiansNoLogin: 0 };
const preview = {
  ...none,
  ...nobody,
  guardiansNotConfirmed: 0,
  before: null,
  digest: "",
  releasableFrom: null,
  leaves: null,
};

function htmlOf(opened: Partial<ExamView>, now: Partial<ExamView>, results: number, more: Partial<ReleaseView> = {}) {
  const shown = { ...exam, ...now } as ExamView;
  Object.assign(page, { opened: { ...exam, ...opened }, now: shown });
  const data: ReleaseView = { ...preview, results, ...more };
  const { html } = drawn(createElement(ReleaseExam, { exam: shown, toSettle: 0, onClose: () => {} }), {
    known: [[getQueryKey(api.exams.preview, { id: shown._id }, "query"), data]],
  });
  return html;
}

const textOf = (...shown: Parameters<typeof htmlOf>) =>
  htmlOf(...shown)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

beforeEach(() => void Object.assign(page, { failure: undefined }));

const [earlier, later] = [new Date("2026-06-01T10:00Z"), new Date("2026-06-08T10:00Z")];
const draft = { state: "draft", tellAt: null } as const;
const released = (tellAt: Date | null) => ({ state: "released", tellAt }) as const;
const done = "These marks have already been released.";
const more = "This exam was released in the meantime. These are the new numbers.";

it.each([
  ["a late release of all of them", released(earlier), released(later), 0, done],
  ["a late release after one that was taken back", released(null), released(later), 0, done],
  ["a first release of all of them", draft, released(later), 0, done],
  ["a release of some of them", draft, released(later), 2, more],
  ["a late release of some of them", released(earlier), released(later), 2, more],
  ["marks that were taken out", released(earlier), released(earlier), 0, undefined],
  ["a release that was taken back", released(later), released(earlier), 2, undefined],
])("whether the dialog to release tells of %s since it was opened", (_, opened, now, results, said) => {
  const text = textOf(opened, now, results);
  for (const words of [done, more]) expect(text.includes(words)).toBe(words === said);
});

it("the dialog does not say that an email leaves in ten minutes, since all may wait for the email of the day", () => {
  const text = textOf(draft, draft, 1, { mailed: 1, leaves: { today: 0, tomorrow: 1, later: 0 } });
  expect(text).toContain("For ten minutes after the release no email leaves, and you can take everything back.");
  expect(text).toContain("1 tomorrow");
});

it("the dialog of an exam that is still to come says from which day it can be released, and does not release it", () => {
  const canRelease = (html: string) => !/<button[^>]* disabled=""/.test(html);
  const said =
    "The exam in Biology is on 5 Dec 2026. Its marks can be released from that day on. If the date is wrong,";
  expect(textOf(draft, draft, 1, { releasableFrom: "2026-12-05" })).toContain(said);
  expect(canRelease(htmlOf(draft, draft, 1, { releasableFrom: "2026-12-05" }))).toBe(false);
  expect(canRelease(htmlOf(draft, draft, 1))).toBe(true);
});

it("a release that got no answer is not said to have failed", () => {
  page.failure = new Error("Failed to fetch");
  expect(textOf(draft, draft, 2)).toContain("No answer came. Please try again: it is done only once.");
});

it.each([
  [{ students: 1, names: ["Asha"] }, "1 student will have two results of this exam: Asha"],
  [{ students: 7, names: ["Asha", "Dev"] }, "7 students will have two results of this exam: Asha, Dev and 5 more"],
  // From a server of the previous version.
  [{ students: 7 }, "7 students will have two results of this exam:  and 7 more"],
])("the row of an exam that is released with others names who will have two results of it", (second, said) => {
  const row: ExamRowView = partOf({ ...exam, entered: 1, students: 2, absent: 0, excused: 0 });
  const shown = {
    exam: row,
    isTicked: true,
    settled: undefined,
    isChanged: false,
    before: undefined,
    toCome: "2026-12-05",
  };
  const secondResults = { id: row._id, ...second } as TogetherView["secondResults"][number];
  const html = renderToStaticMarkup(createElement(TogetherExam, { ...shown, secondResults, onToggle: () => {} }));
  expect(html).toContain(`>${said}<`);
  expect(html).toContain(">Can be released from 5 Dec 2026 on<");
});
