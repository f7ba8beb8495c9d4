import { expect, type Page } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { call } from "../harness/browser-call";
import { expectNoSidewaysScroll, listening, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin, newStudent, register } from "../harness/people";
import { productQuery } from "../harness/sql";

/** A student with a result of this score. Returns the id. */
async function studentWithResult(office: Page, name: string, score: number): Promise<string> {
  const student = { ...newStudent(), name };
  await register(office, student);
  const result = { studentEmail: student.email, className: "7", subject: "Biology", score, totalMarks: 80 };
  const answer = await office.request.post("/api/admin/results/add", { data: { results: [result] } });
  expect(answer.status(), await answer.text()).toBe(201);
  const [found] = await productQuery<{ id: string }>("select id from users where email = $1", [student.email]);
  return found?.id ?? "";
}

/** A guardian with a phone number but no email address, whom the office has linked to these students. Returns a letter's code. */
async function motherOf(office: Page, children: string[]): Promise<{ id: string; phone: string; code: string }> {
  const phone = `+9198${String(Date.now()).slice(-8)}`;
  const [mother] = await productQuery<{ id: string }>(
    "insert into users (id, name, role, phone, username) values (gen_random_uuid(), 'Sunita Rao', 'user', $1, $1) returning id",
    [phone],
  );
  const id = mother?.id ?? "";
  for (const child of children) {
    await productQuery(
      `insert into guardianships (id, guardian_id, student_id, relation, origin)
       values (gen_random_uuid(), $1, $2, 'Mother', 'import')`,
      [id, child],
    );
  }
  const { code } = await call<{ code: string }>(office, "codes.make", { personId: id, purpose: "join" });
  return { id, phone, code };
}

test("a mother without an email address joins by letter and sees only her own children, until a link ends", async ({
  page: office,
  newPerson,
  browser,
  baseURL,
}) => {
  await enterAsAdmin(office);
  const asha = await studentWithResult(office, "Asha Rao", 64);
  const rohan = await studentWithResult(office, "Rohan Rao", 30);
  const stranger = await studentWithResult(office, "Bilal Khan", 55);
  const { id, code } = await motherOf(office, [asha, rohan]);

  const page = await newPerson();
  await open(page, `/join#${code}`);
  await page.getByLabel("Password", { exact: true }).fill("seven green lanterns");
  await page.getByRole("checkbox", { name: /Terms/ }).check();
  await page.getByRole("checkbox", { name: /parent or guardian/ }).check();
  await page.getByRole("button", { name: "Open my login" }).click();
  await expect(page.getByText("Next time, sign in with +9198")).toBeVisible();

  await open(page, "/user");
  await expect(page).toHaveURL(/\/user\/today$/);
  await expect(page.getByRole("heading", { level: 1, name: /^Good \w+, Sunita Rao$/ })).toBeVisible();
  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(cards.getByRole("heading", { level: 2 })).toHaveText(["Asha Rao", "Rohan Rao"]);
  await expect(cards.first()).toContainText("New: Biology");
  await expectGoodLayout(page);

  await page.getByRole("link", { name: "Results, Asha Rao" }).click();
  await page.waitForURL(`**/user/results?child=${asha}`);
  await expect(page.getByText(/^Results of Asha Rao(, |$)/)).toBeVisible();
  await expect(page.getByRole("article", { name: "Academic Results" })).toContainText("80.0%");
  await expect(page.getByText("Please contact your teacher")).toHaveCount(0);
  const panel = page.getByRole("navigation", { name: "Children" });
  await expect(panel.getByRole("link", { name: /Asha/ })).toHaveAttribute("aria-current", "true");
  await expectGoodLayout(page);
  await listening(page);

  // The other child's results are already loaded: the keyboard shows them without another page request.
  const pages: string[] = [];
  await page.waitForLoadState("networkidle");
  page.on("request", (request) => /\/user\//.test(request.url()) && pages.push(request.url()));
  await panel.getByRole("link", { name: /Asha/ }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /^Results of Rohan Rao(, |$)/ })).toBeVisible();
  await expect(page.getByRole("article", { name: "Academic Results" })).toContainText("37.5%");
  await expect(page).toHaveURL(new RegExp(`child=${rohan}$`));
  expect(pages).toEqual([]);
  await page.goBack();
  await expect(page.getByText(/^Results of Asha Rao(, |$)/)).toBeVisible();

  // The chosen child stays chosen on other pages.
  await page.getByRole("navigation", { name: "My Lyceum" }).getByRole("link", { name: "Tests" }).click();
  await page.waitForURL(`**/user/tests?child=${asha}`);
  await expect(page.getByText(/^Tests of Asha Rao(, |$)/)).toBeVisible();

  // On a phone, the children are in a row on the page.
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 360, height: 740 });
  await panel.getByRole("link", { name: /Rohan/ }).click();
  await expect(page.getByText(/^Tests of Rohan Rao(, |$)/)).toBeVisible();
  await expect(panel.getByRole("link", { name: /Rohan/ })).toHaveAttribute("aria-current", "true");
  await expectGoodLayout(page);
  await page.setViewportSize(size);

  // On a phone without scripts, the children are plain links below the page.
  const storageState = await page.context().storageState();
  const held = await browser.newContext({
    baseURL,
    storageState,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const plain = await held.newPage();
  await plain.goto(`/user/results?child=${asha}`);
  await expect(plain.getByRole("button", { name: "Menu" })).toBeHidden();
  await plain.getByRole("link", { name: "Menu" }).click();
  await plain.getByRole("navigation", { name: "Children" }).getByRole("link", { name: /Rohan/ }).click();
  await expect(plain.getByText(/^Results of Rohan Rao(, |$)/)).toBeVisible();
  await held.close();

  await open(page, `/user/results?child=${stranger}`);
  await expect(page.getByText("This child is not linked to you")).toBeVisible();
  const mine = (studentId: string) =>
    page.request.get(`/api/trpc/results.mine?input=${encodeURIComponent(JSON.stringify({ json: { studentId } }))}`);
  expect((await mine(stranger)).status()).toBe(404);
  expect((await mine(rohan)).status()).toBe(200);
  await productQuery("update guardianships set ended_at = now() where guardian_id = $1 and student_id = $2", [
    id,
    rohan,
  ]);
  expect(await (await mine(rohan)).text()).toBe((await (await mine(stranger)).text()).replaceAll(stranger, rohan));
  await open(page, `/user/results?child=${rohan}`);
  await expect(page.getByText("This child is not linked to you")).toBeVisible();
  await expect(panel.getByRole("link")).toHaveText([/Asha Rao/]);

  // Without scripts, the same address shows the same child.
  const html = await (await page.request.get(`/user/results?child=${asha}`)).text();
  expect(html).toContain("Results of <!-- -->Asha Rao".replace("<!-- -->", ""));

  // A long name and letters of double size fit a phone.
  await productQuery("update users set name = $2 where id = $1", [asha, "Ananyashree".repeat(6)]);
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, "/user/today");
  await expect(cards.getByRole("heading", { level: 2 })).toHaveText("Ananyashree".repeat(6));
  await expectNoSidewaysScroll(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await expectNoSidewaysScroll(page);
  if (before) await page.setViewportSize(before);

  // Without a linked child, she is not treated as a student.
  await productQuery("update guardianships set ended_at = now() where guardian_id = $1", [id]);
  for (const path of ["/user", "/user/results", "/user/my-materials"]) {
    await open(page, path);
    await expect(page).toHaveURL(/\/user\/today$/);
    await expect(page.getByRole("main")).toContainText("No child is linked to you");
    await expect(page.getByText("Your first result will appear here")).toHaveCount(0);
  }
});
