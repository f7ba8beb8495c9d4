import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBothSchemes, expectGoodLayout } from "../harness/axe";
import { consoleErrors, cut, hold, listening, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin, logIn, newStudent, register } from "../harness/people";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import { chooseFor } from "../harness/row-menu";

const mails = /\/api\/trpc\/records\.(listMails|mailSummary)/;
const events = /\/api\/trpc\/records\.listEvents/;
const main = (page: Page) => page.getByRole("main");
const rows = (page: Page, text: string | RegExp) => page.getByRole("row").filter({ hasText: text });
/** The rows of events, without the rows that show their dates. */
const eventRows = (page: Page) =>
  page
    .locator("tbody")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });

/** Expects that an email was saved as a file: its row says so, or names no other state if all emails are files. */
async function expectKept(page: Page, email: string) {
  await expect(page.getByText("All emails of the last year, kept as files.")).toBeVisible();
  await expect(rows(page, email)).toBeVisible();
  await expect(rows(page, email)).not.toContainText(/Waiting|in a moment|Failed/, { timeout: 20_000 });
}

let count = 0;

/** A family that is unique in this run, with a sent application. */
async function family(page: Page): Promise<string> {
  count += 1;
  const email = `das.${process.pid}.${Date.now()}.${count}@home.example`;
  const answer = await page.request.post("/api/services/submit", {
    data: { selectedClass: 7, name: "Kiran Das", parentName: "Mohan Das", email, phone: "+91 98765 43210" },
  });
  expect(answer.status()).toBe(201);
  return email;
}

test.describe("list of emails", () => {
  test("only the administrator can see the emails", async ({ page }) => {
    await open(page, "/admin/mail");
    await page.waitForURL("**/login?next=%2Fadmin%2Fmail");
    await open(page, "/admin/activity");
    await page.waitForURL("**/login?next=%2Fadmin%2Factivity");
  });

  test("the emails page shows the mail folder, and how to set a mail server, if none is set", async ({ page }) => {
    const email = await family(page);
    await enterAsAdmin(page);
    await open(page, "/admin/mail");
    await expect(page.getByRole("heading", { level: 1, name: "Mail" })).toBeVisible();
    const notice = main(page).getByRole("status").filter({ hasText: "Mail is not set up" });
    await expect(notice).toContainText(/saved as a file.*ask the person who runs the server/);
    await expect(notice).not.toContainText("SMTP_URL");
    const folder = notice.getByText(/\/mail$/);
    await expect(folder).toBeHidden();
    await notice.getByText("For the person who runs the server").click();
    await expect(folder).toBeVisible();

    const mail = rows(page, email);
    await expect(mail).toContainText("Admission receipt");
    await expectKept(page, email);
    await expect(mail.getByRole("time").first()).toHaveText(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/);
    await expectGoodLayout(page);

    await chooseFor(page, `Admission receipt, ${email}`, "Save again");
    await expect(page.getByText("The email will be saved as a file in a moment.")).toBeVisible();
    await expect(mail).toBeFocused();
    await expect(mail.getByRole("button", { name: "More for" })).toBeVisible({ timeout: 20_000 });
  });

  test("the emails can be filtered by state, also by keyboard", async ({ page }) => {
    const email = await family(page);
    await enterAsAdmin(page);
    await open(page, "/admin/mail");
    await expectKept(page, email);
    const states = page.getByRole("navigation", { name: "Filter emails" });
    await states.getByRole("link", { name: "Kept" }).focus();
    await page.keyboard.press("Enter");
    await expect(states.getByRole("link", { name: "Kept" })).toHaveAttribute("aria-current", "true");
    await expect(rows(page, email)).toBeVisible();
    await states.getByRole("link", { name: "Failed" }).focus();
    await page.keyboard.press("Enter");
    await expect(states.getByRole("link", { name: "Failed" })).toHaveAttribute("aria-current", "true");
    await expect(rows(page, email)).toHaveCount(0);
    await expect(page.getByText("No emails here")).toBeVisible();
    await expectGoodLayout(page);
  });

  test("loading emails are announced", async ({ page }) => {
    await enterAsAdmin(page);
    const release = await hold(page, mails);
    await open(page, "/admin/mail");
    await expect(page.getByRole("status", { name: "Loading emails" })).toBeVisible();
    await expectGoodLayout(page);
    release();
    await expect(page.getByRole("status", { name: "Loading emails" })).toHaveCount(0);
  });

  test.describe("without a network", () => {
    test.use({ expectedErrors: consoleErrors.cut });

    test("emails that fail to load show an error, and Try Again loads them", { tag: "@long" }, async ({ page }) => {
      const email = await family(page);
      await enterAsAdmin(page);
      const mend = await cut(page, mails);
      await open(page, "/admin/mail");
      await expect(page.getByText("The emails could not be loaded.")).toBeVisible();
      await expectAccessibleInBothSchemes(page);
      await mend();
      await page.getByRole("button", { name: "Try Again" }).click();
      await expect(rows(page, email)).toBeVisible();
      await expect(page.getByText("The emails could not be loaded.")).toHaveCount(0);
      // If another filter fails to load, the rows stay.
      await cut(page, mails);
      await page.getByRole("link", { name: /^Failed/ }).click();
      await expect(page.getByText("The emails could not be loaded.")).toBeVisible();
      await expect(rows(page, email)).toBeVisible();
    });

    test("a failed resend shows an error and can be retried", { tag: "@long" }, async ({ page }) => {
      const email = await family(page);
      await enterAsAdmin(page);
      await open(page, "/admin/mail");
      const again = () => chooseFor(page, `Admission receipt, ${email}`, "Save again");
      await expect(rows(page, email).getByRole("button", { name: "More for" })).toBeVisible({ timeout: 20_000 });
      const mend = await cut(page, /records\.resendMail/);
      await again();
      await expect(rows(page, email).getByRole("alert")).toContainText("The email could not be saved as a file.");
      await expectAccessibleInBothSchemes(page);
      await mend();
      await again();
      await expect(page.getByText("The email will be saved as a file in a moment.")).toBeVisible();
    });
  });
});

test.describe("activity list", () => {
  test.describe("rejected login", () => {
    test.use({ expectedErrors: consoleErrors.refused });

    test("the activity shows who did what, and the network of a rejected login", async ({ page, newPerson }) => {
      const asha = { ...newStudent(), name: `Asha ${process.pid} ${Date.now()}` };
      const visitor = await newPerson();
      await register(visitor, asha);
      await open(visitor, "/login");
      await logIn(visitor, { ...asha, password: "not the password" });
      await expect(visitor.getByRole("main").getByRole("alert")).toBeVisible();
      await logIn(visitor, asha);
      await visitor.waitForURL(/\/$/);

      await enterAsAdmin(page);
      await open(page, "/admin/activity");
      await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
      // Filtered by kind, so that other tests' events do not push these off the page.
      const mine = rows(page, asha.name);
      const kinds: [string, RegExp][] = [
        ["Signed up", /Signed up.*on the user side/],
        ["Logged in", /Logged in.*on the user side/],
        ["Login refused", new RegExp(`Login refused.*${asha.name}, wrong password.*Visitor`)],
      ];
      for (const [kind, text] of kinds) {
        await page.getByLabel("What happened", { exact: true }).selectOption(kind);
        await expect(mine).toHaveCount(1);
        await expect(mine).toContainText(text);
        await expect(mine).toContainText(/10\.\d+\.\d+\.\d+$/);
        await expect(eventRows(page).filter({ hasNotText: kind })).toHaveCount(0);
        await expect(page.getByRole("rowheader", { name: "Today" })).toBeVisible();
      }
      await expectGoodLayout(page);

      await page.getByRole("button", { name: "Clear all" }).click();
      await expect(page.getByLabel("What happened", { exact: true })).toHaveValue("");
      await expect(eventRows(page).filter({ hasNotText: "Login refused" }).first()).toBeVisible();
    });
  });

  test("the activity can be filtered by day, and an empty result says so", async ({ page, newPerson }) => {
    await register(await newPerson(), newStudent());
    await enterAsAdmin(page);
    await open(page, "/admin/activity");
    await expect(eventRows(page).first()).toBeVisible();
    await page.getByLabel("From", { exact: true }).fill("2090-01-01");
    await expect(page.getByText("Nothing found")).toBeVisible();
    await expectGoodLayout(page);
    await page.getByLabel("What happened", { exact: true }).selectOption("Logged in");
    await page.reload();
    await expect(page.getByLabel("From", { exact: true })).toHaveValue("2090-01-01");
    // Back in the middle of hydration causes a mismatch, from which React recovers with a console error.
    await listening(page);
    await page.goBack();
    await listening(page);
    await expect(page.getByLabel("What happened", { exact: true })).toHaveValue("");
    await expect(page.getByText("Nothing found")).toBeVisible();
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.getByLabel("Until", { exact: true }).fill("2090-01-01");
    await expect(eventRows(page).first()).toBeVisible();
    await page.getByLabel("Until", { exact: true }).fill("2020-01-01");
    await expect(page.getByText("Nothing found")).toBeVisible();
  });

  test("on a slow line, a filter cleared right after a reload and Back stays cleared", async ({ page }) => {
    await enterAsAdmin(page);
    await open(page, "/admin/activity");
    await page.getByLabel("From", { exact: true }).fill("2090-01-01");
    await page.getByLabel("What happened", { exact: true }).selectOption("Logged in");
    await page.reload();
    await listening(page);
    // The router fetches a second time if the received page differs from the one it remembers.
    const fetches = /[?&]_rsc=/;
    await page.waitForLoadState("networkidle");
    let release = () => {};
    const second = new Promise<void>((asked) => {
      let count = 0;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      void page.route(fetches, async (route) => {
        count += 1;
        if (count > 1) {
          asked();
          await released;
        }
        await route.continue();
      });
    });
    await page.goBack();
    await second;
    await page.getByRole("button", { name: "Clear all" }).click();
    release();
    await expect(page.getByLabel("From", { exact: true })).toHaveValue("");
    await page.getByLabel("What happened", { exact: true }).selectOption("Logged in");
    await expect(eventRows(page).first()).toBeVisible();
  });

  test("days typed before the scripts load filter the activity", async ({ page }) => {
    await enterAsAdmin(page);
    const release = await hold(page, /\/_next\/static\/.*\.js/);
    await page.goto("/admin/activity", { waitUntil: "commit" });
    await page.getByLabel("From", { exact: true }).fill("2090-01-01");
    await page.getByLabel("Until", { exact: true }).fill("2090-01-02");
    release();
    await expect(page.getByText("Nothing found")).toBeVisible();
    await expect(page).toHaveURL(/\?from=2090-01-01&to=2090-01-02$/);
  });

  test("the activity is paged", async ({ page, baseURL }) => {
    const { call } = await publisher(baseURL ?? "", administrator);
    for (let read = 0; read < 32; read += 1) expect((await call("/api/services?limit=1")).status).toBe(200);
    await enterAsAdmin(page);
    await open(page, "/admin/activity");
    await page.getByLabel("What happened", { exact: true }).selectOption("Applications read");
    await expect(rows(page, "Applications read")).toHaveCount(30);
    await expect(rows(page, "Logged in")).toHaveCount(0);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => rows(page, "Applications read").count()).toBeGreaterThan(31);
  });

  test("loading activity is announced", { tag: "@long" }, async ({ page }) => {
    await enterAsAdmin(page);
    const release = await hold(page, events);
    await open(page, "/admin/activity");
    await expect(page.getByRole("status", { name: "Loading activity" })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    release();
    await expect(page.getByRole("status", { name: "Loading activity" })).toHaveCount(0);
  });

  test.describe("without a network", () => {
    test.use({ expectedErrors: consoleErrors.cut });

    test("activity that fails to load shows an error, and Try Again loads it", { tag: "@long" }, async ({ page }) => {
      await enterAsAdmin(page);
      const mend = await cut(page, events);
      await open(page, "/admin/activity");
      await expect(page.getByText("The activity could not be loaded.")).toBeVisible();
      await expectAccessibleInBothSchemes(page);
      await mend();
      await page.getByRole("button", { name: "Try Again" }).click();
      await expect(eventRows(page).first()).toBeVisible();
    });
  });
});
