import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useAddress } from "@/components/table/address";
import { DataTable } from "@/components/table/data-table";
import { Pager } from "@/components/table/pager";
import { FoundCount, NothingFound } from "@/components/table/table-states";
import { useLast } from "@/components/table/use-last";
import { show } from "../harness/screen";

type Answer = [what: string, data: string | undefined, isPlaceholderData: boolean, isError: boolean, stale: string];

it.each<Answer>([
  ["its answer", "new", false, false, ""],
  ["its answer, whose next page failed", "new", false, true, ""],
  ["the rows of the previous choice while new ones are loading", "old", true, false, "coming"],
  ["the rows that came with the page while new ones are loading", undefined, false, false, "coming"],
  ["the rows that came with the page after new ones failed to load", undefined, false, true, "failed"],
])("a list shows %s", (_, data, isPlaceholderData, isError, stale) => {
  function Shown() {
    const list = useLast({ data, isPlaceholderData, isError }, "old");
    return `${list.data} ${list.stale ?? ""}`;
  }
  const { container } = show(<Shown />);
  expect(container.textContent).toBe(`${data ?? "old"} ${stale}`);
});

it.each([
  [{ count: undefined }, ""],
  [{ count: 0 }, "None found"],
  [{ count: 1234 }, "1,234 found"],
  [{ count: 20, hasMore: true }, "20 or more found"],
])("the number found is shown as far as it is known: %j", (props, told) => {
  const { container } = show(<FoundCount {...props} />);
  expect(container.textContent).toBe(told);
});

it.each([
  ["?q=zzzz", "Nobody matches “zzzz”", ""],
  ["?q=zzzz&login=none", "Nobody matches “zzzz”", "Filtered by “zzzz”, Login: None."],
  ["?q=zzzz", "No exam matches", "Filtered by “zzzz”."],
])("if %s has emptied the list, each filter is named once", (at, title, hint) => {
  const facets = [{ name: "login", label: "Login", options: [{ value: "none", label: "None" }] }];
  const { container } = show(<NothingFound icon={null} title={title} filters={["q", "login"]} facets={facets} />, {
    at,
  });
  expect(container.textContent).toBe(`${title}${hint}Clear all`);
});

it.each([
  [1, 120, [], "1 to 50 of 120"],
  [2, 120, ["Previous page", "Next page"], "51 to 100 of 120"],
  [2, 220, ["Previous page"], "51 to 100 of 220"],
  [4, 220, ["Next page"], "151 to 200 of 220"],
])(
  "on page %i of %i rows, an arrow that will disappear hands its focus to the pager, and the shown rows are announced",
  (page, total, handing, told) => {
    function Pages() {
      const { choices } = useAddress();
      return <Pager page={Number(choices.page || 1)} size={50} total={total} />;
    }
    const handed = ["Previous page", "Next page"].filter((name) => {
      const { unmount } = show(<Pages />, { at: `?page=${page}` });
      expect(screen.getByText(told).getAttribute("aria-live")).toBe("polite");
      const arrow = screen.queryByLabelText(name);
      arrow?.focus();
      if (arrow) fireEvent.click(arrow);
      // As Next does after a change of the history.
      act(() => void window.dispatchEvent(new Event("address")));
      const isGone = !arrow?.isConnected;
      if (arrow) expect(document.activeElement).toBe(isGone ? screen.getByRole("navigation") : arrow);
      unmount();
      return arrow && isGone;
    });
    expect(handed).toEqual(handing);
  },
);

const rows = ["Notes", "Tables", "Maps"].map((name) => ({ _id: name, name }));

/** The ticks of a table, in order, with an x where they are set; all rows of `own` can be ticked, and those of `ticked` are. */
function ticksOf(own: string[], ticked: string[] = []) {
  const { unmount } = show(
    <DataTable
      label="Materials"
      name={{ head: "Name", of: ({ name }) => name, href: () => "/" }}
      line={() => ""}
      after={[]}
      rows={rows}
      stale={undefined}
      ticks={{ has: ({ _id }) => ticked.includes(_id), set() {} }}
      mayTick={({ name }) => own.includes(name)}
    />,
  );
  const ticks = screen
    .queryAllByRole<HTMLInputElement>("checkbox")
    .map(({ ariaLabel, checked }) => `${ariaLabel}${checked ? " x" : ""}`);
  unmount();
  return ticks;
}

it("only rows that the caller may work on can be ticked, one by one or all at once", () => {
  const all = "All rows of this page";
  expect(ticksOf(["Notes", "Maps"])).toEqual([all, "Select Notes", "Select Maps"]);
  expect(ticksOf(["Notes", "Maps"], ["Notes", "Maps"])).toEqual([`${all} x`, "Select Notes x", "Select Maps x"]);
  expect(ticksOf([])).toEqual([]);
});
