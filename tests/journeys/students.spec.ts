import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { addJourneyYear, call } from "../harness/browser-call";
import { open } from "../harness/browser-page";
import { journeyYear, nextJourneyYear } from "../harness/days";
import { test } from "../harness/fixtures";
import { enterAsAdmin, newStudent, register } from "../harness/people";
import { administrator } from "../harness/product";
import { uniqueWord } from "../harness/roster";
import { chooseFor } from "../harness/row-menu";

test.use({ expectedErrors: [/the server responded with a status of 400/] });

type Made = { _id: string };

/** Adds the school years of this file's tests, unless another test has added them. */
async function ensureYears(page: Page): Promise<void> {
  for (const year of [journeyYear, nextJourneyYear]) await addJourneyYear(page, year);
}

test("the office checks proposed classes and confirms them once", async ({ page }) => {
  const word = uniqueWord();
  const email = `${word}@school.example`;
  await enterAsAdmin(page);
  await ensureYears(page);
  await call<Made>(page, "students.add", { name: `Myra ${word}`, email });
  const result = { studentEmail: email, className: 3, score: 40, totalMarks: 50, subject: "English" };
  const added = await page.request.post("/api/admin/results/add", { data: { results: [result] } });
  expect(added.status(), await added.text()).toBe(201);
  await open(page, "/admin/students/confirm");
  const all = page.getByRole("checkbox", { name: "All" });
  await all.uncheck();
  await expect(page.getByRole("button", { name: "Confirm 0 classes" })).toBeDisabled();
  await page.getByRole("checkbox", { name: `Confirm the class of Myra ${word}` }).check();
  await expect(page.getByLabel(`Class of Myra ${word}`, { exact: true })).toHaveValue("3");
  const desktop = page.viewportSize();
  for (const width of [683, 360]) {
    // A laptop at 200 % zoom, and a phone.
    await page.setViewportSize({ width, height: 325 });
    await expect(page.getByRole("row").filter({ hasText: word })).toContainText("English, 80", { useInnerText: true });
    await expect(page.getByLabel(`Roll number of Myra ${word}`)).toBeVisible();
  }
  if (desktop) await page.setViewportSize(desktop);
  const section = page.getByLabel(`Section of Myra ${word}`);
  await section.fill("C and D");
  await page.getByRole("button", { name: "Confirm 1 class" }).click();
  await expect(section).toHaveAccessibleDescription("A section has one to three letters or digits, like A or 2B.");
  await expect(section).toBeFocused();
  await section.fill("C");
  await expectGoodLayout(page);
  await page.getByRole("button", { name: "Confirm 1 class" }).click();
  await expect(page.getByRole("status")).toContainText("1 student put into a class.");
  await expect(page.getByText(`Myra ${word}`)).toHaveCount(0);
  await open(page, `/admin/students?q=${word}`);
  await expect(page.getByRole("row").filter({ hasText: word })).toContainText("3 C");
});

test("from the student's page, the office enrols a student, moves them, ends the enrolment and takes them back", async ({
  page,
}) => {
  const word = uniqueWord();
  await enterAsAdmin(page);
  await ensureYears(page);
  const { _id } = await call<Made>(page, "students.add", { name: `Tenzin ${word}` });
  await open(page, `/admin/students/${_id}`);
  const identity = page.getByRole("region", { name: "Details" });
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: "Put into a class" }).click();
  await dialog.getByLabel("Class", { exact: true }).selectOption("11");
  await dialog.getByLabel("Section").fill("a");
  await dialog.getByRole("button", { name: "Put into a class" }).click();
  await expect(identity).toContainText("11 A");

  await page.getByRole("button", { name: "Move to a class" }).click();
  await dialog.getByLabel("Section").fill("B");
  await dialog.getByRole("button", { name: "Move to a class" }).click();
  await expect(identity).toContainText("11 B");
  await expect(page.getByRole("region", { name: "Enrolments" }).getByRole("listitem")).toHaveCount(2);

  await open(page, `/admin/students/${_id}?do=end`);
  await dialog.getByRole("button", { name: "End enrolment" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Reason").fill("moved to Pune");
  await dialog.getByRole("button", { name: "End enrolment" }).click();
  await expect(identity).toContainText("moved to Pune");

  await page.getByRole("button", { name: "Comes back" }).click();
  await dialog.getByLabel("Class", { exact: true }).selectOption("12");
  await dialog.getByRole("button", { name: "Comes back" }).click();
  await expect(identity).toContainText("12");
  await expectGoodLayout(page);
});

test("a self-registered account is attached, its address moves to the mother, and the rows are exported", async ({
  page,
}) => {
  const word = uniqueWord();
  const student = newStudent();
  await register(page, student);
  await enterAsAdmin(page);
  const { _id } = await call<Made>(page, "students.add", { name: `Ishita ${word}`, admissionNo: word });
  await open(page, `/admin/students/${_id}?do=attach`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email address of the account").fill(student.email);
  await dialog.getByRole("button", { name: "Look it up" }).click();
  await expect(dialog).toContainText(`${student.name}, ${student.email}`);
  await dialog.getByRole("button", { name: `Attach to Ishita ${word}` }).click();
  await expect(page.getByRole("region", { name: "Details" })).toContainText(student.email);

  await page.getByRole("button", { name: `More for Ishita ${word}` }).click();
  await page.getByRole("button", { name: "Move the address to a guardian" }).click();
  await dialog.getByLabel("Name of the guardian").fill(`Sunita ${word}`);
  await dialog.getByLabel("Relation").fill("Mother");
  await dialog.getByRole("button", { name: "Move the address to a guardian" }).click();
  await expect(page.getByRole("region", { name: "Guardians" })).toContainText(`Sunita ${word}`);

  await open(page, `/admin/students?q=${word}`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toContain(`Ishita ${word}`);
});

test("a class is numbered by name, after a question that says how many numbers are replaced", async ({ page }) => {
  const word = uniqueWord();
  await enterAsAdmin(page);
  await ensureYears(page);
  const place = { className: 10, section: Date.now().toString(36).slice(-3) };
  await call(page, "students.add", { ...place, name: `Usha ${word}`, rollNo: "7" });
  await call(page, "students.add", { ...place, name: `Asha ${word}`, rollNo: "8" });
  await open(page, `/admin/students?class=10&section=${place.section}&sort=roll`);
  await expect(page.getByRole("row").nth(1)).toContainText(`Usha ${word}`);
  await expectGoodLayout(page);
  await chooseFor(page, "Students", "Number by name");
  const asking = page.getByRole("alertdialog", { name: `Number Class 10 ${place.section.toUpperCase()} by name?` });
  await expect(asking).toContainText("2 students get roll numbers in the order of names.");
  await expect(asking).toContainText("2 present roll numbers are replaced. This cannot be undone.");
  await expectGoodLayout(page);
  await asking.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("7");
  await chooseFor(page, "Students", "Number by name");
  await asking.getByRole("button", { name: "Number by name" }).click();
  await expect(page.getByText("2 roll numbers given.")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText(`1Asha ${word}`);
});

test("a person is erased after typing the name as it reads, with one space for two", async ({ page }) => {
  const word = uniqueWord();
  await enterAsAdmin(page);
  const { _id } = await call<Made>(page, "students.add", { name: `ज़ोया  ${word}` });
  await open(page, `/admin/students/${_id}`);
  await page.getByRole("button", { name: "More for" }).click();
  await page.getByRole("link", { name: "Export or erase the data" }).click();
  await page.getByRole("button", { name: "Erase" }).click();
  const asking = page.getByRole("alertdialog");
  const typed = asking.getByLabel("Type the name to confirm");
  await asking.getByLabel("Your Password").fill(administrator.password);
  await typed.fill("ज़ोया");
  await asking.getByRole("button", { name: "Erase" }).click();
  await expect(asking.getByText("This is not the name.")).toBeVisible();
  await typed.fill(`\u095bोया ${word.toUpperCase()}`);
  await asking.getByRole("button", { name: "Erase" }).click();
  await expect(page).toHaveURL(/\/admin\/privacy-requests$/);
});

test("a class is promoted with its preview, and the promotion is undone", async ({ page }) => {
  const word = uniqueWord();
  await enterAsAdmin(page);
  await ensureYears(page);
  for (const [name, rollNo] of [
    ["Asha", "1"],
    ["Diya", "2"],
    ["Kabir", "3"],
  ])
    await call<Made>(page, "students.add", { name: `${name} ${word}`, className: 8, section: "Q", rollNo });
  await open(page, "/admin/students/promote?class=8");
  await expect(page.getByRole("row").filter({ hasText: `Asha ${word}` })).toContainText("9 Q");
  await page.getByLabel(`What Diya ${word} does`).selectOption("Stays");
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: `Diya ${word}` })
      .getByRole("cell")
      .last(),
  ).toHaveText("8 Q");
  await page.getByLabel(`What Kabir ${word} does`).selectOption("Leaves");
  await expectGoodLayout(page);
  await page.getByRole("button", { name: /^Promote \d+ students$/ }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("1 student in the same class again");
  await expect(question).toContainText("1 student leaves the institute");
  await question.getByRole("button", { name: /^Promote/ }).click();
  await expect(question).toHaveCount(0);
  const promotion = page.getByRole("region", { name: "Promotions" }).getByRole("listitem").first();
  await expect(promotion).toContainText(`Class 8, ${journeyYear.label} to ${nextJourneyYear.label}`);
  await expect(page.getByText("Everybody in this class and section has been promoted already")).toBeVisible();

  await promotion.getByRole("button", { name: "Undo" }).click();
  await question.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("region", { name: "Promotions" })).toContainText(/\d+ students restored\./);
  await expect(promotion).toContainText("undone");
  await expect(page.getByRole("row").filter({ hasText: `Kabir ${word}` })).toContainText("8 Q, roll 3");
});

test("ticked students move together; the office sees who would move, who was refused, and steps from one to the next", async ({
  page,
}) => {
  const word = uniqueWord();
  await enterAsAdmin(page);
  await ensureYears(page);
  for (const [name, section] of [
    ["Asha", "X"],
    ["Kiran", "Y"],
  ])
    await call<Made>(page, "students.add", { name: `${name} ${word}`, className: 9, section });
  await open(page, `/admin/students?q=${word}`);
  await page.getByRole("checkbox", { name: `Select Asha ${word}` }).check();
  const bar = page.getByRole("region", { name: "Selected rows" });
  await bar.getByRole("button", { name: "Select all 2" }).press("Enter");
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  await expect(bar).toBeFocused();
  await expectGoodLayout(page);
  await bar.getByRole("button", { name: "Move to a class" }).click();
  const dialog = page.getByRole("dialog", { name: "Move 2 students to a class" });
  await dialog.getByLabel("Section").fill("y");
  await expect(dialog.getByRole("listitem")).toHaveText([
    "1 moves from another class or section",
    "1 is there already and stays",
  ]);
  await dialog.getByRole("button", { name: "Move to a class" }).click();
  await expect(page.getByText("Done: 1 student is in the class. 1 refused:")).toBeVisible();
  await expect(page.getByText(`Kiran ${word}: Is in this class and section already.`)).toBeVisible();

  // The students ticked again are now in their new class.
  await page.getByRole("checkbox", { name: `Select Asha ${word}` }).check();
  await bar.getByRole("button", { name: "Select all 2" }).click();
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  await bar.getByRole("button", { name: "Move to a class" }).click();
  await dialog.getByLabel("Section").fill("y");
  await expect(dialog.getByRole("listitem")).toHaveText(["2 are there already and stay"]);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: `Asha ${word}` }).click();
  await page.getByRole("link", { name: `Next: Kiran ${word}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Kiran ${word}` })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Previous and next student in the list" })).toContainText("2 of 2");
});

test("the bar of ticked rows covers nothing that the keyboard reaches", async ({ page }) => {
  const word = uniqueWord();
  await enterAsAdmin(page);
  for (let no = 10; no < 22; no += 1) await call<Made>(page, "students.add", { name: `Row ${no} ${word}` });
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `/admin/students?q=${word}`);
  await page.getByRole("checkbox", { name: `Select Row 10 ${word}` }).check();
  const bar = page.getByRole("region", { name: "Selected rows" });
  const top = (await bar.boundingBox())?.y ?? 0;
  // The link of the first row, then the box and the link of each further one.
  for (let press = 1; press <= 23; press += 1) {
    await page.keyboard.press("Tab");
    const reached = await page.locator(":focus").boundingBox();
    expect((reached?.y ?? 0) + (reached?.height ?? 0), `press ${press}`).toBeLessThanOrEqual(top);
  }
  await expect(page.getByRole("link", { name: `Row 21 ${word}` })).toBeFocused();
  // A window at 200 % zoom is this low: the bar would cover most of the list.
  await page.setViewportSize({ width: 683, height: 325 });
  await expect(bar).toHaveCSS("position", "static");
});
