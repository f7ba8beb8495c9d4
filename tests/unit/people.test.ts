import { describe, expect, it } from "vitest";
import { tickedAtFirst } from "@/features/people/rules";

const row = (_id: string, name: string) => ({ _id, label: "Applications", name, createdAt: new Date(0) });
const account = { _id: "account", name: "Asha Rao", createdAt: new Date(0), emailConfirmed: true, wards: [] };
const wards = [{ _id: "child", name: "Dev Rao" }];

describe("what is ticked at first", () => {
  it.each([
    ["an account alone", { account, rows: [] }, ["account"]],
    ["what names the same person", { account, rows: [row("1", " asha  RAO"), row("2", "Dev Rao")] }, ["account", "1"]],
    ["nothing of a guardian", { account: { ...account, wards }, rows: [row("1", "Asha Rao")] }, []],
    ["forms of one child", { account: null, rows: [row("1", "Dev Rao"), row("2", "Dev Rao")] }, ["1", "2"]],
    ["nothing of two children", { account: null, rows: [row("1", "Dev Rao"), row("2", "Asha Rao")] }, []],
  ])("%s", (_what, held, ticked) => {
    expect(tickedAtFirst(held)).toEqual(ticked);
  });
});
