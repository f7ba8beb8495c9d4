import { expect, type Page } from "@playwright/test";
import { honeypotName } from "@/lib/honeypot";
import { expectAccessible } from "../harness/axe";
import { consoleErrors, field, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin, newStudentIn } from "../harness/people";

const honeypot = (page: Page) => page.locator(`main form [name=${honeypotName}]`);

const admission = {
  path: "/services",
  button: "Submit Application",
  done: "Application submitted",
  async fill(page: Page) {
    await field(page, "Class").selectOption("6");
    await field(page, "Name").fill("Kavya Nair");
    await field(page, "Parent Name").fill("Suresh Nair");
    await field(page, "Email").fill("nair@home.example");
    await field(page, "Phone").fill("+91 98220 12345");
  },
};
const message = {
  path: "/contact",
  button: "Send Message",
  done: "Message sent",
  async fill(page: Page) {
    await field(page, "Name").fill("Suresh Nair");
    await field(page, "Email").fill("nair@home.example");
    await field(page, "Message").fill("Is there a bus?");
    await page.getByRole("checkbox").check();
  },
};

/** Runs in the page: the times of its form submissions to the server. */
const calls = () =>
  performance
    .getEntriesByType("resource")
    .filter(({ name }) => /trpc\/services\.s/.test(name))
    .map(({ startTime }) => startTime);

for (const { path, button, done, fill } of [admission, message]) {
  const press = (page: Page) => page.getByRole("button", { name: button }).click();
  const thanks = (page: Page) => page.getByRole("main").getByRole("status");

  test.describe(`the form of ${path}`, () => {
    test.use({ expectedErrors: consoleErrors.refused });

    test("the honeypot is invisible, and a person whose browser fills it in loses no input", async ({ page }) => {
      await open(page, path);
      await expect(honeypot(page)).toHaveCount(1);
      await expect(honeypot(page)).toBeHidden();
      await expect(honeypot(page)).toHaveAttribute("autocomplete", "off");
      // The Tab key skips it.
      const reached = new Set<string>();
      await field(page, "Name").focus();
      for (let presses = 0; presses < 12; presses += 1) {
        reached.add(await page.evaluate(() => document.activeElement?.getAttribute("name") ?? ""));
        await page.keyboard.press("Tab");
      }
      expect(reached).toContain("email");
      expect(reached).not.toContain(honeypotName);
      expect(await page.getByRole("main").ariaSnapshot()).not.toContain(honeypotName);
      await expectAccessible(page);

      await fill(page);
      await honeypot(page).evaluate((input: HTMLInputElement) => {
        input.value = "https://watches.example";
      });
      await press(page);
      await expect(page.getByRole("main").getByRole("alert")).toHaveText("Something went wrong. Please try again.");
      await expect(field(page, "Email")).toHaveValue("nair@home.example");
      await press(page);
      await expect(thanks(page)).toContainText(done);
    });
  });
}

test("a form submitted twice at the same moment is sent once, at the earliest two seconds after it was shown", async ({
  page,
}) => {
  await open(page, admission.path);
  await admission.fill(page);
  await page.locator("main form").evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await expect(page.getByRole("main").getByRole("status")).toContainText(admission.done);
  const sentAfter = await page.evaluate(calls);
  expect(sentAfter).toHaveLength(1);
  expect(sentAfter[0]).toBeGreaterThanOrEqual(2_000);
});

test.describe("without an answer", () => {
  test.use({ expectedErrors: consoleErrors.cut });

  test("a form whose answer is lost is sent again with its key", async ({ page }) => {
    const { path, button, done, fill } = message;
    const keys: string[] = [];
    let isLost = true;
    await page.route(/trpc\/services\.s/, async (route) => {
      keys.push(/"key":"([^"]+)"/.exec(route.request().postData() ?? "")?.[1] ?? "none");
      const answer = await route.fetch();
      await (isLost ? route.abort() : route.fulfill({ response: answer }));
    });
    await open(page, path);
    await fill(page);
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    isLost = false;
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("main").getByRole("status")).toContainText(done);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[\d-]{16,}$/);
  });
});

test("Back brings back the texts of a form, but not after a reload", async ({ page }) => {
  const { path, button, fill } = admission;
  await open(page, path);
  await fill(page);
  const values = () =>
    page.locator("main form").evaluate((form: HTMLFormElement) => [...new FormData(form).values()].map(String));
  const typed = await values();
  expect(typed.filter(Boolean).length).toBeGreaterThanOrEqual(4);
  await page.getByRole("banner").getByRole("link", { name: "About" }).first().click();
  await page.waitForURL("**/about");
  await page.goBack();
  await expect(page.getByRole("button", { name: button })).toBeVisible();
  await expect.poll(values).toEqual(typed);

  await page.getByRole("banner").getByRole("link", { name: "About" }).first().click();
  await page.waitForURL("**/about");
  await page.reload();
  await open(page, path);
  expect((await values()).filter(Boolean)).toEqual([]);
});

test("Write another message moves the focus to the title of the form", async ({ page }) => {
  await open(page, "/contact");
  await message.fill(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByRole("button", { name: "Write another message" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Write to us", exact: true })).toBeFocused();
  await expect(page.getByRole("button", { name: "Send Message" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(field(page, "Name")).toBeFocused();
});

test("a logout clears the text that a student typed", async ({ page }) => {
  await newStudentIn(page);
  await open(page, "/contact");
  await field(page, "Message").fill("My marks are wrong");
  await page.getByRole("button", { name: "Dashboard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(/\/$/);
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).first().click();
  await page.waitForURL("**/contact");
  await expect(field(page, "Message")).toHaveValue("");
});

test("a file dropped beside the upload field does not replace the office's page", async ({ page }) => {
  await enterAsAdmin(page);
  await open(page, "/admin/upload-materials");
  const drop = (selector: string, text: string) =>
    page.locator(selector).evaluate((target, body) => {
      const dataTransfer = new DataTransfer();
      if (body) dataTransfer.items.add(new File([body], "fractions.pdf"));
      else dataTransfer.setData("text/plain", "Fractions");
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      target.dispatchEvent(event);
      return event.defaultPrevented;
    }, text);
  expect(await drop("main", "%PDF-1.7")).toBe(true);
  expect(await drop("input[name=materialName]", "")).toBe(false);
  await expect(page.getByText("fractions.pdf")).toHaveCount(0);
});
