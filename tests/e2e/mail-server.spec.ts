import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { launch, removeFolder, temporaryFolder } from "../../scripts/launch.mjs";
import { expectAccessibleInBothSchemes } from "../setup/axe";
import { logInAsAdmin } from "../setup/people";
import { administrator } from "../setup/product";
import { expectNoSidewaysScroll, open } from "../setup/screen";
import { startSmtp } from "../setup/smtp";

// One product for all of them, without proxies in front.
test.describe.configure({ mode: "default" });

const refusals = new Map<string, string>();
let dataDir: string;
let product: Awaited<ReturnType<typeof launch>>;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  smtp = await startSmtp((recipient) => refusals.get(recipient));
  dataDir = await temporaryFolder();
  const more = { SMTP_URL: smtp.url };
  const logFile = "test-results/mail-server.log";
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

async function apply(email: string) {
  const answer = await context.request.post("/api/services/submit", {
    data: { selectedClass: 7, name: "Kiran Das", parentName: "Mohan Das", email, phone: "+91 98765 43210" },
  });
  expect(answer.status()).toBe(201);
}

const mailTo = (email: string) => page.getByRole("row").filter({ hasText: email });
const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };

for (const [size, viewport] of Object.entries(sizes)) {
  test(`on a ${size}, the administrator sees why a mail did not leave, and sends it again`, async () => {
    await page.setViewportSize(viewport);
    const [gone, busy] = [`gone.${size}@home.example`, `busy.${size}@home.example`];
    refusals.set(gone, "5.1.1 There is no such mailbox");
    refusals.set(busy, "4.2.1 The mailbox is busy");
    await apply(gone);
    await apply(busy);
    await logInAsAdmin(page);
    await open(page, "/admin/mail");

    await expect(mailTo(gone)).toContainText("Failed1 attempt");
    await expect(mailTo(gone)).toContainText("The mail server did not take it: 550 5.1.1 There is no such mailbox");
    await expect(mailTo(busy)).toContainText(/Next try \d{1,2} \w{3,4} \d{4}, \d\d:\d\d/);
    await expect(mailTo(busy)).toContainText("450 4.2.1 The mailbox is busy");
    await expect(page.getByText("Mail is not switched on")).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothSchemes(page);

    await page.getByRole("radio", { name: "Failed" }).check();
    await expect(mailTo(busy)).toHaveCount(0);
    await expect(mailTo(gone)).toBeVisible();
    await page.getByRole("radio", { name: "Waiting" }).check();
    await expect(mailTo(gone)).toHaveCount(0);
    await page.getByRole("radio", { name: "All" }).check();

    refusals.clear();
    await mailTo(gone).getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText("The mail leaves in a moment.").first()).toBeVisible();
    await expect(mailTo(gone)).toBeFocused();
    await mailTo(busy).getByRole("button", { name: "Try now" }).click();
    for (const email of [gone, busy]) {
      await expect(mailTo(email).getByText("Sent", { exact: true })).toBeVisible({ timeout: 20_000 });
      expect(smtp.mailsFor(email)).toHaveLength(1);
    }
  });
}

test("what a visitor says of its own address is not believed", async () => {
  const forged = { "x-forwarded-for": "203.0.113.7", "x-lyceum-caller": "203.0.113.8", forwarded: "for=203.0.113.9" };
  const answer = await context.request.post("/api/student/login", {
    headers: forged,
    data: { email: "nobody@home.example", password: "a wrong password" },
  });
  expect(answer.status()).toBe(401);
  await logInAsAdmin(page);
  await open(page, "/admin/activity");
  const refused = page.getByRole("row").filter({ hasText: "Login refused" });
  await expect(refused.first()).toContainText(/::1|127\.0\.0\.1/);
  await expect(page.getByText("203.0.113")).toHaveCount(0);
});
