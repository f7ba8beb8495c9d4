import { QueryClient } from "@tanstack/react-query";
import { httpLink } from "@trpc/client";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { takeToastRequests } from "@/components/ui/toast";
import { OnePerson } from "@/features/people/components/one-person";
import { PersonHeld } from "@/features/people/components/person-held";
import { Found } from "@/features/people/components/person-search";
import { tickedAtFirst, wordsOfFacts } from "@/features/people/rules";
import type { PersonHeldView } from "@/features/people/schema";
import type { ErrorCode } from "@/lib/errors";
import { wire } from "@/lib/wire";
import { api } from "@/trpc/client";

type Asked = { confirmLabel: string; call: (password: string) => Promise<void> };

const page = vi.hoisted(() => ({ refresh: () => {}, asked: {} as Record<string, Asked["call"]> }));
vi.mock("next/navigation", () => ({ useRouter: () => page }));
vi.mock("@/components/form/password-dialog", () => ({
  PasswordDialog({ confirmLabel, call }: Asked) {
    page.asked[confirmLabel] = call;
    return null;
  },
}));

/** The markup of `children` while the server refuses every call. */
function drawnWith(children: ReactNode, refusal?: ErrorCode) {
  const error = wire.output.serialize({ code: -1, message: "Refused.", data: { code: refusal } });
  const fetch = async () => Response.json({ error }, { status: 400 });
  const client = api.createClient({ links: [httpLink({ url: "http://127.0.0.1", transformer: wire, fetch })] });
  return renderToStaticMarkup(createElement(api.Provider, { client, queryClient: new QueryClient(), children }));
}

const row = (_id: string, name: string) => ({ _id, label: "Applications", name, createdAt: new Date(0) });
const account = { _id: "account", name: "Asha Rao", createdAt: new Date(0), emailConfirmed: true, wards: [] };
const wards = [{ _id: "child", name: "Dev Rao" }];

describe("what is ticked at first", () => {
  it.each([
    ["an account alone", { account, rows: [] }, ["account"]],
    ["what names the same person", { account, rows: [row("1", " asha  RAO"), row("2", "Dev Rao")] }, ["account", "1"]],
    [
      "what has another apostrophe",
      { account: { ...account, name: "Sam O’Brien" }, rows: [row("1", "Sam O'Brien")] },
      ["account", "1"],
    ],
    ["nothing of a guardian", { account: { ...account, wards }, rows: [row("1", "Asha Rao")] }, []],
    ["forms of one child", { account: null, rows: [row("1", "Dev Rao"), row("2", "Dev Rao")] }, ["1", "2"]],
    ["nothing of two children", { account: null, rows: [row("1", "Dev Rao"), row("2", "Asha Rao")] }, []],
  ])("%s", (_what, held, ticked) => {
    expect(tickedAtFirst(held)).toEqual(ticked);
  });
});

it("two applications of one child are told apart by class and number", () => {
  const rows = ["S08J-H2WB", "K7Q2-9XMD"].map((of) => ({ ...row(of, "Dev Rao"), about: `Class 7, ${of}` }));
  const children = createElement(PersonHeld, { held: { email: "rao@example.org", account: null, rows, counts: [] } });
  const drawn = drawnWith(children);
  for (const { about } of rows) expect(drawn).toContain(`>Applications: Dev Rao, ${about}, 1 Jan 1970<`);
});

it("the facts that tell a person apart are shown as far as they are known", () => {
  const facts = { phone: null, admissionNo: null, className: null, section: null, children: [] };
  expect(wordsOfFacts(facts)).toEqual([]);
  expect(wordsOfFacts({ ...facts, admissionNo: "LY-7", className: "7", section: "A" })).toEqual([
    ...["Class 7 A", "admission number LY-7"],
  ]);
  const child = { name: "Asha Rao", relation: "mother", className: "7", section: null };
  const children = [child, { ...child, name: "Nila Rao", className: null }];
  expect(wordsOfFacts({ ...facts, phone: "+919823012345", children })).toEqual([
    ...["mother of Asha Rao, 7", "mother of Nila Rao", "+919823012345"],
  ]);
});

it.each([
  [19, false],
  [20, true],
])("a list of %i people says whether there may be more: %s", (count, isSaid) => {
  const facts = { admissionNo: null, className: null, section: null, children: [] };
  const people = Array.from({ length: count }, (_, at) => {
    return { _id: String(at), name: "Sunita Sharma", login: null, phone: `+91982301234${at}`, ...facts };
  });
  const drawn = renderToStaticMarkup(createElement(Found, { people }));
  expect(drawn.includes("These are the first 20")).toBe(isSaid);
  expect(drawn).toContain("+919823012340");
});

it.each([
  ["CONFLICT", ["The login of Asha Rao is open again."], 1],
  ["NOT_FOUND", [], 0],
  ["BAD_REQUEST", [], 0],
] as const)("opening a login again says after the refusal %s: %j", async (refusal, said, refreshed) => {
  page.refresh = vi.fn();
  takeToastRequests();
  const facts = { phone: null, admissionNo: null, className: null, section: null, children: [] };
  const known = { _id: "1", name: "Asha Rao", email: null, createdAt: new Date(0), closedAt: new Date(0) };
  const person: PersonHeldView = { ...known, ...facts, guardians: [], counts: [] };
  drawnWith(createElement(OnePerson, { person }), refusal);
  const opening = page.asked["Open the login again"]?.("secret");
  if (said.length > 0) await opening;
  else await expect(opening).rejects.toThrow("Refused.");
  expect(takeToastRequests().map(({ message }) => message)).toEqual(said);
  expect(page.refresh).toHaveBeenCalledTimes(refreshed);
});
