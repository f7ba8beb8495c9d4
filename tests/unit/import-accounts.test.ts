import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ImportAccounts } from "@/features/imports/components/import-accounts";
import type { ImportView } from "@/features/imports/schema";
import { partOf } from "../harness/part-of";

const check: ComponentProps<typeof ImportAccounts>["check"] = partOf({ isPending: false, error: null });
const accounts = ["2:email", "3:email"].map((key, at) => ({
  ...{ key, no: at + 2, of: "Asha Rao", name: "Asha", email: "a@rao.example", attached: false },
  signedUpAt: new Date("2026-11-20"),
}));
const view: ImportView = partOf({ _id: "1", columns: [], accounts });

it("answers about accounts are kept until one button checks the rows with all of them", () => {
  const props = { view, answers: new Map([["3:email", true]]), onAnswer: () => {}, check };
  const drawn = renderToStaticMarkup(createElement(ImportAccounts, props));
  const radios = [...drawn.matchAll(/<input [^>]*name="(\d:email)"[^>]*>/g)];
  const chosen = radios.filter(([radio]) => / checked/.test(radio)).map(([radio]) => /value="\w+"/.exec(radio)?.[0]);
  expect(chosen).toEqual(['value="notThis"', 'value="attach"']);
  expect(drawn.match(/<button/g)).toHaveLength(1);
  expect(drawn).toContain("Check again with these answers");
});
