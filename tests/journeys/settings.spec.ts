import { expect, type Page, test } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { call } from "../harness/browser-call";
import { field, open } from "../harness/browser-page";
import { ownProduct } from "../harness/own-product";
import { enterAsAdmin, newStudent, register } from "../harness/people";

// All tests share one product: its settings affect the whole site.
test.describe.configure({ mode: "default" });

const product = ownProduct("settings");
let page: Page;

test.beforeEach(async ({ browser }) => {
  page = await product.newPage(browser);
  await enterAsAdmin(page);
});

test.afterEach(() => page.context().close());

const asked = () => page.getByRole("dialog");
const section = (name: string) => page.getByRole("region", { name, exact: true });

test("the office adds and deletes school years; an overlapping one is refused with an error at its day", async () => {
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
  await expect(page.getByText("Shown now: 2026-27")).toBeVisible();

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

  await page.getByRole("button", { name: "More for 2027-28" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(section("School years").getByRole("listitem")).toHaveCount(1);
});

test("another spelling of a subject is saved under the subject's name, and a new subject joins the list", async () => {
  const subjects = page.getByRole("list", { name: "Subjects" });
  await open(page, "/admin/subjects");
  await page.getByRole("button", { name: "Add a subject" }).click();
  await asked().getByLabel("Name").fill("Mathematics");
  await asked().getByLabel("Other spellings").fill("maths, math.");
  await asked().getByRole("button", { name: "Add a subject" }).click();
  await expect(subjects.getByRole("listitem")).toHaveText(/Mathematics\s*also math\., maths\s*Not used yet/);

  for (const [subject, told] of [
    ["MATHS", "This is kept as Mathematics."],
    ["Astronomy", "New subject? “Astronomy” joins the list when you send this."],
  ] as const) {
    await open(page, "/admin/add-schedule");
    await field(page, "Subject").fill(subject);
    await expect(field(page, "Subject")).toHaveAccessibleDescription(told);
    await field(page, "Class").selectOption("7");
    await field(page, "Date").fill("2031-05-01");
    await field(page, "Time").fill("14:05");
    await page.getByRole("button", { name: "Add Schedule" }).click();
    // The second test is at the same time as the first.
    if (subject === "Astronomy") await page.getByRole("button", { name: "Yes, all the same" }).click();
    await expect(page.getByText("Schedule added successfully!")).toBeVisible();
    await expect(field(page, "Subject")).toHaveAccessibleDescription("");
  }
  await expect(page.getByRole("heading", { name: "Mathematics" })).toBeVisible();

  await open(page, "/admin/subjects");
  await expect(subjects.getByRole("listitem")).toHaveText([/Astronomy\s*1 test/, /Mathematics.*1 test/s]);
  await page.getByRole("button", { name: "More for Astronomy" }).click();
  await page.getByRole("button", { name: "Retire" }).click();
  await expect(subjects.getByRole("listitem").filter({ hasText: "Astronomy" })).toContainText("Retired");
  await page.getByRole("button", { name: "More for Astronomy" }).click();
  await expect(page.getByRole("button", { name: "Take back into the list" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More for Mathematics" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await asked().getByLabel("Other spellings").fill("maths, astronomy");
  await asked().getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("alertdialog", { name: "Make Astronomy and Mathematics one subject?" });
  await expect(question).toContainText("Astronomy: 1 test");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(asked().getByLabel("Other spellings")).toHaveValue("maths, astronomy");
  await asked().getByRole("button", { name: "Save" }).click();
  await question.getByRole("button", { name: "Make them one" }).click();
  await expect(subjects.getByRole("listitem")).toHaveText([/Mathematics\s*also astronomy, maths\s*2 tests/]);
  await expectGoodLayout(page);
});

test("times have the format that the office sets, also on visitors' cached pages", async ({ browser }) => {
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

test("a saved setting is shown immediately, and again after leaving the page and going Back", async () => {
  await open(page, "/admin/settings");
  await field(page, "Opens").fill("08:15");
  await page.getByRole("button", { name: "Save hours" }).click();
  await expect(section("Opening hours")).toContainText("08:15");
  await page.getByRole("link", { name: "Subjects", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Subjects");
  await page.waitForURL("**/admin/subjects");
  await page.goBack();
  await expect(field(page, "Opens")).toHaveValue("08:15");
});

test("the links above the settings mark the part in view", async () => {
  await open(page, "/admin/settings");
  const link = (name: string) => page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name });
  await link("Families and data").click();
  await expect(link("Families and data")).toHaveAttribute("aria-current", "location");
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(link("School years")).toHaveAttribute("aria-current", "location");
  await expect(link("Families and data")).not.toHaveAttribute("aria-current");
});

test("a browser in another time zone shows the institute's zone beside time fields", async ({ browser }) => {
  for (const [timezoneId, isNamed] of [
    ["America/New_York", true],
    ["Asia/Kolkata", false],
  ] as const) {
    const away = await browser.newPage({ baseURL: product.url, timezoneId });
    await enterAsAdmin(away);
    for (const path of ["/admin/settings", "/admin/add-schedule"]) {
      await open(away, path);
      const hint = away.getByRole("main").getByText(/On the institute's clocks/);
      await expect(hint, `${path} in ${timezoneId}`).toHaveCount(isNamed ? 1 : 0);
    }
    await open(away, "/admin/upload-materials");
    await expect(away.getByLabel("Expiry Date & Time")).toHaveAccessibleDescription(/Asia\/Kolkata/);
    await away.close();
  }
});

test("the office sets the admission season and how long former students are kept, and finds the logo's page", async ({
  browser,
}) => {
  const visitor = await browser.newPage({ baseURL: product.url });
  const seen = (season: string) =>
    expect(async () => {
      await visitor.goto("/services");
      await expect(visitor.getByText(`Admissions open for ${season}`)).toBeVisible({ timeout: 500 });
      await expect(visitor.getByText(/limited seats/i)).toContainText(`${season} session`, { timeout: 500 });
    }).toPass({ timeout: 5_000 });
  await open(page, "/admin/settings");
  await field(page, "The season").fill("2031-32");
  await expect(section("Admission season")).toContainText("Not saved yet");
  await page.getByRole("button", { name: "Save season" }).click();
  await expect(section("Admission season")).not.toContainText("Not saved yet");
  await expect(page.getByText("Shown now: 2031-32")).toBeVisible();
  await seen("2031-32");
  await visitor.close();

  const logo = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Logo", exact: true }) });
  await expect(logo.getByRole("link", { name: "Go to Site" })).toHaveAttribute("href", "/admin/institute/facts");

  await field(page, "Kept for").selectOption("1");
  const saved = page.waitForResponse(/settings\.change\?/);
  await section("Students who have left").getByRole("button", { name: "Save" }).click();
  expect((await saved).request().postData()).toContain('"value":1');
  expect((await saved).status()).toBe(200);
  // The status arrives before the body: the setting is saved only at the end of the response.
  await expect(section("Students who have left").getByRole("button")).toHaveCount(0);
  await page.reload();
  await expect(field(page, "Kept for")).toHaveValue("1");
  await expectGoodLayout(page);
});

test("the result form names the student behind an address, before and after a result is added", async () => {
  const student = newStudent();
  await register(page, student);
  await open(page, "/admin/add-results");
  const line = page.getByRole("status", { name: "Student" });
  await field(page, "Student Email").fill("nobody@home.example");
  await expect(line).toHaveText("Nobody has this address.");

  const answered = page.waitForResponse(/students\.who/);
  await field(page, "Student Email").fill(student.email);
  const typed = Date.now();
  await answered;
  expect(Date.now() - typed).toBeLessThan(1000);
  await field(page, "Class").selectOption("7");
  await expect(line).toHaveText(
    /^Asha Rao, signed up on .+, not on the roster: adding this result puts this student on the roster of Class 7\.$/,
  );
  await expectGoodLayout(page);
  const fill = async () => {
    await field(page, "Student Email").fill(student.email);
    await field(page, "Class").selectOption("7");
    await field(page, "Obtained Score").fill("45");
    await field(page, "Total Marks").fill("50");
    await field(page, "Exam Name").fill("Half-yearly");
    await field(page, "Subject").fill("Physics");
    await field(page, "Exam Date").fill("2026-11-20");
  };
  await fill();
  await page.getByRole("button", { name: "Add Result" }).click();
  await expect(page.getByText("Asha Rao: 45 out of 50 for Class 7")).toBeVisible();
  await expect(page.getByText("Asha Rao is on the roster of Class 7 now.")).toBeVisible();
  await expect(line).toHaveText("Type a part of the name, and choose the student.");

  await fill();
  await expect(line).toHaveText("Asha Rao, Class 7, can log in");
  await page.getByRole("button", { name: "Add Result" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "has a result for this exam" });
  await expect(refusal).toContainText("Asha Rao has a result for this exam, subject and date already.");
  await expect(refusal.getByRole("link", { name: "See the first one" })).toHaveAttribute(
    "href",
    /^\/admin\/students\/[^#]+#result-[0-9a-f-]{36}$/,
  );
});

test("the form says that a class is full before it is sent, and an accepted child is enrolled in one step", async ({
  browser,
}) => {
  const family = { parentName: "Sonal Dhote", email: "dhote@home.example", phone: "+91 98900 22314" };
  const accepted = async (name: string, selectedClass: number) => {
    const answer = await page.request.post("/api/services/submit", { data: { ...family, name, selectedClass } });
    const { _id: id } = (await answer.json()) as { _id: string };
    await call(page, "services.move", { id, rowVersion: 1, to: "accepted" });
    return id;
  };
  const guardians = [{ name: family.parentName, relation: "Mother", phone: family.phone, email: family.email }];
  const rohan = await accepted("Rohan Dhote", 4);
  await call(page, "services.enrol", {
    id: rohan,
    rowVersion: 2,
    name: "Rohan Dhote",
    admissionNo: "2026-041",
    className: 4,
    guardians,
  });
  await accepted("Myra Dhote", 1);

  await open(page, "/admin/get-info/intake");
  await field(page, "Seats of Class 7").fill("0");
  await field(page, "First day of Class 7").fill("2026-01-01");
  await page.getByRole("button", { name: "Save intake" }).click();
  await expect(field(page, "Last day of Class 7")).toHaveAccessibleDescription("Enter both days, or neither.");
  await field(page, "Last day of Class 7").fill("2099-12-31");
  await page.getByRole("button", { name: "Save intake" }).click();
  const seats = page.getByRole("list", { name: "Intake" }).getByRole("listitem");
  await expect(seats.nth(6)).toContainText("Full");
  await expect(seats.nth(0)).toContainText("Always open");
  await expectGoodLayout(page);

  const visitor = await product.newPage(browser);
  await open(visitor, "/services");
  await expect(visitor.getByText("Waiting list only: Class 7.")).toBeVisible();
  const apply = visitor.getByRole("main");
  await apply.getByLabel("Class", { exact: true }).selectOption("7");
  await expect(apply.getByText("Class 7 is full. Your application goes on the waiting list.")).toBeVisible();
  await expectGoodLayout(visitor);
  for (const [label, text] of [
    ["Name", "Tanvi Bhagat"],
    ["Parent Name", "Mahesh Bhagat"],
    ["Email", "bhagat@home.example"],
    ["Phone", "98220 12345"],
  ] as const)
    await apply.getByLabel(label, { exact: true }).fill(text);
  await apply.getByRole("button", { name: "Submit Application" }).click();
  const panel = apply.getByRole("status").filter({ hasText: "Application submitted" });
  await expect(panel).toContainText("Your application is on the waiting list.");
  await expect(panel).not.toContainText("2 business days");
  await expect(panel).toHaveCount(0);
  await expect(apply.getByLabel("Class", { exact: true })).toHaveValue("");
  await expect(apply.getByText("Class 7 is full.")).toHaveCount(0);
  await visitor.context().close();

  let clicks = 0;
  const press = async (name: string | RegExp, role: "link" | "button" = "link") => {
    clicks += 1;
    await page.getByRole("main").getByRole(role, { name, exact: true }).click();
  };
  await open(page, "/admin/get-info?view=accepted");
  await press("Myra Dhote");
  await press("Enrol");
  await expect(field(page, "Admission number")).toHaveValue("2026-042");
  await expectGoodLayout(page);
  await page.getByRole("button", { name: "Enrol Myra Dhote in Class 1" }).click();
  await expect(field(page, "Guardian")).toHaveAccessibleDescription(/Choose who it is/);
  clicks += 1;
  await field(page, "Guardian").selectOption({ label: "Sonal Dhote · Mother of Rohan Dhote, 4" });
  await press("Enrol Myra Dhote in Class 1", "button");
  await expect(page.getByText("Myra Dhote is a student now.").first()).toBeVisible();
  expect(clicks).toBe(4);
  await press("To the student");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Myra Dhote");
  await expect(page.getByText("Sonal Dhote").first()).toBeVisible();

  await open(page, "/admin/get-info/figures");
  const counts = page.getByRole("table", { name: "By class and state" }).getByRole("row");
  await expect(counts.filter({ hasText: "Class 7" })).toContainText(/Class 7\s*1/);
  await expect(page.getByRole("img", { name: /^Applications by week: .* 3$/ })).toBeVisible();
  await expect(page.getByRole("table", { name: "Received by week" }).getByRole("row")).toHaveCount(13);
  await expectGoodLayout(page);
});
