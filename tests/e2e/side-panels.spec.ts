import { expect, type Page } from "@playwright/test";
import { grouped, linksOf } from "@/features/pages";
import { expectAccessibleInBothSchemes, expectGoodLayout } from "../harness/axe";
import { consoleErrors, cut, expectNoSidewaysScroll, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin, logIn, newStudentIn } from "../harness/people";

const screens = {
  admin: [
    "/admin/upload-materials",
    "/admin/add-results",
    "/admin/get-info",
    "/admin/students",
    "/admin/add-schedule",
    "/admin/privacy-requests",
    "/admin/settings",
    "/admin/subjects",
    "/admin/account",
  ],
  user: ["/user/results", "/user/my-materials", "/user/tests", "/user/notices", "/user/account", "/user/today"],
};

/** Expects that a page passes axe on a desktop and a phone and fits both, also at a zoom of 400 %. */
async function expectInOrder(page: Page, path: string) {
  await open(page, path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  await expectGoodLayout(page);
  await page.setViewportSize({ width: 320, height: 256 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function expectPanel(page: Page, links: string[]) {
  await open(page, "/about");
  const button = page.getByRole("button", { name: "Dashboard" });
  const panel = page.getByRole("dialog");
  await button.click();
  await expect(panel.getByRole("link")).toHaveText(links);
  await expect(panel.getByRole("button", { name: "Logout" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  // Tab cycles within the panel.
  for (let step = 0; step < links.length + 4; step += 1) {
    await page.keyboard.press("Tab");
    expect(await panel.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  }
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.click();
  // Wait for the slide-in animation.
  await expect(panel).toBeInViewport({ ratio: 1 });
  await page.mouse.click(20, 400);
  await expect(panel).toHaveCount(0);

  await button.click();
  await panel.getByRole("link").last().click();
  await expect(panel).toHaveCount(0);
}

test("the administrator's pages pass axe and fit the screen", async ({ page }) => {
  await enterAsAdmin(page);
  for (const path of screens.admin) await expectInOrder(page, path);
});

test("the student's pages pass axe and fit the screen", async ({ page }) => {
  await newStudentIn(page);
  for (const path of screens.user) await expectInOrder(page, path);
});

test("the student's side panel traps the focus and closes by its button, the overlay and a link", async ({ page }) => {
  await newStudentIn(page);
  const others = ["Today", "Tests", "Report Cards", "Notices", "All Materials", "Account"];
  await expectPanel(page, ["Results", "My Materials", ...others]);
  await page.waitForURL("**/user/account");
});

test("the administrator's side panel traps the focus, and Logout ends the session", { tag: "@layout" }, async ({
  page,
}) => {
  await enterAsAdmin(page);
  // The built-in administrator has no children here.
  const shown = linksOf("admin").filter(({ specified, right }) => !specified && right !== "family");
  const others = grouped(shown).flatMap(({ links }) => links);
  expect(others.length).toBeGreaterThan(5);
  const specified = ["Upload Materials", "Add Results", "Student Submissions", "Add Schedule"];
  await expectPanel(page, [...specified, ...others.map(({ label }) => label)]);
  await page.waitForURL("**/admin/account");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("complementary").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(/\/$/);
  await open(page, "/admin/add-schedule");
  await page.waitForURL("**/login?next=*");
});

test.describe("a failed connection", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED|ChunkLoadError|Failed to load chunk/] });

  test("leaves the page and its typed text unchanged, and the menu opens once the connection is back", async ({
    page,
  }) => {
    await newStudentIn(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/user/account");
    const name = page.getByLabel("Full Name");
    await name.fill("Asha Typed");
    const mend = await cut(page, /\/_next\/static\/chunks\//);
    const menu = page.getByRole("button", { name: "Menu" });
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/chunks/"));
    await menu.click();
    await failed;
    await expect(menu).toHaveAttribute("aria-expanded", "false");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(name).toHaveValue("Asha Typed");
    await mend();
    await menu.click();
    await expect(page.getByRole("dialog").getByRole("link", { name: "Results", exact: true })).toBeVisible();
    await expect(name).toHaveValue("Asha Typed");
  });
});

test.describe("forms with errors", () => {
  test.use({ expectedErrors: consoleErrors.refused });

  test("the login, signup and upload forms with errors pass axe", async ({ page }) => {
    await open(page, "/login");
    await logIn(page, { email: "nobody@school.example", password: "not this one" });
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expectGoodLayout(page);

    await open(page, "/signup");
    await page.getByLabel("Full Name").fill("Asha");
    await page.getByLabel("Email Address").fill("asha@school.example");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByLabel("Confirm Password", { exact: true }).fill("other");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByText("Passwords do not match")).toBeVisible();
    await expectGoodLayout(page);

    await enterAsAdmin(page);
    await open(page, "/admin/upload-materials");
    await page.getByLabel("Class", { exact: true }).selectOption("5");
    await page.getByLabel("Subject").fill("Maths");
    await page.getByLabel("Material Name").fill("Fractions");
    await page.getByRole("button", { name: "Upload Material" }).click();
    await expect(page.getByText("Please select a file!")).toBeVisible();
    const wrong = { name: "fractions.txt", mimeType: "text/plain", buffer: Buffer.from("1/2") };
    await page.locator("input[type=file]").setInputFiles(wrong);
    await expect(page.getByText(/^Only .pdf, .doc and .docx files can be uploaded/)).toBeVisible();
    await expectGoodLayout(page);
  });
});
