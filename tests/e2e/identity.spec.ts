import { expect } from "@playwright/test";
import { test } from "../setup/fixtures";
import { logIn, logInAsAdmin, newStudent, signUp } from "../setup/people";
import { administrator } from "../setup/product";

const stored = (key: string) => `localStorage.getItem(${JSON.stringify(key)})`;

test("a student signs up, logs in, sees the side panel and logs out", async ({ page, context }) => {
  const student = newStudent();
  await signUp(page, student);
  expect(await page.evaluate(stored("user"))).toBeNull();
  expect(await context.cookies()).not.toContainEqual(
    expect.objectContaining({ name: expect.stringMatching(/session/) }),
  );

  await logIn(page, student);
  await page.waitForURL(/\/$/);
  const account = JSON.parse(String(await page.evaluate(stored("user"))));
  expect(account).toEqual({ _id: expect.any(String), name: student.name, email: student.email, role: "user" });
  expect(await page.evaluate(stored("userEmail"))).toBe(student.email);

  const [cookie] = (await context.cookies()).filter(({ name }) => name.endsWith("session-token"));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", expires: -1 });

  await page.getByRole("button", { name: "Dashboard" }).click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByRole("link", { name: "Results" })).toHaveAttribute("href", "/user/results");
  await expect(panel.getByRole("link", { name: "My Materials" })).toHaveAttribute("href", "/user/my-materials");
  // 72 units, as wide as the browser's rounding of a moving panel lets it be.
  await expect.poll(async () => Math.round((await panel.boundingBox())?.width ?? 0)).toBe(288);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Dashboard" })).toBeFocused();

  await page.goto("/login");
  await page.waitForURL("**/user/results");

  await page.goto("/");
  await page.getByRole("button", { name: "Dashboard" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "Register" })).toBeVisible();
  expect(await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('user'))")).toEqual([]);

  // The server has forgotten the session, not only the browser.
  await context.addCookies(cookie ? [cookie] : []);
  await page.goto("/user/results");
  await page.waitForURL("**/login?next=*");
});

test("the administrator logs in, is known by name alone in the browser, and has an area", async ({ page }) => {
  await logInAsAdmin(page);
  const account = JSON.parse(String(await page.evaluate(stored("user"))));
  expect(account).toEqual({ name: "Administrator", username: administrator.username, role: "admin" });
  expect(await page.evaluate(stored("userEmail"))).toBeNull();
  await page.goto("/login");
  await page.waitForURL("**/admin/upload-materials");
  await page.goto("/dashboard");
  await page.waitForURL("**/admin/upload-materials");
});

test("Remember me keeps the cookie for 30 days", async ({ page, context }) => {
  const student = newStudent();
  await signUp(page, student);
  await page.getByLabel("Remember me").check();
  await logIn(page, student);
  await page.waitForURL(/\/$/);
  const cookie = (await context.cookies()).find(({ name }) => name.endsWith("session-token"));
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
});

test("guards send visitors to the login, and the login leads back", async ({ page }) => {
  for (const path of ["/admin", "/admin/upload-materials", "/user", "/user/results", "/dashboard"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login(\?next=|$)/);
  }
  const student = newStudent();
  await signUp(page, student);
  await page.goto("/user/my-materials");
  await logIn(page, student);
  await page.waitForURL("**/user/my-materials");
  await page.goto("/admin/upload-materials");
  await expect(page).toHaveURL(/\/login\?next=|\/user/);
});

test("a foreign address after the login is not followed", async ({ page }) => {
  const student = newStudent();
  await signUp(page, student);
  await page.goto(`/login?next=${encodeURIComponent("//evil.example/")}`);
  await logIn(page, student);
  await page.waitForURL(/localhost:\d+\/$/);
});

test.describe("what is refused", () => {
  test.use({ expectedComplaints: [/401|409|400|Failed to (load|fetch)|TRPCClientError|already exists/] });

  test("wrong pairs say so in the words of the institute, and keep what was typed", async ({ page }) => {
    await page.goto("/login");
    await logIn(page, { email: "nobody@school.example", password: "not this one" });
    await expect(page.getByText("Invalid email or password")).toBeVisible();
    await expect(page.getByLabel("Email Address")).toHaveValue("nobody@school.example");

    await page.getByText("Admin", { exact: true }).click();
    await page.getByLabel("Username").fill("admin");
    await page.getByLabel("Password", { exact: true }).fill("not this one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Invalid admin credentials")).toBeVisible();
  });

  test("signup names each fault", async ({ page }) => {
    const student = newStudent();
    await signUp(page, student);
    await page.goto("/signup");
    await page.getByLabel("Full Name").fill(student.name);
    await page.getByLabel("Email Address").fill(student.email.toUpperCase());
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByLabel("Confirm Password", { exact: true }).fill("other");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
    await expect(page.getByText("Passwords do not match")).toBeVisible();

    await page.getByLabel("Password", { exact: true }).fill("long enough");
    await page.getByLabel("Confirm Password", { exact: true }).fill("long enough");
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByText("An account with this email already exists")).toBeVisible();
    await expect(page.getByLabel("Full Name")).toHaveValue(student.name);
  });

  test("a server out of reach says that something went wrong", async ({ page }) => {
    await page.goto("/login");
    await page.route("**/api/auth/**", (route) => route.abort());
    await logIn(page, { email: "asha@school.example", password: "mango-river-9" });
    await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
    await expect(page.getByLabel("Email Address")).toHaveValue("asha@school.example");
  });
});

test("the password can be shown, and hides again in the next form", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Password", { exact: true }).fill("mango");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.reload();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
});
