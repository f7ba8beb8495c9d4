import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { OwnCalendar } from "@/features/calendars/components/own-calendar";
import { copy } from "@/features/calendars/messages";
import { refusal, show } from "../harness/screen";

const made = (time: string) => ({ createdAt: new Date(time), lastUsedOn: null });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it.each([
  [copy.renew, "calendars.renew"],
  [copy.end, "calendars.end"],
])("“%s” applies to the link at the time of the press", async (words, call) => {
  const latest = vi.fn(() => made("2026-12-01T10:00:00Z")).mockReturnValueOnce(made("2026-11-30T09:00:00Z"));
  const { inputs } = show(<OwnCalendar found={made("2026-11-29T08:00:00Z")} site="" />, {
    answers: { [call]: refusal("CONFLICT", copy.madeMeanwhile), "calendars.mine": latest },
  });
  press(words);
  for (const day of ["30 Nov 2026", "1 Dec 2026"]) {
    press(words);
    await screen.findByText(copy.has(day), { exact: false });
    await screen.findByText(copy.madeMeanwhile);
  }
  press(copy.cancel);
  press(words);
  press(words);
  await waitFor(() =>
    expect(inputs(call)).toEqual([
      { seen: "2026-11-29T08:00:00.000Z" },
      { seen: "2026-11-29T08:00:00.000Z" },
      { seen: "2026-12-01T10:00:00.000Z" },
    ]),
  );
});

it("making a first link ends no other link", async () => {
  const { inputs } = show(<OwnCalendar found={null} site="" />);
  press(copy.make);
  await waitFor(() => expect(inputs("calendars.renew")).toEqual([{ seen: null }]));
});
