import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Promotion } from "@/features/enrolments/components/promotion";
import { show } from "../harness/screen";

const years = [2027, 2026, 2025].map((year) => ({
  ...{ _id: String(year), label: `${year}-${(year + 1) % 100}`, firstDay: `${year}-04-01` },
}));

/** The years that the page offers and has chosen, and what it tells. */
function shown(known: typeof years, currentId: string | null, at = "/admin/students/promotion") {
  const { unmount } = show(<Promotion years={known} currentId={currentId} />, { at });
  const [from, to] = ["From", "To"].map((label) => screen.queryByLabelText<HTMLSelectElement>(label));
  const offered = (select = from) => [...(select?.options ?? [])].map(({ value }) => value);
  const found = {
    ...{ from: offered(from), to: offered(to) },
    chosen: [from, to].flatMap((select) => select?.value ?? []),
    told: screen.queryByText(/^There is no school year/)?.textContent,
  };
  unmount();
  return found;
}

it("a class is promoted from the current year to the next one", () => {
  expect(shown(years, "2026")).toEqual({
    ...{ from: ["2026", "2025"], to: ["2027"], chosen: ["2026", "2027"], told: undefined },
  });
});

it("once the latest year has begun, a class that was not promoted in time can still be promoted into it", () => {
  expect(shown(years, "2027")).toEqual({
    ...{ from: ["2026", "2025"], to: ["2027"], chosen: ["2026", "2027"] },
    told: "There is no school year after 2027-28 yet.",
  });
  expect(shown(years, "2027", "/admin/students/promotion?from=2025&to=2027")).toMatchObject({
    ...{ to: ["2027", "2026"], chosen: ["2025", "2027"] },
  });
});

it.each([
  [years.slice(0, 1), "2027", "There is no school year after 2027-28 yet."],
  [[], null, "There is no school year yet."],
])("without a later year nothing is offered: %j", (known, currentId, told) => {
  expect(shown(known, currentId)).toEqual({ from: [], to: [], chosen: [], told });
});
