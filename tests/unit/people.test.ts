import { QueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { PersonHeld } from "@/features/people/components/person-held";
import { Found } from "@/features/people/components/person-search";
import { tickedAtFirst, wordsOfFacts } from "@/features/people/rules";
import { api } from "@/trpc/client";

vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));

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
  const provided = { client: api.createClient({ links: [] }), queryClient: new QueryClient(), children };
  const drawn = renderToStaticMarkup(createElement(api.Provider, provided));
  for (const { about } of rows) expect(drawn).toContain(`>Applications: Dev Rao, ${about}, 1 Jan 1970<`);
});

it("what tells a person apart is said as far as it is known", () => {
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
