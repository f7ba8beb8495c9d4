import { expect, type Page, test } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { open } from "../harness/browser-page";
import { ownProduct } from "../harness/own-product";
import { enterAsAdmin } from "../harness/people";
import { chooseFor } from "../harness/row-menu";
import { startSmtp } from "../harness/smtp";

// All tests share one product, without trusted proxies.
test.describe.configure({ mode: "default" });

const refusals = new Map<string, string>();
const product = ownProduct("mail-server", { mail: () => startSmtp((recipient) => refusals.get(recipient)) });
let page: Page;

test.beforeEach(async ({ browser }) => {
  page = await product.newPage(browser);
});

test.afterEach(() => page.context().close());

async function apply(email: string) {
  const answer = await page.request.post("/api/services/submit", {
    data: { selectedClass: 7, name: "Kiran Das", parentName: "Mohan Das", email, phone: "+91 98765 43210" },
  });
  expect(answer.status()).toBe(201);
}

const mailTo = (email: string) => page.getByRole("row").filter({ hasText: email });
test("the administrator sees why an email failed and sends it again", async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const [gone, busy] = ["gone@home.example", "busy@home.example"];
  refusals.set(gone, "5.1.1 There is no such mailbox");
  refusals.set(busy, "4.2.1 The mailbox is busy");
  await apply(gone);
  await apply(busy);
  await enterAsAdmin(page);
  await open(page, "/admin/mail");

  await expect(mailTo(gone)).toContainText("Failed1 attempt");
  await expect(mailTo(gone)).toContainText("The mail server did not take it: 550 5.1.1 There is no such mailbox");
  await expect(mailTo(busy)).toContainText(/Next attempt \d{1,2} \w{3,4} \d{4}, \d\d:\d\d/);
  await expect(mailTo(busy)).toContainText("450 4.2.1 The mailbox is busy");
  await expect(page.getByText("Mail is not set up")).toHaveCount(0);
  await expectGoodLayout(page);

  const states = page.getByRole("navigation", { name: "Filter emails" });
  await states.getByRole("link", { name: "Failed" }).click();
  await expect(mailTo(busy)).toHaveCount(0);
  await expect(mailTo(gone)).toBeVisible();
  await states.getByRole("link", { name: "Waiting" }).click();
  await expect(mailTo(gone)).toHaveCount(0);
  await states.getByRole("link", { name: "All" }).click();

  refusals.clear();
  await chooseFor(page, `Admission receipt, ${gone}`, "Send again");
  await expect(page.getByText("The email will be sent in a moment.").first()).toBeVisible();
  await expect(mailTo(gone)).toBeFocused();
  await chooseFor(page, `Admission receipt, ${busy}`, "Try now");
  for (const email of [gone, busy]) {
    await expect(mailTo(email)).toContainText("Sent", { timeout: 20_000 });
    expect(product.smtp.mailsFor(email)).toHaveLength(1);
  }
});

test("a visitor's claimed address is ignored", async () => {
  const forged = { "x-forwarded-for": "203.0.113.7", forwarded: "for=203.0.113.9" };
  const answer = await page.request.post("/api/student/login", {
    headers: forged,
    data: { email: "nobody@home.example", password: "a wrong password" },
  });
  expect(answer.status()).toBe(401);
  await enterAsAdmin(page);
  await open(page, "/admin/activity");
  const refused = page.getByRole("row").filter({ hasText: "Login refused" });
  await expect(refused.first()).toContainText(/::1|127\.0\.0\.1/);
  await expect(page.getByText("203.0.113")).toHaveCount(0);
});
