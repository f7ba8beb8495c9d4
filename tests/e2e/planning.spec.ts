import { expect, type Page } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";

const field = (page: Page, label: string) => page.getByRole("main").getByLabel(label, { exact: true });
const row = (page: Page, subject: string) =>
  page.getByRole("list", { name: "Published schedules" }).getByRole("listitem").filter({ hasText: subject });

/** Fills in the form of a new test on one Tuesday. */
async function fillIn(page: Page, subject: string, testTime: string) {
  await field(page, "Class").selectOption("2");
  await field(page, "Subject").fill(subject);
  await field(page, "Date").fill("2034-03-07");
  await field(page, "Time").fill(testTime);
}

test("a test is planned against a warning, moved, cancelled and restored, another was a mistake", async ({
  page,
  newPerson,
}) => {
  const [first, second] = [`Sums ${process.pid}`, `Rhymes ${process.pid}`];
  await enterAsAdmin(page);
  await open(page, "/admin/add-schedule?class=2");
  await fillIn(page, first, "09:00");
  await page.getByRole("button", { name: "Add Schedule" }).click();
  await expect(page.getByText("Schedule added successfully!")).toBeVisible();

  await fillIn(page, second, "09:30");
  await expect(page.getByRole("main").getByText(`At the same time as ${first}, 09:00.`)).toBeVisible();
  await page.getByRole("button", { name: "Add Schedule" }).click();
  const question = page.getByRole("alertdialog", { name: "Do it all the same?" });
  await expect(question).toContainText(`There is another test that day: ${first}, 09:00.`);
  await expectGoodLayout(page);
  await question.getByRole("button", { name: "Go back" }).click();
  await expect(field(page, "Subject")).toHaveValue(second);
  await page.getByRole("button", { name: "Add Schedule" }).click();
  await question.getByRole("button", { name: "Yes, all the same" }).click();
  await expect(row(page, second)).toContainText("Tuesday, 7 Mar 2034 at 09:30");

  await page.getByRole("button", { name: `Edit ${second}` }).click();
  const change = row(page, second)
    .or(page.getByRole("listitem").filter({ hasText: `Change ${second}` }))
    .first();
  await change.getByLabel("Time", { exact: true }).fill("11:00");
  await change.getByLabel("Room", { exact: true }).fill("Hall 2");
  await change.getByLabel("Reason", { exact: true }).fill("hall not free");
  await expectGoodLayout(page);
  await change.getByRole("button", { name: "Save changes" }).click();
  await question.getByRole("button", { name: "Yes, all the same" }).click();
  await expect(row(page, second)).toContainText("11:00, Hall 2");
  await expect(page.getByRole("button", { name: `Edit ${second}` })).toBeFocused();

  await page.getByRole("button", { name: `Cancel test ${second}` }).click();
  const reason = page.getByRole("dialog", { name: `Cancel ${second}?` });
  await reason.getByLabel("Reason").fill("teacher is ill");
  await expectGoodLayout(page);
  await reason.getByRole("button", { name: "Cancel test" }).click();
  await expect(row(page, second)).toContainText("Cancelled: teacher is ill");

  await page.getByRole("button", { name: `Cancel test ${first}` }).click();
  await page.getByRole("dialog").getByText("It was entered by mistake").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel test" }).click();
  await expect(row(page, first)).toContainText("Entered by mistake");
  const visitor = await newPerson();
  await expect(async () => {
    await visitor.goto("/show-schedule?className=2");
    await expect(visitor.getByRole("main")).toContainText(second, { timeout: 500 });
    await expect(visitor.getByRole("main")).toContainText("Cancelled: teacher is ill", { timeout: 500 });
    await expect(visitor.getByRole("main")).not.toContainText(first, { timeout: 500 });
  }).toPass({ timeout: 5_000 });

  // With the other one gone, nothing speaks against it.
  await page.getByRole("button", { name: `Restore ${second}` }).click();
  await expect(page.getByRole("button", { name: `Edit ${second}` })).toBeVisible();
  await page.getByRole("button", { name: `History of ${second}` }).click();
  const steps = page.getByRole("list", { name: `History of ${second}` }).getByRole("listitem");
  for (const words of ["Restored by", "Reason: teacher is ill", "hall not free", "Confirmed all the same:"])
    await expect(steps.filter({ hasText: words }).first()).toBeVisible();
  await expectGoodLayout(page);
});
