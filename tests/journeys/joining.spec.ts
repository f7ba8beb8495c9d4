import { expect, type Page } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { call } from "../harness/browser-call";
import { consoleErrors, listening, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAs, enterAsAdmin, newStudent, register } from "../harness/people";

const password = "seven green lanterns";
const anyCode = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;

let count = 0;
const uniqueWord = () => `${process.pid}${Date.now()}${++count}`;

/** A student of the roster without a login, added by the office. Returns the id. */
async function addStudent(page: Page, more: object): Promise<string> {
  return (await call<{ _id: string }>(page, "students.add", { name: "Asha Rao", ...more }))._id;
}

/** The office makes a code on the student's page. Returns the code as the screen shows it. */
async function makeCode(page: Page, id: string, act: "Invite" | "New password"): Promise<string> {
  await open(page, `/admin/students/${id}`);
  await page.getByRole("button", { name: act }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make a code" }).click();
  const shown = dialog.getByText(anyCode);
  await expect(shown).toBeVisible();
  await expectGoodLayout(page);
  const code = (await shown.textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("region", { name: "Codes" })).toContainText("open until");
  return code;
}

/** A family's own device. Records every URL and referrer that it sends. */
async function family(newPerson: () => Promise<Page>): Promise<{ page: Page; sent: string[] }> {
  const page = await newPerson();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url(), request.headers().referer ?? ""));
  return { page, sent };
}

test("a student without an email address joins by QR code and later logs in with the admission number", async ({
  page,
  newPerson,
}) => {
  const number = `KV-${uniqueWord()}`;
  await enterAsAdmin(page);
  const code = await makeCode(page, await addStudent(page, { admissionNo: number }), "Invite");
  await expect(page.getByText("Invited", { exact: true })).toBeVisible();

  const { page: phone, sent } = await family(newPerson);
  await open(phone, `/join#${code}`);
  await expect(phone.getByRole("region", { name: "Hello Asha" })).toBeFocused();
  await expect(phone).toHaveURL(/\/join$/);
  await expectGoodLayout(phone);
  await phone.getByLabel("Password", { exact: true }).fill(password);
  await phone.getByRole("checkbox").check();
  await phone.getByRole("button", { name: "Open my login" }).click();
  await expect(phone.getByText(`Next time, sign in with ${number}`)).toBeVisible();
  expect(sent.filter((text) => text.includes(code))).toEqual([]);
  const kept = await phone.evaluate(() => ({ ...localStorage }));
  expect([JSON.parse(kept.user ?? "null").email, "userEmail" in kept]).toEqual([null, false]);
  await phone.getByRole("link", { name: "See the results" }).click();
  await phone.waitForURL("**/user/results");
  await expect(phone.getByRole("heading", { level: 1 })).toBeVisible();
  await listening(phone);

  await phone.context().clearCookies();
  await open(phone, "/login");
  await phone.getByLabel("Email Address").fill(` ${number.toLowerCase()} `);
  await phone.getByLabel("Password", { exact: true }).fill(password);
  await phone.getByRole("button", { name: "Sign in" }).click();
  await phone.waitForURL((url) => url.pathname === "/");
});

test.describe("codes that are refused", () => {
  test.use({ expectedErrors: consoleErrors.refused });

  test("a person who gets somebody else's code can say so, and the office is told", async ({ page, newPerson }) => {
    await enterAsAdmin(page);
    const id = await addStudent(page, { admissionNo: `KV-${uniqueWord()}` });
    const code = await makeCode(page, id, "Invite");
    const { page: phone } = await family(newPerson);
    await open(phone, "/join");
    await phone.getByLabel("Code").fill(code.toLowerCase().replace("-", " "));
    await phone.getByRole("button", { name: "Continue" }).click();
    // A button that disappears passes the focus on.
    await phone.getByRole("button", { name: "Use another code" }).press("Enter");
    await expect(phone.getByRole("main")).toBeFocused();
    await phone.getByLabel("Code").fill(code);
    await phone.getByRole("button", { name: "Continue" }).click();
    await phone.getByRole("button", { name: "Not you?" }).press("Enter");
    await expect(phone.getByText(/^Is this code not for you\?/)).toBeFocused();
    await phone.getByRole("button", { name: "Back", exact: true }).press("Enter");
    await expect(phone.getByRole("region", { name: "Hello Asha" })).toBeFocused();
    await phone.getByRole("button", { name: "Not you?" }).click();
    await phone.getByRole("button", { name: "It is not mine" }).click();
    await expect(phone.getByText("Thank you for telling us")).toBeVisible();
    await open(phone, `/join#${code}`);
    await expect(phone.getByText(/^This code does not work\./)).toBeVisible();
    // A used code reads like a wrong one (decision 130).
    await expect(phone.getByText("Have you used your code already?")).toBeVisible();
    await expect(phone.getByRole("main").getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
    await expectGoodLayout(phone);
    await open(page, `/admin/students/${id}`);
    await expect(page.getByRole("region", { name: "Codes" })).toContainText("came to somebody else");
  });
});

test.describe("an answer that is lost", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED|TRPCClientError|responded with a status of 40[01]/] });

  test("a second try logs in with the typed address, or without one says that the password may be set", async ({
    page,
    newPerson,
  }) => {
    await enterAsAdmin(page);
    for (const email of [`asha.${uniqueWord()}@school.example`, ""]) {
      const code = await makeCode(page, await addStudent(page, { admissionNo: `KV-${uniqueWord()}` }), "Invite");
      const { page: phone } = await family(newPerson);
      await phone.route(/codes\.join/, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await open(phone, `/join#${code}`);
      await phone.getByLabel("Email Address").fill(email);
      await phone.getByLabel("Password", { exact: true }).fill(password);
      await phone.getByRole("checkbox").check();
      const send = phone.getByRole("button", { name: "Open my login" });
      await send.click();
      await expect(phone.getByRole("main").getByRole("alert")).toBeVisible();
      await phone.unroute(/codes\.join/);
      await send.click();
      if (email) await expect(phone.getByText(`Next time, sign in with ${email}`)).toBeVisible();
      else await expect(phone.getByText("If you have just chosen a password, it may be set already.")).toBeVisible();
    }
  });
});

test("the form asks for the address once and names another person who is logged in on the device", async ({
  page,
  newPerson,
}) => {
  const email = `asha.${uniqueWord()}@school.example`;
  await enterAsAdmin(page);
  const code = await makeCode(page, await addStudent(page, {}), "Invite");
  const { page: phone } = await family(newPerson);
  const other = newStudent();
  await register(phone, { ...other, name: "Ravi Sen" });
  await enterAs(phone, other);
  await open(phone, `/join#${code}`);
  await expect(phone.getByText("Ravi Sen is logged in on this device.")).toBeVisible();
  const [tab, sister] = [await phone.context().newPage(), { ...newStudent(), name: "Mira Sen" }];
  await register(tab, sister);
  await enterAs(tab, sister);
  await open(tab, "/");
  await expect(phone.getByText("Mira Sen is logged in on this device.")).toBeVisible();
  await tab.close();
  await phone.getByLabel("Email Address").fill(email);
  await phone.getByLabel("Password", { exact: true }).fill(password);
  await phone.getByRole("checkbox").check();
  await phone.getByRole("button", { name: "Open my login" }).click();
  await expect(phone.getByText(`Next time, sign in with ${email}`)).toBeVisible();
  expect(await phone.evaluate("localStorage.getItem('userEmail')")).toBe(email);
});

test("without a mail server, the office helps with a forgotten password", async ({ page, newPerson }) => {
  const student = newStudent();
  const { page: phone } = await family(newPerson);
  await register(phone, student);
  await open(phone, "/forgot-password");
  await expect(phone.getByText("This website does not send email")).toBeVisible();
  await phone.getByRole("link", { name: "Use a code" }).click();
  await phone.waitForURL("**/join");

  await enterAsAdmin(page);
  const added = { studentEmail: student.email, className: "7", score: 45, totalMarks: 50 };
  await call(page, "results.add", { results: [added] });
  const { _id } = await call<{ _id: string }>(page, "students.who", { identifier: student.email });
  const code = await makeCode(page, _id, "New password");

  await listening(phone);
  await phone.getByLabel("Code").fill(code);
  await phone.getByRole("button", { name: "Continue" }).click();
  await phone.getByLabel("New password").fill("eight blue lanterns");
  await phone.getByRole("button", { name: "Set the password" }).click();
  await expect(phone.getByText(`Next time, sign in with ${student.email}`)).toBeVisible();
});
