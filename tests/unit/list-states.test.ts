import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { FoundCount, NothingFound } from "@/components/table/table-states";
import { useLast } from "@/components/table/use-last";

const address = vi.hoisted(() => ({ choices: {} }));
vi.mock("@/components/table/address", () => ({ useAddress: () => address }));
vi.mock("@/components/table/choice-link", () => ({ ChoiceLink: () => null }));

const answers: [what: string, data: string | undefined, isPlaceholderData: boolean, isError: boolean, stale: string][] =
  [
    ["its answer", "new", false, false, ""],
    ["its answer, whose next page failed", "new", false, true, ""],
    ["the rows of the choice before, while others are on their way", "old", true, false, "coming"],
    ["the rows from the server, while others are on their way", undefined, false, false, "coming"],
    ["the rows from the server, after others have failed", undefined, false, true, "failed"],
  ];

it.each(answers)("a list shows %s", (_, data, isPlaceholderData, isError, stale) => {
  const Shown = () => createElement("b", null, useLast({ data, isPlaceholderData, isError }, "old").stale);
  expect(renderToStaticMarkup(createElement(Shown))).toBe(`<b>${stale}</b>`);
});

it.each([
  [{ count: undefined }, ""],
  [{ count: 0 }, "None found"],
  [{ count: 1234 }, "1,234 found"],
  [{ count: 20, hasMore: true }, "20 or more found"],
])("what was found is told as far as it is known: %j", (props, told) => {
  expect(renderToStaticMarkup(createElement(FoundCount, props))).toContain(`>${told}</p>`);
});

it.each([
  [{ q: "zzzz" }, "Nobody matches “zzzz”", ""],
  [{ q: "zzzz", login: "none" }, "Nobody matches “zzzz”", "Filtered by “zzzz”, Login: None."],
  [{ q: "zzzz" }, "No exam matches", "Filtered by “zzzz”."],
])("where %j has emptied the list, the filters are named once", (choices, title, hint) => {
  address.choices = choices;
  const facets = [{ name: "login", label: "Login", options: [{ value: "none", label: "None" }] }];
  const props = { icon: null, title, filters: ["q", "login"], facets };
  const said = renderToStaticMarkup(createElement(NothingFound, props));
  expect(said.match(/Filtered by [^<]*/)?.[0] ?? "").toBe(hint);
});
