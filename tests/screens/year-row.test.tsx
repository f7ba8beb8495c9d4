import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { YearRow } from "@/features/years/components/year-row";
import { show } from "../harness/screen";

it.each([
  ["2025-06-09", "2026-04-30", true, "Ended"],
  ["2025-06-09", "2999-04-30", true, "Current"],
  ["2025-06-09", "2026-04-30", false, "Delete"],
  ["2998-06-08", "2999-04-30", true, "Delete"],
])("a year from %s to %s, current: %s, is marked, or can be deleted: %s", (firstDay, lastDay, isCurrent, mark) => {
  const year = { _id: "1", label: "2025-26", firstDay, lastDay };
  const { container } = show(<YearRow year={year} isCurrent={isCurrent} onEdit={() => {}} onRemove={() => {}} />);
  fireEvent.click(screen.getByRole("button", { name: "More for 2025-26" }));
  expect(container.textContent?.match(/Ended|Current|Delete/g)).toEqual([mark]);
});
