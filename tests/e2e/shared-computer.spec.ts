import { expect, type Page } from "@playwright/test";
import { test } from "../setup/fixtures";
import { logIn, logInAsAdmin, newStudent, signUp } from "../setup/people";
import { open } from "../setup/screen";

const keys = (page: Page) => page.evaluate("Object.keys(localStorage).sort()");
const dashboard = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Dashboard" });
const register = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Register" });

/** The person comes back to this tab. */
const comeBack = (page: Page) => page.evaluate("window.dispatchEvent(new Event('focus'))");

async function newStudentIn(page: Page) {
  const student = newStudent();
  await signUp(page, student);
  await logIn(page, student);
  await page.waitForURL(/\/$/);
  return student;
}

test("a browser that forgot who is logged in is told by the session", async ({ page, context }) => {
  const student = await newStudentIn(page);
  await page.evaluate("localStorage.clear()");
  await open(page, "/about");
  await expect(dashboard(page)).toBeVisible();
  expect(await keys(page)).toEqual(["user", "userEmail"]);
  expect(await page.evaluate("localStorage.getItem('userEmail')")).toBe(student.email);

  await page.evaluate("localStorage.clear()");
  await open(page, "/user/results");
  await expect.poll(() => keys(page)).toEqual(["user", "userEmail"]);
  // A session from before the mark was there is confirmed as well.
  await context.clearCookies({ name: "lyceum-logged-in" });
  await page.evaluate("localStorage.clear()");
  await open(page, "/user/results");
  await expect.poll(() => keys(page)).toEqual(["user", "userEmail"]);
});

test("no tab shows a name after the session ended elsewhere, and the browser forgets it", async ({
  page,
  context,
  newPerson,
}) => {
  const student = await newStudentIn(page);
  const results = await context.newPage();
  await open(results, "/user/results");
  await expect(results.getByRole("heading", { name: `Welcome, ${student.name}!` })).toBeVisible();
  const elsewhere = await newPerson();
  await open(elsewhere, "/login");
  await logIn(elsewhere, student);
  await elsewhere.waitForURL(/\/$/);
  await open(elsewhere, "/user/account");
  await elsewhere.getByRole("button", { name: "Sign out everywhere" }).click();
  await elsewhere.waitForURL("**/login");

  await comeBack(results);
  await results.waitForURL("**/login?next=%2Fuser%2Fresults");
  await comeBack(page);
  await expect(register(page)).toBeVisible();
  expect(await keys(page)).toEqual([]);
  // Back leads to no copy that the browser kept.
  await open(page, "/about");
  await expect(register(page)).toBeVisible();
});

test("a session that is over before the page opens leaves no name on it", async ({ page, context }) => {
  await newStudentIn(page);
  const kept = await page.evaluate("JSON.stringify(localStorage)");
  await dashboard(page).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(register(page)).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("lyceum-logged-in");
  await page.evaluate(`Object.assign(localStorage, ${kept})`);
  await open(page, "/about");
  await expect(register(page)).toBeVisible();
  expect(await keys(page)).toEqual([]);
});

test("logging out in one tab takes personal pages off the others", async ({ page, context }) => {
  await newStudentIn(page);
  const results = await context.newPage();
  await open(results, "/user/results");
  await open(page, "/");
  await dashboard(page).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await results.waitForURL("**/login?next=%2Fuser%2Fresults");
});

test("an office form that was begun stays when the session ends, and says so", async ({ page, context }) => {
  await logInAsAdmin(page);
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

test("a visitor's pages ask nothing about a session", async ({ page }) => {
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

test("Remember me is offered to users, and not in Admin mode", async ({ page }) => {
  await open(page, "/login");
  await expect(page.getByLabel("Remember me")).toBeVisible();
  await page.getByText("Admin", { exact: true }).click();
  await expect(page.getByLabel("Username")).toBeVisible();
  await expect(page.getByLabel("Remember me")).toHaveCount(0);
  await page.getByText("User", { exact: true }).click();
  await expect(page.getByLabel("Remember me")).toBeVisible();
});
