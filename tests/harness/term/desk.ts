import { expect } from "@playwright/test";
import { field } from "../browser-page";
import { classList, csvFile } from "../class-list";
import { pdfFile } from "../documents";
import { chooseFor } from "../row-menu";
import { chooseFiles, goTo, retype, type } from "./hand";
import { weekdayFrom } from "./people";
import type { Job } from "./term";

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer });

/** Jobs 1 to 10: materials, marks and tests. */
export const deskJobs: Job[] = [
  {
    ...{ no: 1, words: "Publish 40 materials", who: "office", screen: "/admin/materials" },
    async walk(page) {
      const bytes = await pdfFile();
      const forty = Array.from({ length: 40 }, (_, at) => pdf(`sheet_${at + 1}.pdf`, bytes));
      await goTo(page, "Materials");
      const panel = page.getByRole("region", { name: "Several files at once" });
      await chooseFiles(page, panel.getByLabel("choose files"), forty);
      const forAll = panel.getByRole("group", { name: "For all files" });
      await forAll.getByLabel("Class").selectOption("7");
      await type(forAll.getByLabel("Subject"), "Biology");
      await panel.getByRole("button", { name: /^Publish/ }).click();
      await expect(panel.getByText("40 materials published.")).toBeVisible({ timeout: 60_000 });
    },
  },
  {
    ...{ no: 2, words: "Edit one, and replace its file", who: "office", screen: "/admin/materials" },
    async walk(page) {
      const bytes = await pdfFile();
      await goTo(page, "Materials");
      await page.getByRole("row").getByRole("link", { name: "Sheet 7", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Change this material" });
      await chooseFiles(page, dialog.getByLabel("Replace the file"), pdf("sheet_7b.pdf", bytes));
      await expect(page.getByText(/replaced/i).first()).toBeVisible();
      await retype(dialog.getByLabel("Material Name"), "Leaves");
      await page.keyboard.press("Enter");
      await expect(dialog).toHaveCount(0);
    },
  },
  {
    ...{ no: 3, words: "Enter 60 results, and release them", who: "office", screen: "/admin/results/{id}" },
    async walk(page) {
      await goTo(page, "Exams and marks");
      await page.getByRole("button", { name: "New exams" }).click();
      const dialog = page.getByRole("dialog", { name: "New exams" });
      await dialog.getByLabel("Class", { exact: true }).selectOption("7");
      await type(dialog.getByLabel("Name", { exact: true }), "Unit Test 3");
      await type(dialog.getByLabel("Total marks"), "80");
      await dialog.getByText("Biology", { exact: true }).click();
      await dialog.getByRole("button", { name: "Make exams" }).click();
      await page.getByRole("textbox", { name: /^Mark of .*, roll 1$/ }).click();
      for (let roll = 1; roll <= 60; roll += 1) await page.keyboard.type(`${roll + 15}\n`);
      await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/^Saved \d/);
      await page.getByRole("button", { name: "Preview and release" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Release 60 results" }).click();
      await expect(page.getByText("Families see it. No email leaves before")).toBeVisible();
    },
  },
  {
    ...{ no: 4, words: "Import a list of 30 students", who: "office", screen: "/admin/import" },
    async walk(page) {
      const list = csvFile(classList(30));
      await goTo(page, "Import");
      const file = { name: "list.csv", mimeType: "text/csv", buffer: list };
      await chooseFiles(page, page.getByRole("button", { name: "Choose a file" }), file);
      await page.getByRole("button", { name: "Check 30 rows" }).click();
      await page.getByRole("button", { name: "Import 30 rows" }).click();
      await expect(page.getByText("30 students added, 0 changed.")).toBeVisible();
    },
  },
  {
    ...{ no: 5, words: "Correct a result", who: "office", screen: "/admin/students/{id}" },
    async walk(page) {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox", { name: "Find anything" })).toBeFocused();
      await page.keyboard.type("Asha Rao");
      await expect(page.getByRole("option", { name: /^Asha Rao/ }).first()).toBeVisible();
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/admin\/students\/[0-9a-f-]{36}$/);
      const row = page.getByRole("row").filter({ hasText: "Biology" });
      await row.getByRole("button", { name: "More for" }).click();
      await page.getByRole("button", { name: "Correct", exact: true }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByLabel("New score")).toBeFocused();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("78\n");
      await expect(dialog.getByLabel("Reason")).toBeFocused();
      await page.keyboard.type("Question 5 again\n");
      await expect(row).toContainText(/75 became 78/);
    },
  },
  {
    ...{ no: 6, words: "See the history of a student", who: "office", screen: "/admin/students/{id}" },
    async walk(page) {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("combobox", { name: "Find anything" })).toBeFocused();
      await page.keyboard.type("Asha Rao");
      await expect(page.getByRole("option", { name: /^Asha Rao/ }).first()).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("region", { name: "What the office changed" })).toBeVisible();
      await expect(page.getByRole("region", { name: "Enrolments" })).toContainText("7 A");
    },
  },
  {
    ...{ no: 7, words: "See how a class did", who: "office", screen: "/admin/results/statistics" },
    async walk(page) {
      await goTo(page, "Exams and marks");
      await page.getByRole("link", { name: "Statistics" }).click();
      await page.getByRole("link", { name: "Class 7", exact: true }).click();
      await expect(page.getByRole("main")).toContainText("Unit Test 3");
    },
  },
  {
    ...{ no: 8, words: "Announce a test", who: "office", screen: "/admin/add-schedule" },
    async walk(page) {
      await goTo(page, "Add Schedule");
      await field(page, "Class").selectOption("7");
      await type(field(page, "Subject"), "Biology");
      await field(page, "Date").fill(weekdayFrom(21));
      await field(page, "Time").fill("10:00");
      await page.getByRole("button", { name: "Add Schedule" }).click();
      await expect(page.getByText("Schedule added successfully!")).toBeVisible();
    },
  },
  {
    ...{ no: 9, words: "Move a test", who: "office", screen: "/admin/add-schedule" },
    async walk(page) {
      await goTo(page, "Add Schedule");
      await chooseFor(page, "Biology", "Edit");
      const change = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: "Save changes" }) });
      await change.getByLabel("Time", { exact: true }).fill("11:30");
      await type(change.getByLabel("Reason", { exact: true }), "hall not free");
      await change.getByRole("button", { name: "Save changes" }).click();
      await expect(page.getByRole("list", { name: "Tests", exact: true })).toContainText("11:30");
    },
  },
  {
    ...{ no: 10, words: "Cancel a test", who: "office", screen: "/admin/add-schedule" },
    async walk(page) {
      await goTo(page, "Add Schedule");
      await chooseFor(page, "Biology", "Cancel test");
      const dialog = page.getByRole("dialog", { name: "Cancel Biology?" });
      await type(dialog.getByLabel("Reason"), "teacher is ill");
      await dialog.getByRole("button", { name: "Cancel test" }).click();
      await expect(page.getByText("Cancelled: teacher is ill")).toBeVisible();
    },
  },
];
