import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { Promotion } from "@/features/enrolments/components/promotion";

const address = vi.hoisted(() => ({ choices: {} as Record<string, string>, go: () => undefined }));
vi.mock("@/components/table/address", () => ({ useAddress: () => address }));
// Other tests load the real ones, and modules are shared.
vi.mock("@/components/table/table-states", () => ({ FailedBar: () => null, TableSkeleton: () => null }));
vi.mock("@/features/enrolments/components/past-promotions", () => ({ PastPromotions: () => null }));
vi.mock("@/trpc/client", () => ({ api: {} }));

beforeEach(() => {
  address.choices = {};
});

const years = [2027, 2026, 2025].map((year) => ({
  ...{ _id: String(year), label: `${year}-${(year + 1) % 100}`, firstDay: `${year}-04-01` },
}));

/** The years that the page offers and has chosen, and what it tells. */
function drawn(shown: typeof years, currentId: string | null) {
  const html = renderToStaticMarkup(createElement(Promotion, { years: shown, currentId }));
  const [from = "", to = ""] = html.split("<select").slice(1);
  const offered = (select: string) => [...select.matchAll(/value="(\d{4})"/g)].map(([, year]) => year);
  return {
    ...{ from: offered(from), to: offered(to) },
    chosen: [...html.matchAll(/value="(\d{4})" selected/g)].map(([, year]) => year),
    told: html.match(/There is no school year[^<]*/)?.[0],
  };
}

it("a class is promoted from the current year to the next one", () => {
  expect(drawn(years, "2026")).toEqual({
    ...{ from: ["2026", "2025"], to: ["2027"], chosen: ["2026", "2027"], told: undefined },
  });
});

it("once the latest year has begun, a class that was not promoted in time can still be promoted into it", () => {
  expect(drawn(years, "2027")).toEqual({
    ...{ from: ["2026", "2025"], to: ["2027"], chosen: ["2026", "2027"] },
    told: "There is no school year after 2027-28 yet.",
  });
  address.choices = { from: "2025", to: "2027" };
  expect(drawn(years, "2027")).toMatchObject({ to: ["2027", "2026"], chosen: ["2025", "2027"] });
});

it.each([
  [years.slice(0, 1), "2027", "There is no school year after 2027-28 yet."],
  [[], null, "There is no school year yet."],
])("without a later year nothing is offered: %j", (shown, currentId, told) => {
  expect(drawn(shown, currentId)).toEqual({ from: [], to: [], chosen: [], told });
});
