import { expect, type Page } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";

const mark = `${process.pid}${Date.now()}`;

/** Families that apply by the API, so that no form is filled in. */
async function apply(page: Page, names: string[]) {
  for (const name of names) {
    const family = { parentName: "Sonal Dhote", email: `dhote.${mark}@home.example`, phone: "+91 98900 22314" };
    const answer = await page.request.post("/api/services/submit", { data: { selectedClass: 1, name, ...family } });
    expect(answer.status()).toBe(201);
  }
}

test("the office finds applications, answers one, and moves many at once", async ({ page }) => {
  const [myra, kabir, hiba] = [`Myra ${mark}`, `Kabir ${mark}`, `Hiba ${mark}`];
  await apply(page, [myra, kabir, hiba]);
  await enterAsAdmin(page);
  await open(page, "/admin/get-info");
  await page.getByRole("link", { name: /^Open/ }).click();
  await page.getByRole("searchbox", { name: "Child, parent, phone or number" }).fill(mark);
  const table = page.getByRole("table", { name: "Student Submissions" });
  await expect(table.getByRole("rowheader")).toHaveCount(3);
  await expect(table.getByRole("row").filter({ hasText: myra })).toContainText(/Received.*(by|since) /);
  await expectGoodLayout(page);

  await table.getByRole("link", { name: myra }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(myra);
  await expect(page.getByText(/An answer is promised by/)).toBeVisible();
  await page.getByLabel("Step").selectOption("invited");
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(new RegExp(`meet ${myra}`));
  await page.getByRole("button", { name: "Invite to a visit and stop the clock" }).click();
  await expect(page.getByText("Choose the time of the visit.")).toBeVisible();
  await expect(page.getByLabel("Day of the visit")).toBeFocused();
  await page.getByLabel("Day of the visit").fill("2099-11-26");
  await page.getByLabel("Time", { exact: true }).fill("11:00");
  await page.getByRole("button", { name: "Invite to a visit and stop the clock" }).click();
  const steps = page.getByRole("region", { name: "What happened" }).getByRole("listitem");
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(1)).toContainText(/Invited, by Administrator.*Visit on Thu, 26 Nov 2099, 11:00/);
  await expect(page.getByText(/An answer is promised by/)).toHaveCount(0);
  await expectGoodLayout(page);
  await steps.nth(2).getByRole("button", { name: "Take back" }).click();
  await expect(steps).toHaveCount(2);
  await expect(page.getByRole("region", { name: "What happened" })).toBeFocused();
  await page.getByRole("tab", { name: "Note, office only" }).click();
  await page.getByLabel("Note", { exact: true }).fill("Two seats left.");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(steps.nth(2)).toContainText("Two seats left.");
  await expect(page.getByRole("tab", { name: "Note, office only" })).toBeFocused();

  const family = page.getByRole("region", { name: "Others of this family" });
  await expect(family.getByRole("listitem").filter({ hasText: kabir })).toContainText("Same phone and email:");

  // Tick the rows of the old list before the new one arrives: the move uses the server's current rows.
  await page.route(/services\.desk/, async (route) => {
    await page.getByRole("checkbox", { name: "All rows of this page" }).check();
    await route.continue();
  });
  await page.goBack();
  await expect(page).toHaveURL(/view=open&q=/);
  await expect(table.getByRole("row").filter({ hasText: myra })).toContainText("Invited");
  await page.unroute(/services\.desk/);
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Where to").selectOption("waiting");
  await expect(dialog.getByRole("status")).toHaveText("3 can go there.");
  await dialog.getByRole("button", { name: "Move 3 applications" }).click();
  await expect(page.getByText("3 applications were moved.")).toBeVisible();
  await expect(table.getByText("Waiting", { exact: true })).toHaveCount(3);

  const asked = async () => {
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await dialog.getByLabel("Where to").selectOption("in_review");
  };
  await table.getByRole("row").nth(1).getByRole("checkbox").check();
  await asked();
  await dialog.getByRole("button", { name: "Move one application" }).click();
  await expect(table.getByText("In review", { exact: true })).toHaveCount(1);
  await page.getByRole("checkbox", { name: "All rows of this page" }).check();
  await asked();
  await expect(dialog.getByRole("status")).toHaveText("2 can go there. One cannot, and stays where it is.");
  await expect(dialog.getByRole("button", { name: "Move 2 applications" })).toBeVisible();

  // Taking over the rows removes the bar, and the page gets the focus.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Take over" }).press("Enter");
  await expect(page.getByRole("region", { name: "Selected rows" })).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
});
