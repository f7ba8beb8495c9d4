import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Failed } from "@/components/ui/failed";
import { MoreButton } from "@/components/ui/more-button";
import { show } from "../harness/screen";

/** What has the focus: the name of a row or field, or the kind of the element. */
const focused = () => document.activeElement?.ariaLabel ?? document.activeElement?.tagName;

function Page({ hasRow = true, hasControl = true }) {
  return (
    <main id="content" tabIndex={-1} aria-label="page">
      <input aria-label="field" />
      <ul>
        {hasRow && (
          <li tabIndex={-1} aria-label="row">
            {hasControl && (
              <Failed of={{ isFetching: false, refetch: async () => {} }}>The codes could not be loaded.</Failed>
            )}
          </li>
        )}
      </ul>
    </main>
  );
}

it.each([
  ["the row, which stays", { hasFocus: true, rowStays: true }, "row"],
  ["the page, because the row goes as well", { hasFocus: true, rowStays: false }, "page"],
  ["nothing, because the focus has moved on", { hasFocus: false, rowStays: true }, "field"],
])("a control that disappears hands the focus to %s", async (_, { hasFocus, rowStays }, reached) => {
  const { update } = show(<Page />);
  (hasFocus ? screen.getByRole("button") : screen.getByRole("textbox")).focus();
  await act(async () => update(<Page hasRow={rowStays} hasControl={false} />));
  expect(focused()).toBe(reached);
});

function List({ rows, hasMore }: { rows: string[]; hasMore: boolean }) {
  return (
    <div>
      <input aria-label="field" />
      <ul>
        {rows.map((row) => (
          <li key={row} aria-label={row}>
            {row}
          </li>
        ))}
      </ul>
      {hasMore && <MoreButton list={{}} shown={rows.length} />}
    </div>
  );
}

it.each([
  ["the first new row", { hasFocus: true, comes: ["d", "e"], hasMore: false }, "d"],
  ["the first new row, although there are more", { hasFocus: true, comes: ["d", "e"], hasMore: true }, "d"],
  ["nothing, because no row came", { hasFocus: true, comes: [], hasMore: false }, "BODY"],
  ["nothing, because the focus has moved on", { hasFocus: false, comes: ["d"], hasMore: false }, "field"],
])("a button that shows more rows hands the focus to %s", async (_, { hasFocus, comes, hasMore }, reached) => {
  const rows = ["a", "b", "c"];
  const { update } = show(<List rows={rows} hasMore />);
  (hasFocus ? screen.getByRole("button") : screen.getByRole("textbox")).focus();
  await act(async () => update(<List rows={[...rows, ...comes]} hasMore={hasMore} />));
  expect(focused()).toBe(reached);
});
