import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBothSchemes } from "../setup/axe";
import { test } from "../setup/fixtures";
import { logIn, logInAsAdmin, newStudent, signUp } from "../setup/people";
import { complaints, expectNoSidewaysScroll, open } from "../setup/screen";

const screens = {
  admin: [
    "/admin/upload-materials",
    "/admin/add-results",
    "/admin/get-info",
    "/admin/add-schedule",
    "/admin/people",
    "/admin/account",
  ],
  user: ["/user/results", "/user/my-materials", "/user/account"],
};

async function expectInOrder(page: Page, path: string) {
  await open(page, path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
}

async function expectRoomAt320(page: Page, paths: string[]) {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of paths) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
}

async function expectPanel(page: Page, links: string[]) {
  await open(page, "/about");
  const button = page.getByRole("button", { name: "Dashboard" });
  const panel = page.getByRole("dialog");
  await button.click();
  await expect(panel.getByRole("link")).toHaveText(links);
  await expect(panel.getByRole("button", { name: "Logout" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  // Round and round, and never out.
  for (let step = 0; step < links.length + 4; step += 1) {
    await page.keyboard.press("Tab");
    expect(await panel.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  }
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.click();
  // Slid in, as a person waits for it.
  await expect(panel).toBeInViewport({ ratio: 1 });
  await page.mouse.click(20, 400);
  await expect(panel).toHaveCount(0);

  await button.click();
  await panel.getByRole("link").last().click();
  await expect(panel).toHaveCount(0);
}

test("the administrator's screens have no fault that axe knows, and fit", async ({ page }) => {
  await logInAsAdmin(page);
  for (const path of screens.admin) await expectInOrder(page, path);
  await expectRoomAt320(page, screens.admin);
});

test("the student's screens have no fault that axe knows, and fit", async ({ page }) => {
  const student = newStudent();
  await signUp(page, student);
  await logIn(page, student);
  await page.waitForURL(/\/$/);
  for (const path of screens.user) await expectInOrder(page, path);
  await expectRoomAt320(page, screens.user);
});

test("the student's side panel keeps the focus and closes by its button, the overlay and a link", async ({ page }) => {
  const student = newStudent();
  await signUp(page, student);
  await logIn(page, student);
  await page.waitForURL(/\/$/);
  await expectPanel(page, ["Results", "My Materials", "Account"]);
  await page.waitForURL("**/user/account");
});

test("the administrator's side panel does the same, and Logout ends it", async ({ page }) => {
  await logInAsAdmin(page);
  await expectPanel(page, [
    ...["Upload Materials", "Add Results", "Student Submissions", "Add Schedule"],
    ...["Mail", "Activity", "People", "Status", "Account"],
  ]);
  await page.waitForURL("**/admin/account");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("complementary").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(/\/$/);
  await open(page, "/admin/add-schedule");
  await page.waitForURL("**/login?next=*");
});

test.describe("forms that are refused", () => {
  test.use({ expectedComplaints: complaints.refused });

  test("the login, the signup and the upload have no fault that axe knows", async ({ page }) => {
    await open(page, "/login");
    await logIn(page, { email: "nobody@school.example", password: "not this one" });
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    await open(page, "/signup");
    await page.getByLabel("Full Name").fill("Asha");
    await page.getByLabel("Email Address").fill("asha@school.example");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByLabel("Confirm Password", { exact: true }).fill("other");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByText("Passwords do not match")).toBeVisible();
    await expectAccessibleInBothSchemes(page);

    await logInAsAdmin(page);
    await open(page, "/admin/upload-materials");
    await page.getByLabel("Class").selectOption("5");
    await page.getByLabel("Subject").fill("Maths");
    await page.getByLabel("Material Name").fill("Fractions");
    await page.getByRole("button", { name: "Upload Material" }).click();
    await expect(page.getByText("Please select a file!")).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });
});
