import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { DataTable } from "@/components/table/data-table";

vi.mock("@/components/ui/link", () => ({ Link: (props: object) => createElement("a", props) }));
vi.mock("@/components/table/address", () => ({ useAddress: () => ({ choices: {}, hrefWith: () => "" }) }));

const rows = ["Notes", "Tables", "Maps"].map((name) => ({ _id: name, name }));

/** The ticks of a table, in order, with an x where they are set; all rows of `own` can be ticked, and those of `ticked` are. */
function ticksOf(own: string[], ticked: string[] = []) {
  const props = {
    ...{ label: "Materials", rows, after: [], line: () => "", stale: undefined },
    name: { head: "Name", of: ({ name }: { name: string }) => name, href: () => "" },
    ticks: { has: ({ _id }: { _id: string }) => ticked.includes(_id), set: () => {} },
    mayTick: ({ name }: { name: string }) => own.includes(name),
  };
  const html = renderToStaticMarkup(createElement(DataTable<{ name: string }>, props));
  return [...html.matchAll(/<input[^>]*>/g)].map(
    ([tag]) => `${tag.match(/aria-label="([^"]*)"/)?.[1]}${/ checked=""/.test(tag) ? " x" : ""}`,
  );
}

it("only rows that the caller may work on can be ticked, one by one or all at once", () => {
  const all = "All rows of this page";
  expect(ticksOf(["Notes", "Maps"])).toEqual([all, "Select Notes", "Select Maps"]);
  expect(ticksOf(["Notes", "Maps"], ["Notes", "Maps"])).toEqual([`${all} x`, "Select Notes x", "Select Maps x"]);
  expect(ticksOf([])).toEqual([]);
});
