import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleInBothSchemes } from "../harness/axe";
import { expectNoSidewaysScroll, open } from "../harness/browser-page";
import { ownProduct } from "../harness/own-product";
import { enterAs, logIn, newStudent, register, signUp } from "../harness/people";
import { startSmtp } from "../harness/smtp";

// All tests share one product.
test.describe.configure({ mode: "default" });

const product = ownProduct("accounts", { mail: startSmtp });
let page: Page;

test.beforeEach(async ({ browser }) => {
  page = await product.newPage(browser);
});

test.afterEach(() => page.context().close());

/** Waits for `count` emails to an address and returns the link of the newest. */
async function linkOf(email: string, count: number): Promise<string> {
  await expect.poll(() => product.smtp.mailsFor(email).length, { timeout: 20_000 }).toBe(count);
  const text = product.smtp.mailsFor(email).at(-1)?.mail.text ?? "";
  const link = text.split(/\s/).find((word) => word.startsWith(product.url)) ?? "";
  expect(link).toMatch(/\/(confirm-email|reset-password)#token=[\w-]{43}$/);
  return link;
}

test("an email delivered by a real mail server confirms the address, once", async () => {
  const student = newStudent();
  await register(page, student);
  const link = await linkOf(student.email, 1);
  await enterAs(page, student);
  await open(page, "/user/account");
  await expect(page.getByText("Not confirmed")).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  // Link scanners of mail servers load the page but run no scripts.
  expect((await fetch(link)).status).toBe(200);
  await open(page, link);
  await expect(page.getByText("Thank you, your address is confirmed.")).toBeVisible();
  expect(page.url()).toBe(`${product.url}/confirm-email`);
  await expectAccessibleInBothSchemes(page);

  await open(page, "/user/account");
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the link again" })).toHaveCount(0);

  const another = await page.context().newPage();
  await open(another, link);
  await expect(another.getByText("This link has been used or has expired.")).toBeVisible();
  await another.getByRole("link", { name: "Go to your account" }).click();
  await another.waitForURL("**/user/account");
});

test("a resent link invalidates the earlier one", async () => {
  const student = newStudent();
  await register(page, student);
  const first = await linkOf(student.email, 1);
  await enterAs(page, student);
  await open(page, "/user/account");
  await page.getByRole("button", { name: "Send the link again" }).click();
  await expect(page.getByText("A new link is on its way to you.")).toBeVisible();
  const second = await linkOf(student.email, 2);

  await open(page, first);
  await expect(page.getByText("This link has been used or has expired.")).toBeVisible();
  await open(page, second);
  await expect(page.getByText("Thank you, your address is confirmed.")).toBeVisible();
});

test("a network failure during the confirmation does not use up the link", async () => {
  const student = newStudent();
  await register(page, student);
  const link = await linkOf(student.email, 1);
  await page.route("**/api/trpc/**", (route) => route.abort());
  await open(page, link);
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  await page.unroute("**/api/trpc/**");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("Thank you, your address is confirmed.")).toBeVisible();
});

test("a forgotten password can be reset", async ({ browser }) => {
  const student = newStudent();
  const newPassword = "a new green hill";
  await register(page, student);
  await linkOf(student.email, 1);
  const other = await product.newPage(browser);
  await enterAs(other, student);

  await open(page, "/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL("**/forgot-password");
  await page.getByLabel("Email Address").fill(student.email.toUpperCase());
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your mailbox" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  // Long email addresses wrap.
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);

  await open(page, await linkOf(student.email, 2));
  await expect.poll(() => page.url()).toBe(`${product.url}/reset-password`);
  await page.getByLabel("New Password").fill("password");
  await page.getByLabel("Confirm Password", { exact: true }).fill("password");
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page.getByText("This password is too easy to guess. Please choose another one.")).toBeVisible();
  await expect(page.getByLabel("New Password")).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await page.getByLabel("New Password").fill(newPassword);
  await page.getByLabel("Confirm Password", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Save the password" }).click();
  await page.waitForURL("**/login");
  await expect(page.getByText("Your new password is set. Please sign in.")).toBeVisible();

  await logIn(page, student);
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  await logIn(page, { ...student, password: newPassword });
  await page.waitForURL(/\/$/);
  // Old sessions have ended, and the reset has confirmed the email.
  await open(other, "/user/account");
  await other.waitForURL("**/login?next=*");
  await other.context().close();
  await open(page, "/user/account");
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await expect.poll(() => product.smtp.mailsFor(student.email).at(-1)?.mail.subject).toMatch(/was changed$/);

  expect(product.smtp.mailsFor(student.email)).toHaveLength(3);
});

test("if the answer to a new password is lost, a second press leads to the login", async () => {
  const student = newStudent();
  const password = "a new green hill";
  await register(page, student);
  await linkOf(student.email, 1);
  await open(page, "/forgot-password");
  await page.getByLabel("Email Address").fill(student.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await open(page, await linkOf(student.email, 2));
  await page.getByLabel("New Password").fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await page.route(/auth\.resetPassword/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  await page.unroute(/auth\.resetPassword/);
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page.getByText("Your new password may be set already.")).toBeVisible();
  await page.getByRole("button", { name: "Back to the login" }).click();
  await page.waitForURL("**/login");
  await logIn(page, { ...student, password });
  await page.waitForURL(/\/$/);
});

test("a new password leads to the login even if another person is logged in", async () => {
  const [sister, student] = [{ ...newStudent(), name: "Mira Rao" }, newStudent()];
  const password = "a new green hill";
  for (const person of [sister, student]) await register(page, person);
  await linkOf(student.email, 1);
  await open(page, "/forgot-password");
  await page.getByLabel("Email Address").fill(student.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  const link = await linkOf(student.email, 2);
  await enterAs(page, sister);
  await open(page, link);
  await expect(page.getByText("Mira Rao is logged in on this device.")).toBeVisible();
  await page.getByLabel("New Password").fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Save the password" }).click();
  await page.waitForURL("**/login");
  await logIn(page, { ...student, password });
  await page.waitForURL(/\/$/);
});

test("a new account leads to the login even if another person is logged in", async () => {
  const [sister, student] = [{ ...newStudent(), name: "Mira Rao" }, newStudent()];
  await register(page, sister);
  await enterAs(page, sister);
  await open(page, "/signup");
  await expect(page.getByText("Mira Rao is logged in on this device.")).toBeVisible();
  await signUp(page, student);
  await expect(page.getByLabel("Email Address")).toHaveValue(student.email);
  await logIn(page, student);
  await page.waitForURL(/\/$/);
});

test("without JavaScript, the form for a new password says so", async ({ browser }) => {
  const plain = await product.newPage(browser, { javaScriptEnabled: false });
  await plain.goto("/forgot-password");
  await expect(plain.locator("main noscript [role=status]")).toContainText("This form needs JavaScript");
  await plain.context().close();
});

test("a reset request for an unknown address looks the same and sends no email", async () => {
  await open(page, "/forgot-password");
  await page.getByLabel("Email Address").fill("nobody@school.example");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your mailbox" })).toBeVisible();
  await page.getByRole("button", { name: "Use another address" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByLabel("Email Address")).toHaveValue("");
  // A later request for a known address has arrived, so an email to the unknown one would have, too.
  const student = newStudent();
  await register(page, student);
  await linkOf(student.email, 1);
  expect(product.smtp.mailsFor("nobody@school.example")).toEqual([]);
});
