import { describe, expect, it } from "vitest";
import { tickedAtFirst, wordsOfFacts } from "@/features/people/rules";

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
