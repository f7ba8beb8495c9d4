import { setTimeout as wait } from "node:timers/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { expectNoSidewaysScroll, hold, open } from "../harness/browser-page";
import { test as base } from "../harness/fixtures";
import { ownProduct } from "../harness/own-product";
import { enterAsAdmin } from "../harness/people";

// A separate product: other tests publish in the meantime, and these rows would fill their lists.
const product = ownProduct("many-rows");
const test = base.extend({ baseURL: ({ baseURL }, use) => use(product.url || baseURL) });

// Serial, so that one worker starts one product.
test.describe.configure({ mode: "default" });

/** Inserts rows directly into the product's database. */
async function fill(table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  const insert = `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`;
  await product.sql(insert, [JSON.stringify(rows)]);
  // The cache may lag behind direct writes by this much.
  await wait(2_000);
}

/** Inserts materials, the newest first, as if their files had been uploaded. */
async function publish(rows: { id: string; class_name: number; subject: string; material_name: string }[]) {
  const now = Date.now();
  const whole = rows.map((row, index) => ({
    ...row,
    file_key: `key-${row.id}`,
    file_name: "light.pdf",
    file_kind: "pdf",
    file_size: 1_000,
    file_hash: `\\x${"ab".repeat(32)}`,
    uploaded_at: new Date(now - index * 60_000).toISOString(),
  }));
  const uploads = whole.map(({ file_key: key, file_name: name, file_size: size, uploaded_at: at }) => {
    return { key, name, size, type: "application/pdf", state: "published", created_at: at, changed_at: at };
  });
  await fill("uploads", uploads);
  await fill("materials", whole);
}

const scripts = [
  "Light",
  "The refraction of light at plane and curved surfaces, with all the experiments of the second term and their answers",
  `Llanfair${"pwllgwyngyll".repeat(15)}`,
  "विद्यार्थियों के लिए प्रकाश के परावर्तन और अपवर्तन के प्रयोग",
  "تجارب انعكاس الضوء وانكساره للطلاب مع الأسئلة والأجوبة",
];

/** Distinct names of different lengths, in three scripts and both directions. */
const names = Array.from({ length: 200 }, (_, index) => `${scripts[index % scripts.length]} ${index + 1}`);

const idOf = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`;
const cards = (page: Page) => page.getByRole("main").getByRole("list").getByRole("listitem");

/** Clicks every Show more until none is left. */
async function showAll(page: Page): Promise<void> {
  const more = page.getByRole("button", { name: /^Show (\d+ )?more$/ });
  while ((await more.count()) > 0) {
    const before = await cards(page).count();
    await more.first().click();
    await expect.poll(() => cards(page).count()).toBeGreaterThan(before);
  }
}

/** Shows more of a list by keyboard and expects the focus on the first new row. */
async function expectFocusOnFirstNew(page: Page, rows: Locator, shown: number, more: number): Promise<void> {
  await expect(rows).toHaveCount(shown);
  await page.getByRole("button", { name: "Show more", exact: true }).press("Enter");
  await expect(rows).toHaveCount(shown + more);
  await expect(rows.nth(shown)).toBeFocused();
}

/** Expects on a phone and on a desktop that all names are shown within their cards. */
async function expectAllInPlace(page: Page): Promise<void> {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page);
    const shown = await cards(page).getByRole("heading").allInnerTexts();
    expect(shown.toSorted()).toEqual(names.toSorted());
    const overflowing = await cards(page).evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth));
    expect(overflowing).toHaveLength(0);
  }
}

test("the empty lists of a new institute say so, to visitors and to the administrator", async ({ page }) => {
  const empty = [
    ["/study-materials", "Showing 0 resource(s)", "No materials found", "No study materials available at the moment"],
    ["/show-schedule", "No schedules found"],
    ["/admin/get-info", "No submissions yet", "No messages yet"],
    ["/admin/add-schedule", "No schedules found"],
    ["/admin/students", "No student yet", "Add the school year"],
    ["/admin/results", "No exams yet", "Add the school year"],
    ["/admin/import", "Add the school year"],
  ] as const;
  await enterAsAdmin(page);
  for (const [path, ...told] of empty) {
    await open(page, path);
    for (const text of told) await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    await expectGoodLayout(page);
  }
});

test("200 materials fit their cards, and all can be found", async ({ page }) => {
  const rows = names.map((name, index) => ({
    id: idOf(index),
    class_name: (index % 12) + 1,
    subject: scripts[(index + 1) % scripts.length] ?? "",
    material_name: name,
  }));
  await publish(rows);

  await open(page, "/study-materials");
  const count = page.getByText("Showing 200 resource(s)", { exact: true });
  await expect(count).toBeVisible();
  await showAll(page);
  await expectAllInPlace(page);
  await expect(count).toBeVisible();

  const word = "अपवर्तन";
  const ofNine = rows.filter((row) => row.class_name === 9);
  const found = ofNine.filter((row) => row.material_name.includes(word) || row.subject.includes(word)).length;
  const release = await hold(page, /materials\.list/);
  await page.getByLabel("Class", { exact: true }).selectOption("9");
  await expect(page.locator("ul[aria-busy=true]")).toBeVisible();
  await expect(count).toBeVisible();
  release();
  await page.getByPlaceholder("Search materials...").fill(word);
  await expect(page.getByText(`Showing ${found} resource(s) for Class 9 matching "${word}"`)).toBeVisible();
  await expect(cards(page)).toHaveCount(found);
  await expectNoSidewaysScroll(page);

  await enterAsAdmin(page);
  await open(page, "/admin/materials");
  // The first row is the head.
  const table = page.getByRole("table", { name: "Materials" }).getByRole("row");
  await expectFocusOnFirstNew(page, table, 51, 50);
});

test("200 tests fit their cards, and all can be found", async ({ page }) => {
  const day = 24 * 60 * 60_000;
  const rows = names.map((name, index) => ({
    id: idOf(index),
    class_name: (index % 12) + 1,
    subject: name,
    test_date: new Date(Date.UTC(index < 150 ? 2090 : 2001, 0, 1) + index * day).toISOString().slice(0, 10),
    test_time: "09:30",
    description: index % 2 === 0 ? scripts.join("\n") : null,
    created_at: new Date().toISOString(),
  }));
  await fill("test_schedules", rows);

  await open(page, "/show-schedule");
  await expect(page.getByText("Showing 60 upcoming and 12 past test(s)", { exact: true })).toBeVisible();
  await page.getByRole("heading", { name: "Past tests" }).click();
  await showAll(page);
  await expect(page.getByText("Showing 150 upcoming and 50 past test(s)", { exact: true })).toBeVisible();
  await expectAllInPlace(page);
  const coming = page.getByRole("region", { name: "Upcoming tests" }).getByRole("heading", { level: 4 });
  expect(await coming.allInnerTexts()).toEqual(names.slice(0, 150));

  await enterAsAdmin(page);
  await open(page, "/admin/add-schedule");
  const list = page.getByRole("list", { name: "Tests", exact: true }).getByRole("listitem");
  await expectFocusOnFirstNew(page, list, 20, 20);
});

/** A name of sixty letters. */
const sixty = "Reading comprehension and letter writing for the second term";

/** The height from the top of the first item to the bottom of the last. */
async function heightOf(items: Locator): Promise<number> {
  return items.evaluateAll((all) => {
    const [first, last] = [all.at(0), all.at(-1)].map((one) => one?.getBoundingClientRect());
    return (last?.bottom ?? 0) - (first?.top ?? 0);
  });
}

test("40 tests or 40 materials with long names take under 4,000 pixels on a phone, and Back returns to the place", async ({
  page,
}) => {
  expect(sixty).toHaveLength(60);
  const day = 24 * 60 * 60_000;
  const tests = Array.from({ length: 40 }, (_, index) => ({
    id: idOf(500 + index),
    class_name: 12,
    subject: sixty,
    test_date: new Date(Date.UTC(2080, 0, 1) + index * day).toISOString().slice(0, 10),
    test_time: "09:30",
    description: "Chapters 3 and 4 of the reader.\nBring a compass.",
    created_at: new Date().toISOString(),
  }));
  await fill("test_schedules", tests);

  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `/show-schedule?className=12&subject=${encodeURIComponent(sixty)}`);
  await expect(page.getByText("Showing 40 upcoming and 0 past test(s)")).toBeVisible();
  expect(await heightOf(cards(page))).toBeLessThan(4_000);
  const row = cards(page).first();
  for (const text of ["Class 12", sixty, "09:30", "Monday, 1 Jan 2080"]) await expect(row).toContainText(text);
  const description = row.getByText("Bring a compass.");
  const folded = (await description.boundingBox())?.height ?? 0;
  await description.click();
  await expect.poll(async () => (await description.boundingBox())?.height ?? 0).toBeGreaterThan(folded);
  await page.emulateMedia({ media: "print" });
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ media: null });

  const subjects = ["Mathematics", "Social Science", "Hindi", "English"];
  await publish(
    Array.from({ length: 40 }, (_, index) => ({
      id: idOf(500 + index),
      class_name: 12,
      subject: subjects[index % 4] ?? "",
      material_name: sixty,
    })),
  );
  await open(page, "/study-materials?q=Reading+comprehension");
  await expect(page.getByText('Showing 40 resource(s) matching "Reading comprehension"')).toBeVisible();
  await page.getByRole("button", { name: "Show 16 more" }).click();
  await expect(cards(page)).toHaveCount(40);
  await expect(cards(page).nth(24)).toBeFocused();
  expect(await heightOf(cards(page))).toBeLessThan(4_000);
  for (const text of ["Class 12", "New", sixty, "Subject:", "Mathematics", "Uploaded:", "Size:", "Download PDF"]) {
    await expect(cards(page).first()).toContainText(text);
  }
  await expectGoodLayout(page);
  const last = cards(page).nth(36);
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(2_000);
  // A slow line, on which the next page starts with a skeleton at its top.
  await page.route(/\/careers\?/, async (route) => {
    await wait(600);
    await route.continue();
  });
  // Like a tap on the footer, but without scrolling there.
  await page.getByRole("link", { name: "Careers" }).dispatchEvent("click");
  await expect(page.getByRole("heading", { level: 1, name: "Careers" })).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(40);
  await expect(last).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(80);
});
