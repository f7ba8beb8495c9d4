import { expect, type Page } from "@playwright/test";
import { cut, expectNoSidewaysScroll, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAs, enterAsAdmin, newStudent, register } from "../harness/people";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";

const mark = `${process.pid}${Date.now()}`;
const unbroken = `Llanfair${mark}${"pwllgwyngyll".repeat(12)}`;
const foreign = "विद्यार्थियों के लिए भौतिकी और रसायन की परीक्षा، امتحان الفيزياء والكيمياء للطلاب";

async function expectFits(page: Page, path: string, text: string) {
  await open(page, path);
  await expect(page.getByText(text).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
}

test("very long names and words, in several scripts, break no page on a small screen", async ({ page, baseURL }) => {
  const student = { ...newStudent(), name: unbroken.slice(0, 100) };
  await register(page, student);
  const { send } = await publisher(baseURL ?? "", administrator);
  const email = `${"a".repeat(60)}@${"b".repeat(60)}.example`;
  const result = { studentEmail: student.email, className: "12", totalMarks: 1_000_000, gpa: 9.75 };
  const schedule = { className: "12", testDate: "2029-12-31", testTime: "23:59" };
  const person = { name: unbroken, email, phone: "+91 (98220) 12345-67890-12345" };
  const more = { parentName: unbroken, previousSchool: unbroken };
  await send("services.submit", { ...person, ...more, selectedClass: 12 });
  await send("services.sendMessage", { ...person, message: `${unbroken}${unbroken}`, consent: true });
  // The latest date, so that it is first in the administrator's list.
  const last = { ...schedule, testDate: "2099-12-31" };
  await send("schedules.add", { ...last, subject: unbroken, description: `${unbroken}\n${foreign}` });
  await send("schedules.add", { ...schedule, subject: foreign });
  for (const examName of [foreign, unbroken]) {
    await send("results.add", { results: [{ ...result, score: 699_999.99, examName, subject: examName }] });
  }

  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page, "/show-schedule?className=12", unbroken);
  await enterAs(page, student);
  await open(page, "/");
  await expectNoSidewaysScroll(page);
  await expectFits(page, "/user/results", unbroken);
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.context().clearCookies();
  await enterAsAdmin(page);
  await expectFits(page, "/admin/get-info", unbroken);
  await page.getByRole("button", { name: unbroken }).first().click();
  await expect(page.getByText(email).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectFits(page, "/admin/add-schedule", unbroken);
});

/** Opens a page without motion, whose clock can be stopped. */
async function openStill(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await enterAsAdmin(page);
  await open(page, path);
}

/** Stops the clock, so that toasts stay, as they also do under the mouse. */
async function stopClock(page: Page) {
  await page.mouse.move(0, 0);
  await page.clock.pauseAt(Date.now() + 60_000);
  return page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
}

test("at most 20 toasts are on the screen", async ({ page }) => {
  await openStill(page, "/admin/messages");
  const messages = await stopClock(page);
  const told = messages.filter({ hasText: "The table is in your downloads." });
  for (let count = 1; count <= 25; count += 1) {
    await page.getByRole("button", { name: "Export as CSV" }).press("Enter");
    // The page's calls are timers, too.
    await expect
      .poll(async () => {
        await page.clock.runFor(20);
        return told.count();
      })
      .toBe(count);
  }
  const shown = () =>
    messages.evaluateAll((all) => all.filter((one) => one.checkVisibility({ opacityProperty: true })).length);
  await expect.poll(shown).toBe(20);
  await page.clock.runFor(8_000);
  await expect(messages).toHaveCount(0);
});

test.describe("without a network", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED|TypeError: Failed to fetch/] });

  test("an error that comes again is on the screen once, for half a minute", async ({ page }) => {
    await openStill(page, "/");
    await page.getByRole("button", { name: "Dashboard" }).click();
    const logout = page.getByRole("dialog").getByRole("button", { name: "Logout" });
    await expect(logout).toBeInViewport({ ratio: 1 });
    await cut(page, /\/api\/auth\/signout/);
    const messages = await stopClock(page);
    for (let count = 1; count <= 3; count += 1) {
      await logout.press("Enter");
      await expect(logout).toBeEnabled();
    }
    await page.clock.runFor(1_000);
    await expect(messages).toHaveText([/You could not be logged out\. Please try again\./]);
    await page.clock.runFor(35_000);
    await expect(messages).toHaveCount(0);
  });
});
