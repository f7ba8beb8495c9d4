import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { addJourneyYear, call, read } from "../harness/browser-call";
import { open } from "../harness/browser-page";
import { journeyYear, shifted } from "../harness/days";
import { test } from "../harness/fixtures";
import { enterAs, enterAsAdmin, newStudent, register } from "../harness/people";
import { readPdf } from "../harness/read-pdf";
import { productQuery } from "../harness/sql";

const issueOf = (cards: number) => `Issue ${cards} cards`;

const begins = journeyYear.firstDay.slice(0, 4);
const section = `C${String(process.pid).slice(-2)}`;

/** A section of class 12 with two students and released exams. The first student has a login. Returns that student's id. */
async function newClass(page: Page, family: Page): Promise<string> {
  await addJourneyYear(page);
  const place = { className: 12, section, fromDay: journeyYear.firstDay };
  const dev = await call<{ _id: string }>(page, "students.add", { ...place, name: "देव गिल", rollNo: "2" });
  const student = { ...newStudent(), name: "Ananya Deshpande" };
  await register(family, student);
  // The office knows whose account it is.
  const [listed] = await productQuery<{ studentId: string }>(
    `with known as (update users set vouched_at = now() where email = $1 returning id)
     insert into students (user_id, origin) select id, 'office' from known returning user_id as "studentId"`,
    [student.email],
  );
  const ananya = listed?.studentId ?? "";
  await call(page, "enrolments.enrol", { ...place, studentId: ananya, rollNo: "1" });
  await enterAs(family, student);
  const exam = {
    className: 12,
    sections: [section],
    examName: "Half-yearly",
    examDate: shifted("2026-11-18"),
    totalMarks: 80,
  };
  const subjects = ["English", "Mathematics", "Social Science"];
  const made = await call<{ _id: string }[]>(page, "exams.addMany", { ...exam, subjects });
  for (const [index, { _id: id }] of made.entries()) {
    const own = index === 2 ? { kind: "absent" } : { kind: "scored", score: 61 };
    const cells = [
      { studentId: ananya, mark: own, remark: null, seen: 0 },
      { studentId: dev._id, mark: { kind: "scored", score: 48.5 }, remark: null, seen: 0 },
    ];
    await call(page, "exams.saveCells", { id, cells });
    const { digest } = await read<{ digest: string }>(page, "exams.preview", { id });
    await call(page, "exams.release", { id, digest });
  }
  return ananya;
}

async function downloaded(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), pdf: await readPdf(await readFile(await download.path())) };
}

test("report cards are typed, previewed, issued, read by the family, verified by a stranger, replaced and withdrawn", async ({
  page,
  newPerson,
}) => {
  await enterAsAdmin(page);
  const family = await newPerson();
  const ananya = await newClass(page, family);

  await open(page, "/admin/report-cards");
  await page.getByRole("button", { name: "New report cards" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Class", { exact: true }).selectOption("12");
  await dialog.getByLabel("Section").fill(section);
  await dialog.getByLabel("Period", { exact: true }).fill("Term 1");
  await dialog.getByLabel("Days with lessons").fill("184");
  await expect(dialog.getByRole("checkbox", { name: "Half-yearly 3 subjects" })).toBeChecked();
  await expectGoodLayout(page);
  await dialog.getByRole("button", { name: "Make report cards" }).click();

  await expect(page.getByRole("heading", { name: `Term 1, Class 12 ${section}` })).toBeVisible();
  const days = page.getByRole("textbox", { name: "Days of 184: Ananya Deshpande" });
  await days.fill("999");
  await expect(page.getByText("More than 184 days.")).toBeVisible();
  await expect(days).toHaveAccessibleDescription("More than 184 days.");
  const status = page.getByRole("main").getByRole("status").first();
  await expect(status).toHaveText("Not saved: a row has a fault");
  await page.reload();
  await expect(status).toHaveText("Not saved: a row has a fault");
  const menuOf = (name: string) => page.getByRole("button", { name: `More for ${name}` });
  await menuOf("Ananya Deshpande").click();
  await expect(page.getByText("A card can be issued once this row is saved.")).toBeVisible();
  await page.keyboard.press("Escape");
  await days.fill("१७१");
  await days.press("Enter");
  await expect(page.getByRole("textbox", { name: "Days of 184: देव गिल" })).toBeFocused();
  await page.getByRole("textbox", { name: "Class teacher: Ananya Deshpande" }).fill("Asks the questions others need.");
  await page.getByRole("textbox", { name: "Free lines: Ananya Deshpande" }).fill("Art: A; Music: B");
  await expect(status).toHaveText("Saved");
  await expectGoodLayout(page);

  await menuOf("Ananya Deshpande").click();
  const draft = await downloaded(page, () => page.getByRole("button", { name: "Look at the draft" }).click());
  expect(draft.pdf.pages[0]?.text).toContain("171 of 184 days");
  expect(draft.pdf.pages[0]?.codes).toEqual([]);

  await page.getByRole("button", { name: issueOf(2) }).click();
  await expect(dialog).toContainText("1 of them without attendance");
  await expectGoodLayout(page);
  await dialog.getByRole("button", { name: issueOf(2) }).click();
  await expect(dialog.getByText("Done", { exact: true })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("row", { name: /Ananya Deshpande/ })).toContainText(`${begins}-12${section}-001-1`);
  await expect(page.getByRole("button", { name: "Nothing to issue" })).toBeDisabled();

  await open(family, "/user/report-cards");
  const card = family.getByRole("region", { name: `Term 1, ${journeyYear.label}, Card ${begins}-12${section}-001-1` });
  await expect(card).toContainText("Asks the questions others need.");
  await expect(card.getByRole("row", { name: /All subjects/ })).toContainText("122of 160");
  await expect(card.getByRole("row", { name: /All subjects/ })).toContainText("76.3%");
  await expect(card.getByRole("heading", { name: "Also on this card" })).toBeVisible();
  await expectGoodLayout(family);
  const own = await downloaded(family, () => card.getByRole("button", { name: /Download/ }).click());
  const address = new URL(own.pdf.pages[0]?.codes[0] ?? "");

  const stranger = await newPerson();
  await open(stranger, address.pathname);
  await expectGoodLayout(stranger);
  await stranger.getByLabel("Card number").fill(`${begins}-12-999-1`);
  await stranger.getByRole("button", { name: "Check" }).click();
  await expect(stranger.getByText("No card has this code and number.")).toBeVisible();
  await stranger.getByLabel("Card number").fill(`${begins}-12${section.toLowerCase()}-001-1`);
  await stranger.getByRole("button", { name: "Check" }).click();
  await expect(stranger.getByText("This card is real and valid")).toBeVisible();
  await expect(stranger.getByRole("row", { name: /Social Science/ })).toContainText("Absent");
  await expect(stranger.getByText("Asks the questions")).toHaveCount(0);
  await expectGoodLayout(stranger);

  await page.getByRole("textbox", { name: "Free lines: Ananya Deshpande" }).fill("Art: A+");
  await expect(status).toHaveText("Saved");
  await page.getByRole("button", { name: "Issue one card" }).click();
  await expect(dialog).toContainText("1 card replaces an earlier one");
  await dialog.getByRole("button", { name: "Issue one card" }).click();
  await expect(dialog.getByText("Done", { exact: true })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press("Escape");
  await stranger.getByRole("button", { name: "Check again" }).click();
  await stranger.getByLabel("Card number").fill(`${begins}-12${section}-001-1`);
  await stranger.getByRole("button", { name: "Check" }).click();
  await expect(stranger.getByText("This card was replaced")).toBeVisible();

  await page.getByRole("button", { name: "Print all" }).click();
  const printed = await downloaded(page, () => dialog.getByRole("button", { name: "Download" }).click());
  expect(printed.pdf.pages.map(({ codes }) => codes.length)).toEqual([1, 1]);
  await page.keyboard.press("Escape");
  await menuOf("Ananya Deshpande").click();
  await page.getByRole("button", { name: "Withdraw the card" }).click();
  await dialog.getByLabel("Reason").fill("Wrong seal");
  await dialog.getByRole("button", { name: "Withdraw the card" }).click();
  await expect(page.getByRole("row", { name: /Ananya Deshpande/ })).toContainText("Withdrawn");
  await family.reload();
  await expect(family.getByText(/^The institute took this card back on .*: Wrong seal$/)).toBeVisible();

  // A colleague saves first: the values in the open form do not overwrite the colleague's.
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const id = page.url().split("/").at(-1);
  type Sheet = { set: { lastDay: string; rowVersion: number }; exams: { _id: string }[] };
  const { set, exams } = await read<Sheet>(page, "reportCards.get", { id });
  const fields = { title: "Term 1", examIds: exams.map(({ _id }) => _id), daysOpen: 190, lastDay: set.lastDay };
  await call(page, "reportCards.edit", { id, rowVersion: set.rowVersion, ...fields });
  await expect(page.getByText("190 days with lessons")).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByLabel("Days with lessons")).toHaveValue("184");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("These report cards have been changed in the meantime.");

  await open(page, `/admin/students/${ananya}`);
  const ofStudent = page.getByRole("region", { name: "Report Cards" });
  await expect(ofStudent.getByRole("listitem")).toContainText([/Withdrawn.*-001-2.*Wrong seal/, /Replaced.*-001-1/]);
  const kept = await downloaded(page, () => ofStudent.getByRole("button", { name: /-001-1$/ }).click());
  expect(kept.pdf.pages[0]?.codes).toHaveLength(1);
  expect(kept.pdf.pages[0]?.codes).toEqual(own.pdf.pages[0]?.codes);
  await expectGoodLayout(page);
});
