import { chromium, expect, type Page } from "@playwright/test";
import { browserLaunch } from "../harness/browser";
import { open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { enterAs, enterAsAdmin, logIn, newStudent, newStudentIn, register, type Student } from "../harness/people";

const keys = (page: Page) => page.evaluate("Object.keys(localStorage).sort()");
const dashboard = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Dashboard" });
const registerLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Register" });

/** Simulates the return to this tab. */
const comeBack = (page: Page) => page.evaluate("window.dispatchEvent(new Event('focus'))");

/** A student whose account this browser has stored. */
async function newStudentAt(page: Page): Promise<Student> {
  const student = await newStudentIn(page);
  await open(page, "/");
  await expect.poll(() => keys(page)).toEqual(["user", "userEmail"]);
  return student;
}

test("a browser that lost its stored account restores it from the session", async ({ page, context }) => {
  const student = await newStudentAt(page);
  await page.evaluate("localStorage.clear()");
  await open(page, "/about");
  await expect(dashboard(page)).toBeVisible();
  expect(await keys(page)).toEqual(["user", "userEmail"]);
  expect(await page.evaluate("localStorage.getItem('userEmail')")).toBe(student.email);

  await page.evaluate("localStorage.clear()");
  await open(page, "/user/results");
  await expect.poll(() => keys(page)).toEqual(["user", "userEmail"]);
  // A session from before the mark existed is recognized, too.
  await context.clearCookies({ name: "lyceum-logged-in" });
  await page.evaluate("localStorage.clear()");
  await open(page, "/user/results");
  await expect.poll(() => keys(page)).toEqual(["user", "userEmail"]);
});

test("no tab shows a name after the session ended elsewhere, and the stored account is deleted", async ({
  page,
  context,
  newPerson,
}) => {
  const student = await newStudentAt(page);
  const results = await context.newPage();
  await open(results, "/user/results");
  await expect(results.getByRole("heading", { name: `Welcome, ${student.name}!` })).toBeVisible();
  const elsewhere = await newPerson();
  await enterAs(elsewhere, student);
  await open(elsewhere, "/user/account");
  await elsewhere.getByRole("button", { name: "Sign out everywhere" }).click();
  await elsewhere.waitForURL("**/login");

  await comeBack(results);
  await results.waitForURL("**/login?next=%2Fuser%2Fresults");
  await comeBack(page);
  await expect(registerLink(page)).toBeVisible();
  expect(await keys(page)).toEqual([]);
  // Back does not show a page from the back/forward cache.
  await open(page, "/about");
  await expect(registerLink(page)).toBeVisible();
});

test("a session that expired before the page opens shows no name", async ({ page, context }) => {
  await newStudentAt(page);
  const kept = await page.evaluate("JSON.stringify(localStorage)");
  await dashboard(page).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(registerLink(page)).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("lyceum-logged-in");
  await page.evaluate(`Object.assign(localStorage, ${kept})`);
  await open(page, "/about");
  await expect(registerLink(page)).toBeVisible();
  expect(await keys(page)).toEqual([]);
});

test("logging out in one tab hides personal pages in the others", async ({ page, context }) => {
  await newStudentAt(page);
  const results = await context.newPage();
  await open(results, "/user/results");
  await dashboard(page).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await results.waitForURL("**/login?next=%2Fuser%2Fresults");
});

test("logging out in one tab clears typed and searched text in other tabs", async ({ page, context }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enterAsAdmin(page);
  await open(page, "/admin/account");
  const typing = await context.newPage();
  await open(typing, "/admin/add-schedule");
  await typing.getByLabel("Subject").fill("Biology");
  await typing.evaluate("sessionStorage.setItem('lyceum-draft:note', '{}')");
  const searching = await context.newPage();
  await open(searching, "/admin/students?q=Asha");
  await page.getByRole("complementary").getByRole("button", { name: "Logout" }).click();
  await searching.waitForURL("**/login?next=%2Fadmin%2Fstudents");
  await typing.waitForURL("**/login?next=%2Fadmin%2Fadd-schedule");
  expect(await typing.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('lyceum-draft'))")).toEqual(
    [],
  );
  expect(await keys(typing)).toEqual([]);
});

test("a partly filled office form stays when the session ends, and the page says that it ended", async ({
  page,
  context,
}) => {
  await enterAsAdmin(page);
  await open(page, "/admin/add-schedule");
  await page.getByLabel("Subject").fill("Biology");
  await context.clearCookies({ name: /session-token/ });
  await comeBack(page);
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await expect(page.getByLabel("Subject")).toHaveValue("Biology");
  expect(await keys(page)).toEqual([]);
  await page.getByLabel("Subject").fill("");
  await comeBack(page);
  await page.waitForURL("**/login?next=%2Fadmin%2Fadd-schedule");
});

test("a dialog with only a chosen option stays when the session ends, and the page says that it ended", async ({
  page,
  context,
}) => {
  await enterAsAdmin(page);
  await open(page, "/admin/staff");
  await page.getByRole("button", { name: "Invite" }).click();
  const chosen = page.getByRole("dialog").getByLabel("Class", { exact: true });
  await chosen.selectOption("7");
  await context.clearCookies({ name: /session-token/ });
  await comeBack(page);
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await expect(chosen).toHaveValue("7");
});

test("visitors' pages send no session request", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ["/", "/about"]) {
    await open(page, path);
    await comeBack(page);
    await page.waitForLoadState("networkidle");
  }
  expect(asked).toContain("/about");
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
});

test("Remember me is offered to students, but not to the administrator", async ({ page }) => {
  await open(page, "/login");
  await expect(page.getByLabel("Remember me")).toBeVisible();
  await page.getByText("Admin", { exact: true }).click();
  await expect(page.getByLabel("Username")).toBeVisible();
  await expect(page.getByLabel("Remember me")).toHaveCount(0);
  await page.getByText("User", { exact: true }).click();
  await expect(page.getByLabel("Remember me")).toBeVisible();
});

test("only a remembered login survives a browser restart", async ({ baseURL, viewport, extraHTTPHeaders }) => {
  const student = newStudent();
  for (const remember of [false, true]) {
    const folder = await temporaryFolder();
    const start = () =>
      chromium.launchPersistentContext(folder, { ...browserLaunch(), baseURL, viewport, extraHTTPHeaders });
    const before = await start();
    const page = await before.newPage();
    if (!remember) await register(page, student);
    await open(page, "/login");
    await page.getByLabel("Remember me").setChecked(remember);
    await logIn(page, student);
    await page.waitForURL(/\/$/);
    await before.close();

    const after = await start();
    const again = await after.newPage();
    await open(again, "/user/results");
    await expect(again).toHaveURL(remember ? /\/user\/results$/ : /\/login\?next=/);
    await after.close();
    await removeFolder(folder);
  }
});
