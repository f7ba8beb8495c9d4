import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { writeXlsx } from "hucre/xlsx";
import { expectGoodLayout } from "../harness/axe";
import { addJourneyYear, call, read } from "../harness/browser-call";
import { open } from "../harness/browser-page";
import { classList, csvFile, listHeads, xlsxFile } from "../harness/class-list";
import { test } from "../harness/fixtures";
import { enterAsAdmin, newStudent, register } from "../harness/people";

/** A list of students that no other test uses, in a section of their own. */
function ownList(count: number): string[][] {
  const word = `z${process.pid}${Date.now().toString(36)}`;
  return classList(count).map(([number, name, born = "", className = "", , ...rest]) => {
    return [`${word}-${number}`, `${name} ${word}`, born, className, "ZQ", ...rest];
  });
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await choosing).setFiles({ name, mimeType: "application/octet-stream", buffer });
}

const total = (page: Page, state: string): Locator => page.getByRole("main").getByRole("link", { name: state });

test.use({ expectedErrors: [/the server responded with a status of (409|415|422)/] });

test("a list of 300 students is checked, corrected, imported, partly edited and undone", async ({ page }) => {
  await enterAsAdmin(page);
  await addJourneyYear(page);
  await open(page, "/admin/import");
  await expectGoodLayout(page);

  await chooseFile(page, "old.xls", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]));
  await expect(page.getByRole("alert").filter({ hasText: "old version of Excel" })).toBeVisible();

  const twoSheets = await writeXlsx({
    sheets: [
      { name: "Notes", rows: [["Remember the buses"]] },
      { name: "Class 7", rows: ownList(2) },
    ],
  });
  await chooseFile(page, "two.xlsx", Buffer.from(twoSheets));
  await expect(page.getByText("Which sheet of “two.xlsx” holds the list?")).toBeVisible();
  await expectGoodLayout(page);
  await page.getByRole("button", { name: "Notes", exact: true }).press("Enter");
  await expect(page.getByText("This file has a heading and no rows below it.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Choose a file" })).toBeFocused();
  await chooseFile(page, "two.xlsx", Buffer.from(twoSheets));
  await page.getByRole("button", { name: "Class 7", exact: true }).press("Enter");
  await expect(page.getByText("The sheet “Class 7” was read, 1 other sheet was not.")).toBeVisible();
  await open(page, "/admin/import");

  const list = ownList(300);
  const broken = list.map((row, index) => row.map((cell, place) => (index === 9 && place === 3 ? "13" : cell)));
  await chooseFile(page, "students.xlsx", await xlsxFile([["CLASS LIST"], listHeads, ...broken]));
  await expect(page.getByRole("heading", { level: 1, name: "What the columns mean" })).toBeVisible();
  await expect(page.getByLabel("What “Father's Mobile” means")).toHaveValue("guardian1Phone");
  await expectGoodLayout(page);
  await page.getByRole("button", { name: "Check 300 rows" }).press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "Check before anything is written" })).toBeVisible();
  // The pressed button is gone, so the focus moves to the new step.
  const step = page.locator("[aria-current=step]");
  await expect(step).toBeFocused();
  await expect(step).toContainText("Check");
  await expect(total(page, "New")).toHaveText(/^299\s*New$/);
  // The arrow that leads to the last page disappears there, and the focus stays in the page navigation.
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByRole("link", { name: "Page 6", exact: true }).click();
  await pages.getByRole("link", { name: "Page 5", exact: true }).click();
  await expect(page.getByText("201 to 250 of 300", { exact: true })).toBeVisible();
  await pages.getByRole("link", { name: "Next page" }).press("Enter");
  await expect(page.getByText("251 to 300 of 300", { exact: true })).toBeVisible();
  await expect(pages.getByRole("link", { name: "Next page" })).toHaveCount(0);
  await expect(pages).toBeFocused();
  await total(page, "Refused").click();
  await expect(page.getByText("Only 1 to 12").first()).toBeVisible();
  await expect(page).toHaveURL(/state=refused/);
  await expectGoodLayout(page);

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download 1 refused row" }).click();
  const mended = await (await saving).path();
  expect((await readFile(mended)).length).toBeGreaterThan(1000);
  await page.getByRole("button", { name: "Import 299 rows" }).click();
  await expect(page.getByText("299 students added, 0 changed.")).toBeVisible();
  await expectGoodLayout(page);
  const done = page.url();

  await page.getByRole("link", { name: "Import another file" }).click();
  const [first = []] = list.slice(9);
  await chooseFile(page, "mended.csv", csvFile([[...first, "Class: Only 1 to 12"]], [...listHeads, "Fault"]));
  await page.getByRole("button", { name: "Check 1 row" }).click();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByText("1 student added, 0 changed.")).toBeVisible();

  const asked = { search: `${list[0]?.[1]}`, limit: 1 };
  const found = await read<{ items: { _id: string; name: string }[] }>(page, "students.list", asked);
  const [student] = found.items;
  await call(page, "students.edit", { id: student?._id, name: `${student?.name} II` });

  await open(page, done);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("298 rows restored.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: `${student?.name} II` })).toContainText(
    "Was changed since",
  );
  await expectGoodLayout(page);
});

test("answers about accounts are checked together, and one given during the check is kept", async ({ page }) => {
  const students = [newStudent(), newStudent()];
  for (const student of students) await register(page, student);
  await enterAsAdmin(page);
  await addJourneyYear(page);
  await open(page, "/admin/import");
  const rows = ownList(2).map((row, index) => [...row, students[index]?.email ?? ""]);
  await chooseFile(page, "two.csv", csvFile(rows, [...listHeads, "Email"]));
  await page.getByRole("button", { name: "Check 2 rows" }).click();
  const isIt = page.getByRole("radio", { name: "Is this person" });
  await expect(isIt).toHaveCount(2);

  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/imports\.check/, async (route) => {
    await held;
    await route.continue();
  });
  const button = page.getByRole("button", { name: "Import 2 rows" });
  const again = page.getByRole("button", { name: "Check again with these answers" });
  await isIt.first().check();
  await expect(button).toBeDisabled();
  await expect(page.getByText("Check the rows again with your answers before you import them.")).toBeVisible();
  await expectGoodLayout(page);
  await again.click();
  await isIt.last().check();
  goOn();
  await expect(again).toBeVisible();
  await expect(button).toBeDisabled();
  await expect(isIt.last()).toBeChecked();
  await again.click();
  await expect(button).toBeEnabled();
  await page.unroute(/imports\.check/);
  await page.reload();
  await expect(isIt.first()).toBeChecked();
  await expect(isIt.last()).toBeChecked();
});
