import { expect, type Page } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { call } from "../harness/browser-call";
import { open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";

/** Sends a visitor's message. Returns the name in it. */
async function receive(page: Page): Promise<string> {
  const name = `Mohan ${process.pid}${Date.now()}`;
  const message = { name, email: "mohan@home.example", message: "Is there a bus?", consent: true };
  await call(page, "services.sendMessage", message);
  return name;
}

test("the office answers a visitor's message, takes the answer back and marks the message as done", async ({
  page,
}) => {
  const name = await receive(page);
  await enterAsAdmin(page);
  await open(page, "/admin/messages");
  const item = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await item.getByRole("button", { name: "Answer" }).click();
  await expect(page.getByRole("dialog").getByLabel("Answer")).toBeFocused();
  await page.getByRole("dialog").getByLabel("Answer").fill("Yes, from Sitabuldi.");
  await page.getByRole("dialog").getByRole("button", { name: "Keep answer" }).click();
  await expect(page.getByText("The answer will be kept as a file. Nobody gets it by email.")).toBeVisible();
  await expect(item).toHaveCount(0);

  await page.getByRole("link", { name: /^Done/ }).click();
  await expect(item).toContainText(/Yes, from Sitabuldi\..*Answered by Administrator/);
  await expectGoodLayout(page);
  await item.getByRole("button", { name: "Take back" }).click();
  await expect(item).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("link", { name: /^To answer/ }).click();
  await item.getByRole("button", { name: "Mark as done" }).click();
  await expect(item).toHaveCount(0);
});

test("the office answers a visitor's message below the applications, too", async ({ page }) => {
  const name = await receive(page);
  await enterAsAdmin(page);
  await open(page, "/admin/get-info");
  const item = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name }) });
  await item.getByRole("button", { name: "Mark as done" }).click();
  await expect(item).toHaveCount(0);
  await page.getByText(/^\d+ answered or done$/).click();
  await expect(item).toContainText("Done by Administrator");

  await item.getByRole("button", { name: "Answer" }).click();
  await page.getByRole("dialog").getByLabel("Answer").fill("Yes, from Sitabuldi.");
  await page.getByRole("dialog").getByRole("button", { name: "Keep answer" }).click();
  await expect(item).toContainText(/Yes, from Sitabuldi\..*Answered by Administrator/);
  await expectGoodLayout(page);
});

test("an unfinished answer stays when its message leaves the list", async ({ page, context, newPerson }) => {
  const name = await receive(page);
  await enterAsAdmin(page);
  await page.clock.install();
  await open(page, "/admin/messages");
  const item = (reader: Page) => reader.locator("li").filter({ has: reader.locator("h2", { hasText: name }) });
  await item(page).getByRole("button", { name: "Answer" }).click();
  const answer = page.getByRole("dialog").getByLabel("Answer");
  await answer.fill("Yes, from Sitabuldi.");

  const colleague = await newPerson();
  await enterAsAdmin(colleague);
  await open(colleague, "/admin/messages");
  await item(colleague).getByRole("button", { name: "Mark as done" }).click();
  await expect(item(colleague)).toHaveCount(0);

  // Data older than half a minute is read again once the network is back.
  await page.clock.fastForward("00:31");
  await context.setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await context.setOffline(false);
  await expect(item(page)).toHaveCount(0);
  await expect(answer).toHaveValue("Yes, from Sitabuldi.");
});
