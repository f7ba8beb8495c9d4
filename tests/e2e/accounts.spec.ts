import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { launch, removeFolder, temporaryFolder } from "../../scripts/launch.mjs";
import { expectAccessibleInBothSchemes } from "../setup/axe";
import { logIn, newStudent, signUp } from "../setup/people";
import { administrator } from "../setup/product";
import { expectNoSidewaysScroll, open } from "../setup/screen";
import { startSmtp } from "../setup/smtp";

// One product for all of them.
test.describe.configure({ mode: "default" });

type Product = Awaited<ReturnType<typeof launch>>;

let dataDir: string;
let product: Product;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  smtp = await startSmtp();
  dataDir = await temporaryFolder();
  const more = { SMTP_URL: smtp.url };
  const logFile = "test-results/accounts.log";
  product = await launch({ dataDir, adminPassword: administrator.password, logFile, more });
});

test.afterAll(async () => {
  await product.stop();
  await smtp.close();
  await removeFolder(dataDir);
});

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ baseURL: product.url });
  page = await context.newPage();
});

test.afterEach(() => context.close());

/** The link of the newest mail to an address, once there are `count`. */
async function linkOf(email: string, count: number): Promise<string> {
  await expect.poll(() => smtp.mailsFor(email).length, { timeout: 20_000 }).toBe(count);
  const text = smtp.mailsFor(email).at(-1)?.mail.text ?? "";
  const link = text.split(/\s/).find((word) => word.startsWith(product.url)) ?? "";
  expect(link).toMatch(/\/(confirm-email|reset-password)#token=[\w-]{43}$/);
  return link;
}

test("an address is confirmed by a mail that a real server received, once", async () => {
  const student = newStudent();
  await signUp(page, student);
  const link = await linkOf(student.email, 1);
  await logIn(page, student);
  await page.waitForURL(/\/$/);
  await open(page, "/user/account");
  await expect(page.getByText("Not confirmed")).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  // A program that looks at the links of a mail reads the page and runs no script.
  expect((await fetch(link)).status).toBe(200);
  await open(page, link);
  await expect(page.getByText("Thank you, your address is confirmed.")).toBeVisible();
  expect(page.url()).toBe(`${product.url}/confirm-email`);
  await expectAccessibleInBothSchemes(page);

  await open(page, "/user/account");
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the link again" })).toHaveCount(0);

  const another = await context.newPage();
  await open(another, link);
  await expect(another.getByText("This link has been used or has expired.")).toBeVisible();
  await another.getByRole("link", { name: "Go to your account" }).click();
  await another.waitForURL("**/user/account");
});

test("a link that is sent again is the only one that is good", async () => {
  const student = newStudent();
  await signUp(page, student);
  const first = await linkOf(student.email, 1);
  await logIn(page, student);
  await page.waitForURL(/\/$/);
  await open(page, "/user/account");
  await page.getByRole("button", { name: "Send the link again" }).click();
  await expect(page.getByText("A new link is on its way to you.")).toBeVisible();
  const second = await linkOf(student.email, 2);

  await open(page, first);
  await expect(page.getByText("This link has been used or has expired.")).toBeVisible();
  await open(page, second);
  await expect(page.getByText("Thank you, your address is confirmed.")).toBeVisible();
});

test("a network that fails while an address is confirmed costs no link", async () => {
  const student = newStudent();
  await signUp(page, student);
  const link = await linkOf(student.email, 1);
  await page.route("**/api/trpc/**", (route) => route.abort());
  await open(page, link);
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  await page.unroute("**/api/trpc/**");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("Thank you, your address is confirmed.")).toBeVisible();
});

test("a forgotten password becomes a new one", async ({ browser }) => {
  const student = newStudent();
  const newPassword = "a new green hill";
  await signUp(page, student);
  await linkOf(student.email, 1);
  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  await open(other, "/login");
  await logIn(other, student);
  await other.waitForURL(/\/$/);

  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.waitForURL("**/forgot-password");
  await page.getByLabel("Email Address").fill(student.email.toUpperCase());
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your mailbox" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  // Long addresses break.
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
  // Whoever was logged in with the old one is no longer, and the mailbox has shown whose the address is.
  await open(other, "/user/account");
  await other.waitForURL("**/login?next=*");
  await elsewhere.close();
  await open(page, "/user/account");
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
  await expect.poll(() => smtp.mailsFor(student.email).at(-1)?.mail.subject).toMatch(/was changed$/);

  expect(smtp.mailsFor(student.email)).toHaveLength(3);
});

test("an unknown address is told what a known one is, and gets no mail", async () => {
  await open(page, "/forgot-password");
  await page.getByLabel("Email Address").fill("nobody@school.example");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your mailbox" })).toBeVisible();
  await page.getByRole("button", { name: "Use another address" }).click();
  await expect(page.getByLabel("Email Address")).toHaveValue("");
  // A known one that is asked for later has its letter; the unknown one's would be out by then.
  const student = newStudent();
  await signUp(page, student);
  await linkOf(student.email, 1);
  expect(smtp.mailsFor("nobody@school.example")).toEqual([]);
});
