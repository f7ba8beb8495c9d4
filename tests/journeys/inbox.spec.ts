import { expect } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";

test("the office answers a visitor's message, takes the answer back and marks the message as done", async ({
  page,
}) => {
  const name = `Mohan ${process.pid}${Date.now()}`;
  const message = { name, email: "mohan@home.example", message: "Is there a bus?", consent: true };
  const sent = await page.request.post("/api/trpc/services.sendMessage", { data: { json: message } });
  expect(sent.status(), await sent.text()).toBe(200);
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
