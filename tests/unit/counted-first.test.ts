import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { InviteDialog } from "@/features/codes/components/invite-dialog";
import { ReleaseTogether } from "@/features/exams/components/release-together";
import { togetherScreens } from "@/features/exams/messages-together";
import type { ExamRowView } from "@/features/exams/schema";

type Work = { isPending?: boolean; isFetching?: boolean; isError?: boolean; error?: Error | null; data?: object };

const server = vi.hoisted(() => ({ preview: {}, sending: {} }));
// A portal is not rendered without a DOM.
vi.mock("@/components/ui/form-dialog", () => ({
  FormDialog: ({ children }: { children: ReactNode }) => createElement("main", null, children),
}));
vi.mock("@/features/exams/components/together-exam", () => ({ TogetherExam: () => null }));
vi.mock("@/components/ui/now-or-later", () => ({ NowOrLater: () => null }));
vi.mock("@/trpc/client", () => {
  const counted = { useQuery: () => server.preview, useMutation: () => server.preview };
  const sent = { useMutation: () => server.sending };
  return {
    api: {
      useUtils: () => ({}),
      exams: { previewTogether: counted, releaseTogether: sent },
      codes: { previewInvite: counted, inviteMany: sent },
      letters: { printMany: { useMutation: () => ({}) } },
    },
  };
});

const counted = {
  ...{
    exams: [{ id: "1", digest: "a" }],
    settled: [],
    toCome: [],
    secondResults: [],
    results: 3,
    mailed: 2,
    guardiansMailed: 0,
  },
  ...{ leaves: null, done: 2, guardians: 0, guardiansLeft: 0, invitedLately: 0, letters: [], withoutStudent: 0 },
  ...{ refused: [], byMail: true, address: "school.example/join", ownFacts: true },
};

const onClose = () => {};
const exam = { _id: "1" } as ExamRowView;
const dialogs = {
  release: createElement(ReleaseTogether, { name: "Unit Test 1", exams: [exam], isCut: true, onClose }),
  invite: createElement(InviteDialog, { students: ["1", "2"], onClose }),
};

function drawn(dialog: keyof typeof dialogs, preview: Work, sending: Work = {}) {
  Object.assign(server, { preview, sending });
  const html = renderToStaticMarkup(dialogs[dialog]);
  return {
    holds: html.includes('aria-busy="true"'),
    canSend: !/<button[^>]* disabled=""/.test(html),
    offers: html.includes("Try Again"),
  };
}

const failed = { isError: true, error: new Error("Failed to fetch") };
const coming = { isPending: true, isFetching: true, error: null };

it.each(["release", "invite"] as const)(
  "the dialog to %s can be closed while it counts, and after counting has failed",
  (dialog) => {
    expect(drawn(dialog, coming)).toEqual({ holds: false, canSend: false, offers: false });
    expect(drawn(dialog, failed)).toEqual({ holds: false, canSend: false, offers: true });
    expect(drawn(dialog, { data: counted, error: null })).toEqual({ holds: false, canSend: true, offers: false });
  },
);

it("the dialog to invite says how many letters leave out the student’s code and who gets none, with links to those who still exist", () => {
  const refused = ["Nila", ""].map((name, index) => ({ studentId: `${index}`, name, why: "gone" }));
  const plan = { ...counted, letters: ["1", "2"], withoutStudent: 2, refused };
  Object.assign(server, { preview: { data: plan, error: null }, sending: {} });
  const html = renderToStaticMarkup(dialogs.invite);
  expect(html).toContain("2 letters leave out the student’s code:");
  expect(html.match(/<li.*?<\/li>/g)?.map((line) => line.replace(/ class="[^"]*"/g, ""))).toEqual([
    '<li><a href="/admin/students/0">Nila</a>: gone</li>',
    "<li>gone</li>",
  ]);
});

it.each([
  [{}, ["2 students need a code: 2 get it by email.", "The codes open a login at school.example/join.", "Send 2"]],
  [{ guardians: 3 }, ["3 of their guardians get a code by email.", "Send 5"]],
  [{ done: 0, guardians: 1 }, ["None of these students gets a code.", "1 of their guardians gets a code", "Send 1"]],
  [
    { done: 0, refused: [{ studentId: "1", name: "Asha Rao", why: "misread" }] },
    ["None of these students gets a code."],
  ],
  [{ done: 0, guardiansLeft: 2 }, ["2 of their guardians get no code here. Print letters with “Letters”."]],
  [{ done: 0, invitedLately: 2 }, ["2 of these students and guardians were invited by email in the last 24 hours"]],
  [{ ownFacts: false }, ["name and telephone number are not published yet"]],
])("the dialog to invite says what happens for students and guardians: %j", (more, words) => {
  Object.assign(server, { preview: { data: { ...counted, ...more }, error: null }, sending: {} });
  const html = renderToStaticMarkup(dialogs.invite);
  expect(words.filter((said) => !html.includes(said))).toEqual([]);
});

it("emails that go only to guardians are counted as sent", () => {
  const data = { ...counted, done: 0, guardians: 2 };
  Object.assign(server, { preview: { data, error: null }, sending: { data, error: null } });
  expect(renderToStaticMarkup(dialogs.invite)).toContain("Done 2 (2 guardians), refused 0.");
});

it("the dialog to invite stays while it sends", () => {
  const { holds } = drawn("invite", { data: counted, error: null }, { isPending: true });
  expect(holds).toBe(true);
});

it("the dialog says if exams of the same name may be on another page, which are not released with these", () => {
  drawn("release", { data: counted, error: null });
  const whole = createElement(ReleaseTogether, { name: "Unit Test 1", exams: [exam], isCut: false, onClose });
  const said = [dialogs.release, whole].map((one) => renderToStaticMarkup(one).includes(togetherScreens.isCut));
  expect(said).toEqual([true, false]);
});

it("nothing can be released while the dialog counts again", () => {
  expect(drawn("release", { data: counted, isFetching: true })).toMatchObject({ holds: false, canSend: false });
});

it("if no exam is left to release, the dialog does not claim that all are released", () => {
  const settled = (["released", "scheduled", "nothing"] as const).map((why) => ({ id: exam._id, why }));
  Object.assign(server, { preview: { data: { ...counted, exams: [], settled }, error: null } });
  expect(renderToStaticMarkup(dialogs.release)).toContain("already released or scheduled, or has no marks to release");
});
