import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { expectGoodLayout } from "../harness/axe";
import { open } from "../harness/browser-page";
import { launch, removeFolder, startedFolder } from "../harness/launch.mjs";
import { enterAsAdmin, newStudent, register } from "../harness/people";
import { administrator } from "../harness/product";

// All tests share one product: what is set there holds for the whole site.
test.describe.configure({ mode: "default" });

let dataDir: string;
let product: Awaited<ReturnType<typeof launch>>;
let context: BrowserContext;
let page: Page;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  dataDir = await startedFolder();
  const logFile = "test-results/settings.log";
  product = await launch({ dataDir, adminPassword: administrator.password, logFile });
});

test.afterAll(async () => {
  await product.stop();
  await removeFolder(dataDir);
});

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ baseURL: product.url });
  page = await context.newPage();
  await enterAsAdmin(page);
});

test.afterEach(() => context.close());

const field = (label: string) => page.getByRole("main").getByLabel(label, { exact: true });
const asked = () => page.getByRole("dialog");
const section = (name: string) => page.getByRole("region", { name, exact: true });

test("the office keeps its school years; one that overlaps is refused beside its day", async () => {
  await open(page, "/admin/settings");
  await expect(page.getByText("No school year yet")).toBeVisible();
  await page.getByRole("button", { name: "Add a year" }).click();
  await asked().getByLabel("First day").fill("2026-06-08");
  await asked().getByLabel("Last day").fill("2027-04-30");
  await expect(asked().getByText("Monday, 8 Jun 2026")).toBeVisible();
  await expect(asked().getByLabel("Name")).toHaveValue("2026-27");
  await asked().getByRole("button", { name: "Add a year" }).click();
  await expect(section("School years").getByRole("listitem")).toHaveText(
    /2026-27\s*8 Jun 2026 to 30 Apr 2027\s*Current/,
  );

  await page.getByRole("button", { name: "Add a year" }).click();
  await expect(asked().getByLabel("Name")).toHaveValue("2027-28");
  await asked().getByLabel("First day").fill("2027-04-30");
  await asked().getByRole("button", { name: "Add a year" }).click();
  await expect(asked().getByLabel("First day")).toHaveAccessibleDescription(
    /These days overlap with 2026-27, which runs from 8 Jun 2026 to 30 Apr 2027\./,
  );
  await expectGoodLayout(page);
  await asked().getByLabel("First day").fill("2027-06-07");
  await asked().getByRole("button", { name: "Add a year" }).click();
  await expect(section("School years").getByRole("listitem")).toHaveCount(2);

  await page.getByRole("button", { name: "Delete 2027-28" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(section("School years").getByRole("listitem")).toHaveCount(1);
});

test("a subject in another spelling is kept under its name, and a new one joins the list", async () => {
  await open(page, "/admin/settings");
  await page.getByRole("button", { name: "Add a subject" }).click();
  await asked().getByLabel("Name").fill("Mathematics");
  await asked().getByLabel("Other spellings").fill("maths, math.");
  await asked().getByRole("button", { name: "Add a subject" }).click();
  await expect(section("Subjects").getByRole("listitem")).toHaveText(/Mathematics\s*also math\., maths\s*Not yet/);

  for (const [subject, told] of [
    ["MATHS", "This is kept as Mathematics."],
    ["Astronomy", "New subject? “Astronomy” joins the list when you send this."],
  ] as const) {
    await open(page, "/admin/add-schedule");
    await field("Subject").fill(subject);
    await expect(field("Subject")).toHaveAccessibleDescription(told);
    await field("Class").selectOption("7");
    await field("Date").fill("2031-05-01");
    await field("Time").fill("14:05");
    await page.getByRole("button", { name: "Add Schedule" }).click();
    // The second one meets the first.
    if (subject === "Astronomy") await page.getByRole("button", { name: "Yes, all the same" }).click();
    await expect(page.getByText("Schedule added successfully!")).toBeVisible();
    await expect(field("Subject")).toHaveAccessibleDescription("");
  }
  await expect(page.getByRole("heading", { name: "Mathematics" })).toBeVisible();

  await open(page, "/admin/settings");
  await expect(section("Subjects").getByRole("listitem")).toHaveText([/Astronomy\s*1 test/, /Mathematics.*1 test/s]);
  await page.getByRole("button", { name: "Retire Astronomy" }).click();
  await expect(page.getByRole("button", { name: "Take Astronomy back into the list" })).toBeVisible();
  await page.getByRole("button", { name: "Edit Mathematics" }).click();
  await asked().getByLabel("Other spellings").fill("maths, astronomy");
  await asked().getByRole("button", { name: "Save" }).click();
  await expect(section("Subjects").getByRole("listitem")).toHaveText([/Mathematics\s*also astronomy, maths\s*2 tests/]);
  await expectGoodLayout(page);
});

test("times are written as the office sets it, on the page that visitors keep too", async ({ browser }) => {
  const visitor = await browser.newPage({ baseURL: product.url });
  const time = visitor.getByRole("main").locator("time").filter({ hasText: /:05/ }).first();
  for (const [style, shown] of [
    ["12 hours, 2:05 pm", "2:05 pm"],
    ["24 hours, 14:05", "14:05"],
  ] as const) {
    await open(page, "/admin/settings");
    await page.getByText(style).click();
    await page.getByRole("button", { name: "Save clock" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(async () => {
      await visitor.goto("/show-schedule");
      await expect(time).toHaveText(shown, { timeout: 500 });
    }).toPass({ timeout: 5_000 });
    await page.goto("/admin/add-schedule");
    await expect(page.getByRole("main").locator("time").filter({ hasText: shown }).first()).toBeVisible();
  }
  await visitor.close();
});

test("the season, the logo of letters and how long former students are kept", async ({ browser }) => {
  const visitor = await browser.newPage({ baseURL: product.url });
  const seen = (season: string) =>
    expect(async () => {
      await visitor.goto("/services");
      await expect(visitor.getByText(`Admissions open for ${season}`)).toBeVisible({ timeout: 500 });
      await expect(visitor.getByText(/limited seats/i)).toContainText(`${season} session`, { timeout: 500 });
    }).toPass({ timeout: 5_000 });
  await open(page, "/admin/settings");
  await field("The season").fill("2031-32");
  await page.getByRole("button", { name: "Save season" }).click();
  await expect(page.getByText("Shown now: 2031-32")).toBeVisible();
  await seen("2031-32");
  await visitor.close();

  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      section("Logo on letters").getByRole("button", { name: "Choose" }).click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer });
  };
  await choose("logo.png", "image/png", Buffer.from("<svg/>"));
  await expect(page.getByRole("alert").filter({ hasText: "This is not a PNG or JPEG picture" })).toBeVisible();
  const logo = sharp({ create: { width: 1200, height: 400, channels: 3, background: "#7a3b12" } });
  await choose("logo.png", "image/png", await logo.png().toBuffer());
  await expect(page.getByRole("img", { name: "The logo as letters show it" })).toBeVisible();
  await expect(page.getByText("800 by 267 pixels")).toBeVisible();

  await field("Kept for").selectOption("1");
  const saved = page.waitForResponse(/settings\.change\?/);
  await section("Students who have left").getByRole("button", { name: "Save" }).click();
  expect((await saved).request().postData()).toContain('"value":1');
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(field("Kept for")).toHaveValue("1");
  await expect(page.getByRole("img", { name: "The logo as letters show it" })).toBeVisible();
  await expectGoodLayout(page);
});

test("who is behind the address stands below it before a result is added, and is named after", async () => {
  const student = newStudent();
  await register(page, student);
  await open(page, "/admin/add-results");
  const line = page.getByRole("status", { name: "Student" });
  await field("Student Email").fill("nobody@home.example");
  await expect(line).toHaveText("Nobody has this address.");

  const answered = page.waitForResponse(/students\.who/);
  await field("Student Email").fill(student.email);
  const typed = Date.now();
  await answered;
  expect(Date.now() - typed).toBeLessThan(1000);
  await field("Class").selectOption("7");
  await expect(line).toHaveText(
    /^Asha Rao, signed up on .+, not on the roster: adding this result puts this student on the roster of Class 7\.$/,
  );
  await expectGoodLayout(page);
  const fill = async () => {
    await field("Student Email").fill(student.email);
    await field("Class").selectOption("7");
    await field("Obtained Score").fill("45");
    await field("Total Marks").fill("50");
    await field("Exam Name").fill("Half-yearly");
    await field("Subject").fill("Physics");
    await field("Exam Date").fill("2026-11-20");
  };
  await fill();
  await page.getByRole("button", { name: "Add Result" }).click();
  await expect(page.getByText("Asha Rao: 45 out of 50 for Class 7")).toBeVisible();
  await expect(page.getByText("Asha Rao is on the roster of Class 7 now.")).toBeVisible();
  await expect(line).toHaveText("");

  await fill();
  await expect(line).toHaveText("Asha Rao, Class 7, can log in");
  await page.getByRole("button", { name: "Add Result" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "has a result for this exam" });
  await expect(refusal).toContainText("Asha Rao has a result for this exam, subject and date already.");
  await expect(refusal.getByRole("link", { name: "See the first one" })).toHaveAttribute(
    "href",
    /^\/admin\/students\//,
  );
});
