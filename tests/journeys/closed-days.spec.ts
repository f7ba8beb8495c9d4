import { expect } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { field, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";

test.use({ expectedErrors: [/status of 40[09]/] });

test("the administrator adds closed days, is refused days that overlap, and deletes them with the keyboard", async ({
  page,
}, { repeatEachIndex }) => {
  const year = 2040 + repeatEachIndex;
  const [diwali, sports] = [`Diwali ${year}`, `Sports day ${year}`];
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });

  await enterAsAdmin(page);
  await open(page, "/admin/closed-days");
  await expect(page.getByRole("heading", { level: 1, name: "Closed days" })).toBeVisible();

  await field(page, "Name").fill(diwali);
  await field(page, "First day").fill(`${year}-11-06`);
  await field(page, "Last day").fill(`${year}-11-05`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The last day is before the first day.")).toBeVisible();
  await expect(field(page, "Last day")).toBeFocused();
  await field(page, "Last day").fill(`${year}-11-11`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Closed days added.")).toBeVisible();
  await expect(row(diwali)).toContainText(`6 Nov ${year} to 11 Nov ${year}`);
  await expect(row(diwali)).not.toContainText("Half day");
  await expect(field(page, "Name")).toHaveValue("");

  await field(page, "Name").fill(sports);
  await field(page, "First day").fill(`${year}-11-11`);
  await field(page, "Closed").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`“${diwali}” is already there: 6 Nov ${year} to 11 Nov ${year}.`)).toBeVisible();
  await expect(field(page, "First day")).toBeFocused();
  await expectGoodLayout(page);
  await field(page, "First day").fill(`${year}-11-12`);
  await page.keyboard.press("Enter");
  await expect(row(sports)).toContainText("Half day");

  for (const name of [diwali, sports]) {
    await page.getByRole("button", { name: `Delete ${name}` }).press("Enter");
    const question = page.getByRole("alertdialog", { name: "Delete these closed days?" });
    await expect(question).toContainText(name);
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(row(name)).toHaveCount(0);
    // The question keeps the focus until it is closed.
    await expect(question).toHaveCount(0);
  }
  await page.locator("summary", { hasText: "Past closed days" }).press("Enter");
  await expect(page.getByText("There are none.")).toBeVisible();
});
