import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { PageRefreshProvider } from "@/components/ui/page-refresh";
import { KeptSetting } from "@/features/settings/components/kept-setting";
import { SeasonSetting } from "@/features/settings/components/season-setting";
import { copy } from "@/features/settings/messages";
import { defaults, type Settings } from "@/features/settings/schema";
import { later, noAnswer, refusal, show, toasts } from "../harness/screen";

const refused = () => refusal("CONFLICT", "A colleague was first.");
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

const season = () => screen.getByLabelText<HTMLInputElement>(copy.season);
const seasonCard = (value: string) => <SeasonSetting found={{ ...defaults, season: value }} shown="2026-27" />;

/** Saves a season. */
function save(value: string) {
  fireEvent.change(season(), { target: { value } });
  press(copy.saveSeason);
}

it("a setting is changed from the value that was last seen or saved, and after a refusal from the one that is shown", async () => {
  const answers: (Settings | Promise<Settings>)[] = [{ ...defaults, season: "2027-28" }];
  const { inputs, router, update } = show(seasonCard("2026-27"), {
    answers: { "settings.change": () => answers.shift() },
  });
  save("2027-28");
  await waitFor(() => expect(toasts()).toEqual([copy.saved]));
  const readAgain = seasonCard("2027-28");
  for (const times of [2, 3]) {
    const { promise, reject } = later<Settings>();
    answers.push(promise);
    save("2028-29");
    update(readAgain);
    expect(season().value).toBe("2028-29");
    reject(refused());
    await screen.findByText("A colleague was first.");
    expect(router.refresh).toHaveBeenCalledTimes(times);
    expect(season().value).toBe("2028-29");
  }
  update(seasonCard("2030-31"));
  expect(season().value).toBe("2030-31");
  save("2028-29");
  const key = "season";
  await waitFor(() =>
    expect(inputs()).toEqual([
      { key, value: "2027-28", before: "2026-27" },
      { key, value: "2028-29", before: "2027-28" },
      { key, value: "2028-29", before: "2027-28" },
      { key, value: "2028-29", before: "2030-31" },
    ]),
  );
});

it("after a refusal, the fields are drawn again only with data that was read after it", async () => {
  const page = (value: string) => <PageRefreshProvider>{seasonCard(value)}</PageRefreshProvider>;
  const reading = later<void>();
  const { router, update } = show(page("2026-27"), { answers: { "settings.change": refused } });
  router.refresh.mockReturnValueOnce(reading.promise);
  for (const value of ["2028-29", "2029-30"]) {
    save(value);
    await screen.findByText("A colleague was first.");
  }
  update(page("2026-27"));
  expect(season().value).toBe("2029-30");
  await act(async () => reading.resolve());
  expect(router.refresh).toHaveBeenCalledTimes(2);
  expect(season().value).toBe("2029-30");
  update(page("2030-31"));
  expect(season().value).toBe("2030-31");
});

it("a colleague's change closes the question about whom a shorter period erases, and the card says why", async () => {
  const faults = [noAnswer(), refused()];
  show(<KeptSetting found={defaults} />, {
    answers: { "students.countLeft": { count: 3 }, "settings.change": () => faults.shift() },
  });
  fireEvent.change(screen.getByLabelText(copy.keptFor), { target: { value: "1" } });
  press(copy.saveKept);
  const question = await screen.findByRole("alertdialog", { name: "Erase 3 students tonight?" });
  press(copy.erase);
  await screen.findByText(copy.failed);
  expect(question.textContent).toContain(copy.failed);
  press(copy.erase);
  await screen.findByText("A colleague was first.");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  press(copy.saveKept);
  await screen.findByRole("alertdialog");
  expect(screen.queryByText("A colleague was first.")).toBeNull();
});
