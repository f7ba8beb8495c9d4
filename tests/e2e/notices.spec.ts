import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBothSchemes, expectGoodLayout } from "../harness/axe";
import { expectNoSidewaysScroll, field, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin, newStudentIn } from "../harness/people";
import { addResults } from "../harness/publisher";

const main = (page: Page) => page.getByRole("main");

/** A link of the student's area, in the sidebar or in the menu's panel. */
async function areaLink(page: Page, name: RegExp) {
  if ((page.viewportSize()?.width ?? 0) >= 1024) return page.getByRole("complementary").getByRole("link", { name });
  const panel = page.getByRole("dialog");
  if (!(await panel.isVisible())) await page.getByRole("button", { name: "Menu" }).click();
  return panel.getByRole("link", { name });
}

async function closeMenu(page: Page) {
  if (await page.getByRole("dialog").isVisible()) await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("a new result shows a badge in the sidebar, and a notice, until the student has seen it", {
  tag: "@layout",
}, async ({ page, baseURL }) => {
  const student = await newStudentIn(page);
  await open(page, "/user/my-materials");
  await expect(await areaLink(page, /^Results$/)).toBeVisible();

  const result = { subject: "Biology", examName: "Unit Test 2", examDate: "2026-11-20" };
  await addResults(baseURL, student, result);
  // Twice: neither the first visit nor its prefetches have marked results as read.
  for (const _ of ["first", "again"]) {
    await open(page, "/user/my-materials");
    await expect(await areaLink(page, /1 new result$/)).toBeVisible();
  }
  await expectAccessibleInBothSchemes(page);

  await (await areaLink(page, /1 new result$/)).click();
  const notice = main(page).getByRole("status").filter({ hasText: "New result" });
  await expect(notice.getByRole("listitem")).toHaveText([/^New result: Biology, Unit Test 2\s*20 Nov 2026$/]);
  await expect(main(page).getByRole("article", { name: "Academic Results" })).toContainText("55.0%");
  await expect(await areaLink(page, /^Results$/)).toBeVisible();
  await closeMenu(page);
  await expect(notice).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);

  await page.emulateMedia({ media: "print" });
  await expect(notice).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  await page.reload();
  await expect(main(page).getByRole("article", { name: "Academic Results" })).toContainText("55.0%");
  await expect(notice).toHaveCount(0);

  await open(page, "/user/today");
  await addResults(baseURL, student, { subject: "Chemistry" });
  const isNew = main(page).getByRole("link", { name: /^New: Chemistry/ });
  // A tab that comes to the front shows news that arrived in the background.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(isNew).toBeVisible({ timeout: 1000 });
  }).toPass();
  await isNew.click();
  await expect(notice).toBeVisible();
  await expect(await areaLink(page, /^Results$/)).toBeVisible();
  await closeMenu(page);
  await page.goBack();
  await expect(main(page).getByRole("link", { name: /^Chemistry/ })).toBeVisible();
  await open(page, "/user/results");
  await expect(await areaLink(page, /^Results$/)).toBeVisible();
});

test("three of many new results are named, earlier ones are marked, and all are read on return", async ({
  page,
  baseURL,
}) => {
  const student = await newStudentIn(page);
  const subjects = ["Algebra", "Botany", "Chemistry", "Drawing", "English"];
  await addResults(baseURL, student, ...subjects.map((subject) => ({ subject })));
  await open(page, "/user/my-materials");
  await (await areaLink(page, /5 new results$/)).click();

  const notice = main(page).getByRole("status").filter({ hasText: "New result" });
  await expect(notice.getByRole("listitem")).toHaveText([/: English/, /: Drawing/, /: Chemistry/, /^and 2 more$/]);
  const earlier = main(page).getByRole("list").last().getByRole("listitem");
  await expect(earlier).toHaveText([/Drawing.*New/, /Chemistry.*New/, /Botany.*New/, /Algebra.*New/]);
  await expect(await areaLink(page, /^Results$/)).toBeVisible();
  await closeMenu(page);
  await expectGoodLayout(page);

  await (await areaLink(page, /^My Materials$/)).click();
  await expect(page.getByRole("heading", { level: 1, name: "My Materials" })).toBeVisible();
  await addResults(baseURL, student, { subject: "French" });
  await page.reload();
  await (await areaLink(page, /1 new result$/)).click();
  await expect(notice.getByRole("listitem")).toHaveText([/: French/]);
  await expect(earlier).toHaveCount(5);
  await expect(earlier.getByText("New", { exact: true })).toHaveCount(0);
});

let count = 0;

function newFamily() {
  count += 1;
  const mark = `${process.pid}.${Date.now()}.${count}`;
  return {
    Name: `Kavya Nair ${mark}`,
    "Parent Name": "Suresh Nair",
    Email: `nair.${mark}@home.example`,
    Phone: "+91 98220 12345",
  };
}

/** Sends the admission form and returns the reference from the thank-you message. */
async function apply(page: Page, family: ReturnType<typeof newFamily>): Promise<string> {
  await field(page, "Class").selectOption("6");
  for (const [label, text] of Object.entries(family)) await field(page, label).fill(text);
  await page.getByRole("button", { name: "Submit Application" }).click();
  const thanks = main(page).getByRole("status").filter({ hasText: "Your reference" });
  const reference = await thanks.getByText(/^.{4}-.{4}$/).innerText();
  expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  return reference;
}

test("the thank-you message keeps showing the reference, and the administrator finds the application as new", async ({
  page,
  newPerson,
}) => {
  const [family, sibling] = [newFamily(), newFamily()];
  const visitor = await newPerson();
  await visitor.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(visitor, "/services");
  const reference = await apply(visitor, family);
  await expect(main(visitor).getByRole("status")).toHaveCount(0);

  const line = (of: string) => main(visitor).getByText(`Your reference: ${of}`);
  await expect(line(reference)).toBeInViewport({ ratio: 1 });
  await expect(main(visitor).getByText("Please write it down")).toBeVisible();
  await expect(field(visitor, "Name")).toHaveValue("");
  await visitor.getByRole("button", { name: "Copy" }).click();
  await expect(visitor.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await visitor.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  await expectAccessibleInBothSchemes(visitor);
  await expectNoSidewaysScroll(visitor);

  const other = await apply(visitor, sibling);
  expect(other).not.toBe(reference);
  await expect(line(other)).toBeVisible();
  await expect(line(reference)).toHaveCount(0);
  await expect(visitor.getByRole("button", { name: "Copy" })).toBeVisible();

  await enterAsAdmin(page);
  await open(page, "/admin/upload-materials");
  await expect(await areaLink(page, /\d+ new submissions?$/)).toBeVisible();
  await (await areaLink(page, /new submissions?$/)).click();
  const header = page.getByRole("button", { name: family.Name });
  const card = main(page).getByRole("listitem").filter({ has: header });
  await expect(header).toContainText("New");
  await expect(card.getByText(reference)).toBeHidden();
  await expectNoSidewaysScroll(page);

  await header.click();
  await expect(card.getByText(reference)).toBeVisible();
  await expect(header).not.toContainText("New");
  await expect(page.getByRole("button", { name: sibling.Name })).toContainText("New");
  await page.reload();
  await expect(header).toBeVisible();
  await expect(header).not.toContainText("New");
});
