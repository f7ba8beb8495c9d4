import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { generateSync } from "otplib";
import { linksOf, pages, rightOfPath } from "@/features/pages";
import { expectGoodLayout } from "../harness/axe";
import { call } from "../harness/browser-call";
import { open } from "../harness/browser-page";
import { pdfFile } from "../harness/documents";
import { ownProduct } from "../harness/own-product";
import { enterAsAdmin, logInAtOffice } from "../harness/people";
import { administrator } from "../harness/product";

// All tests share one product: the rules for staff affect the whole site.
test.describe.configure({ mode: "default" });

const pdf = await pdfFile();
const password = "seven green lanterns";
const contexts: BrowserContext[] = [];
let office: Page;
let newPage: () => Promise<Page>;

test.afterAll(async () => {
  for (const context of contexts) await context.close();
});

const product = ownProduct("staff-life");

test.beforeAll(async ({ browser }) => {
  newPage = async () => {
    const page = await product.newPage(browser, { viewport: { width: 1280, height: 800 } });
    contexts.push(page.context());
    return page;
  };
  office = await newPage();
  await enterAsAdmin(office);
});

const rowOf = (name: string) => office.getByRole("row").filter({ hasText: name });

/** The administrator invites a person. Returns the code. */
async function invite(name: string, email: string, choose: (dialog: ReturnType<Page["getByRole"]>) => Promise<void>) {
  await open(office, "/admin/staff");
  await office.getByRole("button", { name: "Invite" }).click();
  const dialog = office.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Email").fill(email);
  await choose(dialog);
  await dialog.getByRole("button", { name: "Invite" }).click();
  const code = (await dialog.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  return code;
}

async function join(page: Page, code: string) {
  await open(page, `/join#${code}`);
  await expect(page.getByText("You work at the institute")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Open my login" }).click();
  await page.getByRole("link", { name: "Open the admin side" }).click();
}

async function openOffice(page: Page, username: string, own = password) {
  await open(page, "/login");
  await logInAtOffice(page, { username, password: own });
}

async function upload(page: Page, className: string, name: string) {
  await page.getByLabel("Class", { exact: true }).selectOption(className);
  await page.getByLabel("Subject").fill("Physics");
  await page.getByLabel("Material Name").fill(name);
  await page.getByLabel("Always Available").check();
  const file = { name: "light.pdf", mimeType: "application/pdf", buffer: pdf };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Upload Material" }).click();
}

/** The answer to a request for a page: its status, or the path that it redirects to. */
async function answerOf(who: Page, path: string): Promise<number | string> {
  const answer = await who.request.get(path, { maxRedirects: 0 });
  const { location } = answer.headers();
  return location === undefined ? answer.status() : new URL(location, product.url).pathname;
}

/** Requests every page of both areas as a visitor, a teacher and the administrator. */
async function expectPagesOf(teacher: Page): Promise<void> {
  const visitor = await newPage();
  const own = pages.filter(({ area }) => area === "admin" || area === "user");
  for (const { path, area } of own) {
    const right = rightOfPath(path);
    const isOpen = (...rights: (typeof right)[]) => (rights.includes(right) ? 200 : "/admin/not-open");
    const index = path === "/admin" ? "/admin/upload-materials" : undefined;
    const of = (opened: number | string) => (area === "user" ? "/login" : (index ?? opened));
    expect(await answerOf(visitor, path), `${path} for a visitor`).toBe("/login");
    expect(await answerOf(teacher, path), `${path} for a teacher`).toBe(of(isOpen("teaching", "staff")));
    const expected = of(isOpen("teaching", "staff", "office", "administrator"));
    expect(await answerOf(office, path), `${path} for the administrator`).toBe(expected);
  }
}

test("an invited teacher works only in the granted class and can lose access while logged in", async () => {
  const code = await invite("Shalini Rao", "shalini@school.example", async (dialog) => {
    await dialog.getByLabel("Class", { exact: true }).selectOption("7");
  });
  const page = await newPage();
  await join(page, code);
  await page.waitForURL("**/admin/upload-materials");
  const panel = page.getByRole("complementary").getByRole("link");
  const shown = linksOf("admin").filter(({ right }) => right === "teaching" || right === "staff");
  expect((await panel.allInnerTexts()).slice(1).sort()).toEqual(shown.map(({ label }) => label).sort());

  await expectPagesOf(page);
  await upload(page, "7", "Light");
  await expect(page.getByText("Study material uploaded successfully ✅")).toBeVisible();
  await upload(page, "8", "Shadow");
  await expect(page.getByText("This is outside the classes and subjects that you teach.")).toBeVisible();

  await open(page, "/admin/staff");
  await expect(page.getByText("This page is not open to you")).toBeVisible();
  await expect(page.getByText("It is for administrators.")).toBeVisible();
  await expectGoodLayout(page);
  await page.getByRole("link", { name: "Go to Upload Materials" }).click();
  await page.waitForURL("**/admin/upload-materials");

  await rowOf("Shalini Rao").getByRole("button", { name: "Change Shalini Rao" }).click();
  await office.getByRole("dialog").getByRole("button", { name: "End access" }).click();
  await office.getByRole("dialog").getByRole("button", { name: "End access" }).click();
  await expect(office.getByText("The access of Shalini Rao has ended.")).toBeVisible();
  await upload(page, "7", "Shadow");
  await expect(page.getByText("Your session has ended.", { exact: false })).toBeVisible();
  await openOffice(page, "shalini@school.example");
  await expect(page.getByText("Your access to the admin side has ended", { exact: false })).toBeVisible();
});

test("a person who joins the staff with a short password must choose a longer one at the first login", async () => {
  const email = "nila@school.example";
  const data = { name: "Nila Sen", email, password: "tulip42" };
  expect((await office.request.post("/api/student/signup", { data })).status()).toBe(201);
  await product.sql("update users set email_confirmed_at = now() where email = $1", [email]);
  await open(office, "/admin/staff");
  await office.getByRole("button", { name: "Invite" }).click();
  const dialog = office.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Nila Sen");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByText("Office", { exact: true }).click();
  await dialog.getByRole("button", { name: "Invite" }).click();
  await expect(office.getByText("Nila Sen works here now.")).toBeVisible();

  const page = await newPage();
  await openOffice(page, email, "tulip42");
  await expect(page.getByLabel("New Password")).toBeFocused();
  await expect(page.getByText("Passwords of staff have 12 characters or more.")).toBeVisible();
  await expectGoodLayout(page);
  await page.getByLabel("New Password").fill("tulip43");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Password must be at least 12 characters")).toBeVisible();
  await page.getByLabel("New Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/admin/upload-materials");
});

test("the office is not offered a student's export and erasure, which only the administrator may do", async () => {
  const { _id } = await call<{ _id: string }>(office, "students.add", { name: "Tara Das" });
  const colleague = await newPage();
  await openOffice(colleague, "nila@school.example");
  await colleague.waitForURL("**/admin/upload-materials");
  const erase = { name: "Export or erase the data of Tara Das" };
  for (const [who, links] of [
    [office, 1],
    [colleague, 0],
  ] as const) {
    await open(who, `/admin/students/${_id}`);
    await who.getByRole("button", { name: "More for Tara Das" }).click();
    await expect(who.getByRole("button", { name: "Attach an account" })).toBeVisible();
    await expect(who.getByRole("link", erase)).toHaveCount(links);
  }
});

const codeOf = (secret: string) => generateSync({ secret });

async function setUpApp(page: Page, own: string): Promise<void> {
  await page.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Your Password").fill(own);
  await dialog.getByRole("button", { name: "Go on" }).click();
  const secret = ((await page.getByRole("main").getByRole("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("First code").fill(codeOf(secret));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "I have saved them" }).click();
}

test("two-step login is required of all staff, and a colleague resets it after a lost phone", async () => {
  await open(office, "/admin/account");
  await setUpApp(office, administrator.password);
  const code = await invite("Meera Iyer", "meera@school.example", async (dialog) => {
    await dialog.getByText("Administrator", { exact: true }).click();
  });
  const demand = office.getByLabel("Demand two-step login of all staff");
  await demand.click();
  await expect(demand).toBeChecked();
  await expect(demand).toBeFocused();
  await expect(rowOf("Administrator").getByText("on", { exact: true })).toBeVisible();

  const page = await newPage();
  await join(page, code);
  await page.waitForURL("**/admin/account");
  await expect(page.getByText("Staff of this institute sign in in two steps")).toBeVisible();
  await expect(page.getByRole("complementary").getByRole("link", { name: "Staff" })).toHaveCount(0);
  await expectGoodLayout(page);
  await setUpApp(page, password);
  await page.getByRole("complementary").getByRole("link", { name: "Staff" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Staff" })).toBeVisible();

  await page.context().clearCookies();
  await openOffice(page, "meera@school.example");
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("This code is wrong or has already been used.")).toBeVisible();

  await open(office, "/admin/staff");
  await rowOf("Meera Iyer").getByRole("button", { name: "Change Meera Iyer" }).click();
  await office.getByRole("dialog").getByRole("button", { name: "Turn off two-step login" }).click();
  const dialog = office.getByRole("alertdialog");
  await dialog.getByLabel("Your Password").fill("not this one");
  await dialog.getByRole("button", { name: "Turn off two-step login" }).click();
  await expect(dialog.getByText("This is not your current password.")).toBeVisible();
  await expectGoodLayout(office);
  await dialog.getByLabel("Your Password").fill(administrator.password);
  await dialog.getByRole("button", { name: "Turn off two-step login" }).click();
  await expect(office.getByText("Meera Iyer signs in without a code until a new app is set up.")).toBeVisible();

  await openOffice(page, "meera@school.example");
  await page.waitForURL("**/admin/account");
  await expect(page.getByText("Staff of this institute sign in in two steps")).toBeVisible();
});
