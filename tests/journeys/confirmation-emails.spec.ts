import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBothSchemes } from "../harness/axe";
import { call as callAs } from "../harness/browser-call";
import { expectNoSidewaysScroll, field, open } from "../harness/browser-page";
import { test as base } from "../harness/fixtures";
import { ownProduct } from "../harness/own-product";
import { enterAs, newStudent, register } from "../harness/people";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import { startSmtp } from "../harness/smtp";

// A separate product with a mail server: without one results are visible at once, and twenty families would fill its lists.
const product = ownProduct("confirmation-emails", { mail: startSmtp, more: () => ({ TRUSTED_PROXIES: "1" }) });
const test = base.extend({ baseURL: ({ baseURL }, use) => use(product.url || baseURL) });

// Serial, so that one worker starts one product.
test.describe.configure({ mode: "default" });

test("results are hidden until the email is confirmed, from a guardian as well", async ({ page, newPerson }) => {
  const { url, smtp } = product;
  const student = newStudent();
  await register(page, student);
  const { call, send } = await publisher(url, administrator);
  const result = { studentEmail: student.email, className: "9", score: 33, totalMarks: 60 };
  const addResult = (subject: string) => send("results.add", { results: [{ ...result, subject }] });
  const mails = (subject: RegExp) =>
    smtp.mailsFor(student.email).filter(({ mail }) => subject.test(mail.subject ?? ""));
  await addResult("Algebra");

  await enterAs(page, student);
  await open(page, "/user/results");
  await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  await expect(page.getByText(student.email)).toBeVisible();
  await expect(page.getByText(/Algebra|new result|Results Unavailable/)).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);

  await expect.poll(() => mails(/confirm/i).length).toBe(1);
  await page.getByRole("button", { name: "Send the link again" }).click();
  await expect(page.getByText("A new link is on its way.")).toBeVisible();
  await expect.poll(() => mails(/confirm/i).length).toBe(2);
  await expectAccessibleInBothSchemes(page);
  for (const path of ["my-materials", "tests", "notices", "report-cards"]) {
    await open(page, `/user/${path}`);
    await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
    await expect(page.getByText("Your results, tests and notices are for you alone", { exact: false })).toBeVisible();
  }
  await open(page, "/user/my-materials");
  await expect(page.getByText("Your study materials will appear here.")).toBeVisible();
  await open(page, "/user/today");
  await expect(page.getByText("Once it is known to be yours, they appear here.")).toHaveCount(4);
  await open(page, "/user/account");
  await expect(page.getByText("You can make codes once you have confirmed your email address.")).toBeVisible();

  await open(page, "/user/results");
  const token = /#token=([\w-]+)/.exec(mails(/confirm/i).at(-1)?.mail.text ?? "")?.[1] ?? "";
  await send("auth.confirmEmail", { token });
  await page.getByRole("button", { name: "I have confirmed it" }).click();
  await expect(page.getByText("New result: Algebra")).toBeVisible();

  const [other, mother] = [await newPerson(), { ...newStudent(), name: "Mira Rao" }];
  await register(other, mother);
  await enterAs(other, mother);
  const named = { name: "Mira Rao", relation: "mother" };
  const { code } = await callAs<{ code: string }>(page, "codes.makeOwn", named);
  await callAs(other, "codes.link", { code, consent: true });
  for (const path of ["/user/today", "/user/tests"]) {
    await open(other, path);
    await expect(other.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
    await expect(other.getByText("Information about your child is private", { exact: false })).toBeVisible();
  }

  const asked = encodeURIComponent(JSON.stringify({ json: { limit: 20, state: "waiting", person: student.email } }));
  type Waiting = { _id: string; kind: string };
  // The email about the guardian may wait as well.
  const waiting = async (): Promise<Waiting[]> =>
    (await (await call(`/api/trpc/records.listMails?input=${asked}`)).json()).result.data.json.items.filter(
      ({ kind }: Waiting) => /result/i.test(kind),
    );
  const before = (await waiting()).map(({ _id: id }) => id);
  await addResult("Botany");
  // One email about both results replaces the email about the first.
  await expect.poll(async () => (await waiting()).map(({ _id: id }) => before.includes(id))).toEqual([false]);
  expect(mails(/new result/i)).toEqual([]);
  // Send them now instead of after ten minutes.
  for (const { _id: id } of await waiting()) await send("records.resendMail", { id });
  await expect
    .poll(() => mails(/new result/i).map(({ mail }) => /Algebra, Botany/.exec(mail.text ?? "")?.[0]))
    .toEqual(["Algebra, Botany"]);
});

test.describe("application emails", () => {
  test.use({ expectedErrors: [/status of 429|TRPCClientError: There were too many tries/] });

  const family = { Name: "Kavya Nair", "Parent Name": "Suresh Nair", Email: "nair@home.example", Phone: "98220 12345" };

  async function apply(page: Page) {
    await field(page, "Class").selectOption("6");
    for (const [label, text] of Object.entries(family)) await field(page, label).fill(text);
    await page.getByRole("button", { name: "Submit Application" }).click();
  }

  test("a family receives its reference by email, and too many applications from one network show how long to wait", async ({
    page,
  }) => {
    await open(page, "/services");
    await apply(page);
    await expect(page.getByText(`We are sending it to ${family.Email} as well.`)).toBeVisible();
    const reference = await page.getByText(/^.{4}-.{4}$/).innerText();
    const receipts = () => product.smtp.mailsFor(family.Email).map(({ mail }) => mail.subject);
    await expect.poll(receipts).toEqual([expect.stringContaining(reference)]);
    await expectAccessibleInBothSchemes(page);
    await expectNoSidewaysScroll(page);

    const { Name: name, "Parent Name": parentName, Email: email, Phone: phone } = family;
    for (let sent = 1; sent < 20; sent += 1) {
      const answer = await page.request.post("/api/trpc/services.submit", {
        headers: { origin: product.url },
        data: { json: { selectedClass: "6", name, parentName, email, phone } },
      });
      expect(answer.status()).toBe(200);
    }
    await apply(page);
    const refusal = page.getByRole("main").getByRole("alert");
    await expect(refusal).toHaveText(/^There were too many tries\. Please try again in \d+ minutes\.$/);
    await expect(field(page, "Parent Name")).toHaveValue(family["Parent Name"]);
    await expect(page.getByText(reference)).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });
});
