import { getQueryKey } from "@trpc/react-query";
import { createElement, type ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import EnrolPage from "@/app/admin/get-info/[id]/enrol/page";
import { AdministersProvider } from "@/components/ui/administers";
import { ApplicationPage } from "@/features/admissions/components/application-page";
import { correctCopy } from "@/features/admissions/messages-correct";
import { deskCopy } from "@/features/admissions/messages-desk";
import { type SubmissionState, submissionStates } from "@/features/admissions/schema";
import { api } from "@/trpc/client";
import { drawn } from "../harness/drawn";

vi.mock("@/components/site/page-header", () => ({
  PageHeader: ({ action, beside }: Record<"action" | "beside", ReactNode>) =>
    createElement("div", null, beside, action),
}));
// A menu draws its entries only once it is open.
vi.mock("@/components/table/row-menu", () => ({
  RowMenu: ({ children }: { children: ReactNode }) => children,
  menuLine: "",
}));
const services = vi.hoisted(() => ({ get: vi.fn(), previewEnrolment: vi.fn(), similar: vi.fn() }));
vi.mock("@/features", () => ({ createCaller: () => ({ services }) }));
vi.mock("@/http/page-session", () => ({ requireRole: async () => ({}) }));
vi.mock("@/components/ui/link", () => ({ Link: (props: object) => createElement("a", props) }));

type Form = { fields: readonly string[]; send: (given: Record<string, string>) => Promise<unknown> };
type Choice = { name?: string; onChange?: (event: object) => void };

const page = vi.hoisted(() => ({ forms: [] as Form[], choices: [] as Choice[], toasts: [] as string[] }));
vi.mock("@/components/ui/toast", () => ({ toast: { error: (message: string) => page.toasts.push(message) } }));
vi.mock("@/components/form/use-server-form", async (actual) => {
  const { useServerForm } = await actual<{ useServerForm: (form: Form) => object }>();
  const useNotedForm = (form: Form) => {
    page.forms.push(form);
    return useServerForm(form);
  };
  return { useServerForm: useNotedForm };
});
vi.mock("@/components/ui/select", () => ({
  Select(choice: Choice) {
    page.choices.push(choice);
    return createElement("select", choice);
  },
}));

const at = new Date("2026-11-24T06:30:00Z");
const application = {
  ...{ _id: "a1", reference: "LY-2026-0001", name: "Asha Rao", selectedClass: 7, parentName: "Mira Rao" },
  ...{
    email: "family@example.org",
    phone: "+919823012345",
    previousSchool: null,
    createdAt: at,
    isNew: false,
    mergedInto: null,
  },
  ...{ answerDue: null, answeredAt: at, stateAt: at, visitAt: null, assignedTo: null, hasWritten: false },
  ...{ intake: null, rowVersion: 3, hasMerged: false, student: null, isUndelivered: false, at, steps: [] },
};

beforeEach(() => {
  for (const seen of [page.forms, page.choices, page.toasts]) seen.length = 0;
});

type Given = {
  state: SubmissionState;
  givenClass?: number;
  isUndelivered?: boolean;
  mergedInto?: { _id: string; reference: string } | null;
  administers?: boolean;
  colleagues?: { _id: string; name: string }[];
  answer?: unknown;
};

/** The page of an application, with the server's answer when it is assigned to a colleague. */
function draw({ state, givenClass, isUndelivered = false, mergedInto = null, ...by }: Given) {
  const { administers = true, colleagues = [], answer } = by;
  const similar = { similar: [], merged: [], mergedInto, siblings: [] };
  const page = createElement(ApplicationPage, {
    found: { ...application, state, givenClass: givenClass ?? null, isUndelivered },
    similar,
    letter: null,
    query: "",
  });
  return drawn(createElement(AdministersProvider, { value: administers }, page), {
    answers: { "services.assign": answer },
    known: [[getQueryKey(api.services.colleagues, undefined, "query"), colleagues]],
    router: {},
  });
}
const htmlOf = (given: Given) => draw(given).html;

it("an administrator gets a link to the family's data, and the link contains no email address", () => {
  const href = '"/admin/privacy-requests?application=a1"';
  expect(htmlOf({ state: "declined" })).toContain(href);
  expect(htmlOf({ state: "declined", administers: false })).not.toContain("privacy-requests");
});

it.each(submissionStates)("the page offers the next steps, or says that the child is enrolled: %s", (state) => {
  const isEnrolled = state === "enrolled";
  const html = htmlOf({ state });
  expect([html.includes('name="to"'), html.includes(deskCopy.enrolledHint)]).toEqual([!isEnrolled, isEnrolled]);
  expect(html).toContain('name="message"');
});

it("for an enrolled child, the given class is shown beside the state, even if the form asked for another one", () => {
  expect(htmlOf({ state: "enrolled" })).not.toContain(deskCopy.inClass(8));
  const html = htmlOf({ state: "enrolled", givenClass: 8 });
  expect(html.replaceAll(/<[^>]+>/g, " ")).toMatch(/Class 7\s+Enrolled\s+in Class 8/);
});

it("an application can be edited, and its page says if the last email was not delivered", () => {
  expect(htmlOf({ state: "received" })).toContain("Edit</button>");
  expect(htmlOf({ state: "received" })).not.toContain(correctCopy.undelivered);
  expect(htmlOf({ state: "received", isUndelivered: true })).toContain(correctCopy.undelivered);
});

it("a merged application promises no message to the family, because none can be written there", () => {
  const html = htmlOf({ state: "enrolled", mergedInto: { _id: "a2", reference: "LY-2026-0002" } });
  expect([html.includes(deskCopy.enrolledHint), html.includes('name="message"')]).toEqual([false, false]);
});

it("the enrolment page of a merged application has no form, and links to the other application", async () => {
  services.previewEnrolment.mockResolvedValue({ years: [{ _id: "y1" }] });
  services.similar.mockResolvedValue({ mergedInto: { _id: "a2", reference: "K7Q2-9XMD" } });
  const page = async (mergedInto: string | null) => {
    services.get.mockResolvedValue({ ...application, state: "accepted", mergedInto });
    return JSON.stringify(await EnrolPage({ params: Promise.resolve({ id: "a1" }) }));
  };
  expect(await page(null)).toContain('"preview":');
  const merged = await page("K7Q2-9XMD");
  expect(merged).not.toContain('"preview":');
  expect(merged).toContain("This application was merged into K7Q2-9XMD.");
  expect(merged).toContain('"href":"/admin/get-info/a2"');
});

it("an application is assigned by the button, not by choosing a colleague in the list", async () => {
  const colleagues = [{ _id: "dev", name: "Dev Nair" }];
  const { html, asked } = draw({ state: "received", colleagues, answer: { refused: [] } });
  expect(html).toMatch(/<option value="dev">Dev Nair<.*<button type="submit"[^>]*>Assign<\/button>/);
  expect(page.choices.some(({ name }) => name === "colleague")).toBe(true);
  for (const { onChange } of page.choices.filter(({ name }) => name !== "to")) onChange?.({ target: { value: "dev" } });
  expect(asked).toEqual([]);
  await page.forms.find(({ fields }) => fields.includes("colleague"))?.send({ colleague: "dev" });
  expect(asked).toEqual([["services.assign", { ids: ["a1"], to: "dev", from: null }]]);
});

it("an assignment that fails is reported only by its form", async () => {
  const colleagues = [{ _id: "vera", name: "Vera Shah" }];
  draw({ state: "received", colleagues, answer: new Error("Failed to fetch") });
  const hand = page.forms.find(({ fields }) => fields.includes("colleague"));
  await expect(hand?.send({ colleague: "vera" })).rejects.toThrow("Failed to fetch");
  expect(page.toasts).toEqual([]);
});
