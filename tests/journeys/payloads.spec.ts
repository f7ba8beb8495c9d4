import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { adminToken } from "../harness/announcer";
import { pdfFile } from "../harness/documents";
import { test as base } from "../harness/fixtures";
import { ownProduct } from "../harness/own-product";
import { scriptPayloads } from "../harness/payloads";
import { enterAs, enterAsAdmin } from "../harness/people";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import { isThorough, sampleOf } from "../harness/runs";

// A separate product: 800 rows of payloads would disturb other tests.
const product = ownProduct("payloads", { more: () => ({ TRUSTED_PROXIES: "1" }) });
const test = base.extend({ baseURL: ({ baseURL }, use) => use(product.url || baseURL) });

// Every thirteenth: covers each call and every third shape.
const payloads = sampleOf(scriptPayloads, 13);

const student = { name: scriptPayloads[0] ?? "", email: "payload@school.example", password: "mango-river-9" };

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(`${product.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  expect([path, answer.status, answer.ok ? "" : await answer.text()]).toEqual([path, 201, ""]);
}

/** Sends every payload in every text field over public calls. */
async function fill(): Promise<void> {
  const household = (index: number) => ({ "x-forwarded-for": `10.9.${index >> 8}.${index & 255}` });
  await post("/api/student/signup", student, household(0));
  const { send, upload } = await publisher(product.url, administrator);
  const bytes = await pdfFile();
  const admin = { authorization: `Bearer ${await adminToken(product.url)}` };
  const exam = { studentEmail: student.email, className: "7", score: 40, totalMarks: 50 };
  const results = payloads.map((text) => ({ ...exam, examName: text, subject: text }));
  await post("/api/admin/results/add", { results }, admin);
  const queue = [...payloads.entries()];
  const one = async ([index, text]: [number, string]) => {
    const schedule = { className: "7", subject: text, description: text, testDate: "2031-01-01", testTime: "10:00" };
    await post("/api/notifications", schedule, admin);
    const family = { selectedClass: 7, name: text, parentName: text, previousSchool: text, phone: "+91 98765 43210" };
    await post("/api/services/submit", { ...family, email: `family${index}@school.example` }, household(index));
    const message = { name: text, message: text, email: `writer${index}@school.example`, consent: true };
    await send("services.sendMessage", message, household(index));
    const material = { className: "7", subject: text, materialName: text, expiresAt: "null" };
    await upload(material, { name: `${text.slice(0, 100)}.pdf`, type: "application/pdf", bytes });
    const notice = { title: text, text: `${text}\n\n- ${text}\n\n[x](${text})`, audience: [{ kind: "public" }] };
    const { _id: id, rowVersion } = await send<{ _id: string; rowVersion: number }>("notices.add", notice);
    await send("notices.publish", { id, rowVersion });
  };
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await one(next);
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

async function expectNothingRan(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const more = page.getByRole("button", { name: /^Show (\d+ )?more$/ });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (let step = 0; step < 12 && (await more.count()) > 0; step += 1) {
    await more
      .first()
      .click({ timeout: 10_000 })
      .catch(async (error: unknown) => {
        // The response to the previous click may remove the button.
        if ((await more.count()) > 0) throw error;
      });
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  }
  expect([path, await page.evaluate("window.scriptsRun ?? 0")]).toEqual([path, 0]);
  expect(new URL(page.url()).origin).toBe(product.url);
}

async function mails(): Promise<string[]> {
  const folder = join(product.dataDir, "mail");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  return Promise.all(
    files.map(async (name) => (await PostalMime.parse(await readFile(join(folder, name)))).html ?? ""),
  );
}

test("script injections in every text field run nowhere", async ({ page, newPerson }) => {
  test.setTimeout(isThorough ? 3_600_000 : 300_000);
  await fill();
  const hook = "window.xss = top.xss = () => { window.scriptsRun = (window.scriptsRun ?? 0) + 1; };";
  await page.addInitScript(hook);
  page.on("dialog", (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`);
  });
  await page.goto("/study-materials");
  await expect(page.getByRole("main")).toContainText("onerror=xss()>");
  for (const path of ["/study-materials", "/show-schedule", "/show-schedule?className=7", "/notices", "/"])
    await expectNothingRan(page, path);
  for (const text of payloads.filter((_, index) => index % 5 === 0)) {
    await expectNothingRan(page, `/study-materials?q=${encodeURIComponent(text)}`);
  }
  await expectNothingRan(page, `/login?next=${encodeURIComponent("javascript:xss()")}`);
  await enterAs(page, student);
  for (const path of ["/user/results", "/user/my-materials", "/user/account"]) await expectNothingRan(page, path);

  const desk = await newPerson();
  await desk.addInitScript(hook);
  await enterAsAdmin(desk);
  for (const path of ["/admin/get-info", "/admin/add-schedule", "/admin/mail", "/admin/activity", "/admin/notices"])
    await expectNothingRan(desk, path);
  // A notice of the office, in the form and as families see it.
  const [first] = await desk.getByRole("main").getByRole("link").filter({ hasText: "xss()" }).all();
  await expectNothingRan(desk, (await first?.getAttribute("href")) ?? "");

  await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBeGreaterThan(payloads.length / 2);
  for (const html of await mails()) expect(html).not.toMatch(/<(script|img|svg|iframe|object|embed|base|meta http)/i);
});
