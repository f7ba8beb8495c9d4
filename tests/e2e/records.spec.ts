import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothSchemes } from "../setup/axe";
import { test } from "../setup/fixtures";
import { logIn, logInAsAdmin, newStudent, signUp } from "../setup/people";
import { administrator } from "../setup/product";
import { publisher } from "../setup/publisher";
import { complaints, cut, expectNoSidewaysScroll, hold, open } from "../setup/screen";

const mails = /\/api\/trpc\/records\.(listMails|mailSummary)/;
const events = /\/api\/trpc\/records\.listEvents/;
const main = (page: Page) => page.getByRole("main");
const rows = (page: Page, text: string | RegExp) => page.getByRole("row").filter({ hasText: text });

let count = 0;

/** A family nobody else in this run is, whose application has come in. */
async function family(page: Page): Promise<string> {
  count += 1;
  const email = `das.${process.pid}.${Date.now()}.${count}@home.example`;
  const answer = await page.request.post("/api/services/submit", {
    data: { selectedClass: 7, name: "Kiran Das", parentName: "Mohan Das", email, phone: "+91 98765 43210" },
  });
  expect(answer.status()).toBe(201);
  return email;
}

test.describe("the mails", () => {
  test("are for the administrator alone", async ({ page }) => {
    await open(page, "/admin/mail");
    await page.waitForURL("**/login?next=%2Fadmin%2Fmail");
    await open(page, "/admin/activity");
    await page.waitForURL("**/login?next=%2Fadmin%2Factivity");
  });

  test("are files while mail is not switched on: the page says where, and how to change it", async ({ page }) => {
    const email = await family(page);
    await logInAsAdmin(page);
    await open(page, "/admin/mail");
    await expect(page.getByRole("heading", { level: 1, name: "Mail" })).toBeVisible();
    const notice = main(page).getByRole("status").filter({ hasText: "Mail is not switched on" });
    await expect(notice).toContainText(/kept as a file.*\/mail/);
    await expect(notice).toContainText("SMTP_URL");

    const mail = rows(page, email);
    await expect(mail).toContainText("Admission receipt");
    await expect(mail.getByText("Kept as a file", { exact: true })).toBeVisible({ timeout: 20_000 });
    await expect(mail.getByRole("time").first()).toHaveText(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/);
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothSchemes(page);

    await mail.getByRole("button", { name: `Write again: Admission receipt, ${email}` }).click();
    await expect(page.getByText("The mail is written as a file in a moment.")).toBeVisible();
    await expect(mail).toBeFocused();
    await expect(mail.getByRole("button", { name: "Write again" })).toBeVisible({ timeout: 20_000 });
  });

  test("are shown by state, by keyboard as well", async ({ page }) => {
    const email = await family(page);
    await logInAsAdmin(page);
    await open(page, "/admin/mail");
    await expect(rows(page, email).getByText("Kept as a file", { exact: true })).toBeVisible({ timeout: 20_000 });
    await page.getByRole("radio", { name: "All" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("radio", { name: "Kept as a file" })).toBeChecked();
    await expect(rows(page, email)).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("radio", { name: "Failed" })).toBeChecked();
    await expect(rows(page, email)).toHaveCount(0);
    await expect(page.getByText("No mails here")).toBeVisible();
    await expectAccessible(page);
  });

  test("on their way are announced", async ({ page }) => {
    await logInAsAdmin(page);
    const release = await hold(page, mails);
    await open(page, "/admin/mail");
    await expect(page.getByRole("status", { name: "Loading mails" })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    release();
    await expect(page.getByRole("status", { name: "Loading mails" })).toHaveCount(0);
  });

  test.describe("without a wire", () => {
    test.use({ expectedComplaints: complaints.cut });

    test("that cannot be loaded say so, and Try Again brings them", async ({ page }) => {
      const email = await family(page);
      await logInAsAdmin(page);
      const mend = await cut(page, mails);
      await open(page, "/admin/mail");
      await expect(page.getByText("The mails could not be loaded.")).toBeVisible();
      await expectAccessibleInBothSchemes(page);
      await mend();
      await page.getByRole("button", { name: "Try Again" }).click();
      await expect(rows(page, email)).toBeVisible();
      await expect(page.getByText("The mails could not be loaded.")).toHaveCount(0);
    });

    test("that cannot be sent again say so, and can be tried once more", async ({ page }) => {
      const email = await family(page);
      await logInAsAdmin(page);
      await open(page, "/admin/mail");
      const again = rows(page, email).getByRole("button", { name: "Write again" });
      await expect(again).toBeVisible({ timeout: 20_000 });
      const mend = await cut(page, /records\.resendMail/);
      await again.click();
      await expect(rows(page, email).getByRole("alert")).toContainText("The mail could not be ordered again.");
      await expectAccessibleInBothSchemes(page);
      await mend();
      await again.click();
      await expect(page.getByText("The mail is written as a file in a moment.")).toBeVisible();
    });
  });
});

test.describe("the activity", () => {
  test.describe("of someone whose login is refused", () => {
    test.use({ expectedComplaints: complaints.refused });

    test("tells who did what, and whose login was refused from where", async ({ page, newPerson }) => {
      const asha = { ...newStudent(), name: `Asha ${process.pid} ${Date.now()}` };
      const visitor = await newPerson();
      await signUp(visitor, asha);
      await logIn(visitor, { ...asha, password: "not the password" });
      await expect(visitor.getByRole("main").getByRole("alert")).toBeVisible();
      await logIn(visitor, asha);
      await visitor.waitForURL(/\/$/);

      await logInAsAdmin(page);
      await open(page, "/admin/activity");
      await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
      // One kind at a time: what others do meanwhile must not push these off the page.
      const mine = rows(page, asha.name);
      const kinds: [string, RegExp][] = [
        ["Signed up", /Signed up.*Student/],
        ["Logged in", /Logged in.*Student/],
        ["Login refused", new RegExp(`Login refused.*Account of ${asha.name}, wrong password.*Visitor`)],
      ];
      for (const [kind, text] of kinds) {
        await page.getByLabel("What happened").selectOption(kind);
        await expect(mine).toHaveCount(1);
        await expect(mine).toContainText(text);
        await expect(mine).toContainText(/10\.\d+\.\d+\.\d+$/);
        await expect(page.locator("tbody").getByRole("row").filter({ hasNotText: kind })).toHaveCount(0);
      }
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBothSchemes(page);

      await page.getByRole("button", { name: "Clear" }).click();
      await expect(page.getByLabel("What happened")).toHaveValue("");
      await expect(
        page.locator("tbody").getByRole("row").filter({ hasNotText: "Login refused" }).first(),
      ).toBeVisible();
    });
  });

  test("is shown by days, and says when there is nothing", async ({ page }) => {
    await logInAsAdmin(page);
    await open(page, "/admin/activity");
    await expect(page.locator("tbody").getByRole("row").first()).toBeVisible();
    await page.getByLabel("From", { exact: true }).fill("2090-01-01");
    await expect(page.getByText("Nothing found")).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByLabel("Until", { exact: true }).fill("2090-01-01");
    await expect(page.locator("tbody").getByRole("row").first()).toBeVisible();
    await page.getByLabel("Until", { exact: true }).fill("2020-01-01");
    await expect(page.getByText("Nothing found")).toBeVisible();
  });

  test("is shown page by page", async ({ page, baseURL }) => {
    const { call } = await publisher(baseURL ?? "", administrator);
    for (let read = 0; read < 32; read += 1) expect((await call("/api/services?limit=1")).status).toBe(200);
    await logInAsAdmin(page);
    await open(page, "/admin/activity");
    await page.getByLabel("What happened").selectOption("Applications read");
    await expect(rows(page, "Logged in")).toHaveCount(0);
    await expect(rows(page, "Applications read")).toHaveCount(30);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => rows(page, "Applications read").count()).toBeGreaterThan(31);
  });

  test("on its way is announced", async ({ page }) => {
    await logInAsAdmin(page);
    const release = await hold(page, events);
    await open(page, "/admin/activity");
    await expect(page.getByRole("status", { name: "Loading activity" })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    release();
    await expect(page.getByRole("status", { name: "Loading activity" })).toHaveCount(0);
  });

  test.describe("without a wire", () => {
    test.use({ expectedComplaints: complaints.cut });

    test("says so, and Try Again brings it", async ({ page }) => {
      await logInAsAdmin(page);
      const mend = await cut(page, events);
      await open(page, "/admin/activity");
      await expect(page.getByText("The activity could not be loaded.")).toBeVisible();
      await expectAccessibleInBothSchemes(page);
      await mend();
      await page.getByRole("button", { name: "Try Again" }).click();
      await expect(page.locator("tbody").getByRole("row").first()).toBeVisible();
    });
  });
});
