import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ReleaseExam } from "@/features/exams/components/release-exam";
import type { ExamView } from "@/features/exams/schema";
import { examples } from "@/features/exams/schema-examples";
import type { ReleaseView } from "@/features/exams/schema-release";
import { noAnswer, show } from "../harness/screen";

const counts = { ...examples.preview, absent: 0, mailed: 0, guardiansMailed: 0, leaves: null };
const draft = { state: "draft", tellAt: null } as const;

/** Opens the dialog to release an exam, of which the page then shows what it is now. */
async function dialog(view: Partial<ReleaseView>, opened: Partial<ExamView> = draft, now = opened) {
  const answers = { "exams.preview": { ...counts, ...view }, "exams.release": noAnswer() };
  const part = (exam: Partial<ExamView>) => (
    <ReleaseExam exam={{ ...examples.exam, ...exam }} toSettle={0} onClose={() => {}} />
  );
  const { user, update } = show(part(opened), { answers });
  const shown = within(screen.getByRole("dialog"));
  await shown.findByText(/the address is not confirmed/);
  update(part(now));
  return { user, shown, text: screen.getByRole("dialog").textContent ?? "" };
}

const [earlier, later] = [new Date("2026-06-01T10:00Z"), new Date("2026-06-08T10:00Z")];
const released = (tellAt: Date | null) => ({ state: "released", tellAt }) as const;
const done = "These marks have already been released.";
const more = "This exam was released in the meantime. These are the new numbers.";

it.each([
  ["a late release of all of them", released(earlier), released(later), 0, done],
  ["a late release after one that was taken back", released(null), released(later), 0, done],
  ["a first release of all of them", draft, released(later), 0, done],
  ["a release of some of them", draft, released(later), 2, more],
  ["a late release of some of them", released(earlier), released(later), 2, more],
  ["marks that were taken out", released(earlier), released(earlier), 0, undefined],
  ["a release that was taken back", released(later), released(earlier), 2, undefined],
])("whether the dialog to release tells of %s since it was opened", async (_, opened, now, results, said) => {
  const { text } = await dialog({ results }, opened, now);
  expect([done, more].filter((words) => text.includes(words))).toEqual(said ? [said] : []);
});

it("the dialog does not say that an email leaves in ten minutes, since all may wait for the email of the day", async () => {
  const { text } = await dialog({ results: 1, mailed: 1, leaves: { today: 0, tomorrow: 1, later: 0 } });
  expect(text).toContain("For ten minutes after the release no email leaves, and you can take everything back.");
  expect(text).toContain("1 tomorrow");
});

it.each([
  [null, false],
  ["2026-12-05", true],
])(
  "the dialog of an exam that is still to come says from which day it can be released, and does not release it: %s",
  async (releasableFrom, isToCome) => {
    const { text, shown } = await dialog({ results: 1, releasableFrom });
    const said =
      "The exam in Biology is on 5 Dec 2026. Its marks can be released from that day on. If the date is wrong,";
    expect(text.includes(said)).toBe(isToCome);
    expect(shown.getByRole<HTMLButtonElement>("button", { name: "Release 1 result" }).disabled).toBe(isToCome);
  },
);

it("a release that got no answer is not said to have failed", async () => {
  const { user, shown } = await dialog({ results: 2 });
  await user.click(shown.getByRole("button", { name: "Release 2 results" }));
  await shown.findByText("No answer came. Please try again: it is done only once.");
});
