import { expect } from "@playwright/test";
import ICAL from "ical.js";
import { expectGoodLayout } from "../harness/axe";
import { open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAs, newStudent, register } from "../harness/people";

const read = (text: string) => new ICAL.Component(ICAL.parse(text)).getFirstPropertyValue("x-wr-calname");

test("a family finds the calendar of a class, makes a link of its own, replaces it and ends it", async ({
  page,
  baseURL,
  request,
}) => {
  await open(page, "/show-schedule?className=7");
  await page.getByRole("link", { name: "Add to calendar" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Tests of Class 7" })).toBeVisible();
  await expectGoodLayout(page);
  const address = `${baseURL}/api/calendar/class-7.ics`;
  await expect(page.getByText(address)).toBeVisible();
  const webcal = address.replace(/^http:/, "webcal:");
  await expect(page.getByRole("link", { name: "Subscribe" })).toHaveAttribute("href", webcal);
  const google = page.getByRole("link", { name: "Open Google Calendar" });
  await expect(google).toHaveAttribute("href", new RegExp(`cid=${encodeURIComponent(webcal)}$`));
  expect(read(await (await request.get(address)).text())).toMatch(/: tests of Class 7$/);
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download file" }).click();
  expect((await file).suggestedFilename()).toBe("class-7.ics");
  await page.getByLabel("Class", { exact: true }).selectOption("Class 8");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText(`${baseURL}/api/calendar/class-8.ics`)).toBeVisible();

  const student = newStudent();
  await register(page, student);
  await enterAs(page, student);
  await open(page, "/user/tests/calendar");
  await page.getByRole("button", { name: "Make my link" }).click();
  const link = page.getByText(/\/api\/calendar\/own\/[\w-]{43}\.ics$/);
  await expect(link).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Your link" })).toBeFocused();
  await expectGoodLayout(page);
  const first = await link.innerText();
  expect(read(await (await request.get(first)).text())).toMatch(/: my tests$/);

  await page.getByRole("button", { name: "Make a new link" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make a new link" }).click();
  await expect(link).not.toHaveText(first);
  expect((await request.get(first)).status()).toBe(404);
  const second = await link.innerText();
  await page.reload();
  await expect(page.getByText("No calendar uses it yet.")).toBeVisible();
  await expect(link).toHaveCount(0);
  expect((await request.get(second)).status()).toBe(200);
  await page.getByRole("button", { name: "End the link" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End the link" }).click();
  await expect(page.getByRole("button", { name: "Make my link" })).toBeVisible();
  expect((await request.get(second)).status()).toBe(404);
});
