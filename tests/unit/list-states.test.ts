import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { Pager } from "@/components/table/pager";
import { FoundCount, NothingFound } from "@/components/table/table-states";
import { useLast } from "@/components/table/use-last";
import { partOf } from "../harness/part-of";

type Drawn = { "aria-label"?: string; onGo?: (link: HTMLElement) => void };

const address = vi.hoisted(() => ({ choices: {} }));
const links = vi.hoisted(() => new Map<string | undefined, Drawn>());
vi.mock("@/components/table/address", () => ({ useAddress: () => address }));
vi.mock("@/components/table/choice-link", () => ({
  ChoiceLink(props: Drawn) {
    links.set(props["aria-label"], props);
    return null;
  },
}));

const answers: [what: string, data: string | undefined, isPlaceholderData: boolean, isError: boolean, stale: string][] =
  [
    ["its answer", "new", false, false, ""],
    ["its answer, whose next page failed", "new", false, true, ""],
    ["the rows of the previous choice while new ones are loading", "old", true, false, "coming"],
    ["the rows that came with the page while new ones are loading", undefined, false, false, "coming"],
    ["the rows that came with the page after new ones failed to load", undefined, false, true, "failed"],
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
])("the number found is shown as far as it is known: %j", (props, told) => {
  expect(renderToStaticMarkup(createElement(FoundCount, props))).toContain(`>${told}</p>`);
});

it.each([
  [{ q: "zzzz" }, "Nobody matches “zzzz”", ""],
  [{ q: "zzzz", login: "none" }, "Nobody matches “zzzz”", "Filtered by “zzzz”, Login: None."],
  [{ q: "zzzz" }, "No exam matches", "Filtered by “zzzz”."],
])("if %j has emptied the list, each filter is named once", (choices, title, hint) => {
  address.choices = choices;
  const facets = [{ name: "login", label: "Login", options: [{ value: "none", label: "None" }] }];
  const props = { icon: null, title, filters: ["q", "login"], facets };
  const said = renderToStaticMarkup(createElement(NothingFound, props));
  expect(said.match(/Filtered by [^<]*/)?.[0] ?? "").toBe(hint);
});

it.each([
  [1, 120, [], "1 to 50 of 120"],
  [2, 120, ["Previous page", "Next page"], "51 to 100 of 120"],
  [2, 220, ["Previous page"], "51 to 100 of 220"],
  [4, 220, ["Next page"], "151 to 200 of 220"],
])(
  "on page %i of %i rows, an arrow that will disappear hands its focus to the pager, and the shown rows are announced",
  (page, total, go, told) => {
    links.clear();
    const html = renderToStaticMarkup(createElement(Pager, { page, size: 50, total }));
    expect(html).toMatch(new RegExp(`aria-live="polite"[^>]*>${told}<`));
    const handed = [...links].filter(([, { onGo }]) => {
      const pages = { focus: vi.fn() };
      onGo?.(partOf({ closest: () => pages }));
      return pages.focus.mock.calls.length > 0;
    });
    expect(handed.map(([name]) => name)).toEqual(go);
    expect(/<nav[^>]*>/.exec(html)?.[0]).toContain('tabindex="-1"');
  },
);
