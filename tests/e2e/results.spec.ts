import { expect, type Page, type Route } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothSchemes, expectGoodLayout } from "../harness/axe";
import { consoleErrors, cut, expectNoSidewaysScroll, field, hold, open, timePresence } from "../harness/browser-page";
import { pdfFile } from "../harness/documents";
import { test } from "../harness/fixtures";
import { enterAs, enterAsAdmin, newStudent, register, type Student } from "../harness/people";
import { administrator } from "../harness/product";
import { addResults, publisher } from "../harness/publisher";
import { uniqueWord } from "../harness/roster";
import { productQuery } from "../harness/sql";

const adding = /\/api\/trpc\/results\.add/;
/** Changes the times of a student's results in the database. */
async function setTime({ email }: Student, time: "infinity" | "now"): Promise<void> {
  const change = `update results set created_at = $1::timestamptz
    where student_id = (select id from users where email = $2)`;
  await productQuery(change, [time, email]);
}

const reading = /\/api\/trpc\/results\.mine/;
const none = "No results found. Please contact your teacher.";

type Marks = { className?: string; score: number; totalMarks: number; gpa?: number; examName?: string };

const row = (page: Page, label: string) =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) });

/** A student with these results, the last one is the newest. */
async function studentWith(page: Page, url: string | undefined, ...results: Marks[]): Promise<Student> {
  const student = newStudent();
  await register(page, student);
  if (results.length > 0) await addResults(url, student, ...results);
  return student;
}

async function openAs(page: Page, student: Student, path = "/user/results") {
  await enterAs(page, student);
  await open(page, path);
}

test("the administrator adds a result, and the student sees it", async ({ page, newPerson }) => {
  const studentPage = await newPerson();
  const student = newStudent();
  await register(studentPage, student);

  await enterAsAdmin(page);
  await open(page, "/admin/add-results");
  const guidelines = page.getByRole("main").getByRole("listitem");
  await expect(page.getByRole("heading", { name: "Result Guidelines" })).toBeVisible();
  const told = [/student email is registered/i, /double-check scores/i, /cannot be edited once submitted/i];
  for (const [index, line] of [...told, /receive automatic notifications/i].entries()) {
    await expect(guidelines.nth(index)).toHaveText(line);
  }

  await field(page, "Student Email").fill(student.email.toUpperCase());
  await field(page, "Class").selectOption("9");
  await field(page, "Total Marks").fill("60");
  const preview = page.getByRole("status", { name: "Percentage" });
  for (const [score, percentage, remark] of [
    ["48", "80.0%", "Excellent"],
    ["47.99", "80.0%", "Good"],
    ["36", "60.0%", "Good"],
    ["35.9", "59.8%", "Average"],
    ["24", "40.0%", "Average"],
    ["23.5", "39.2%", "Needs Improvement"],
    ["40", "66.7%", "Good"],
  ] as const) {
    await field(page, "Obtained Score").fill(score);
    await expect(preview).toContainText(percentage);
    await expect(preview).toContainText(remark);
  }
  await field(page, "Exam Name").fill("Half-yearly");

  const release = await hold(page, adding);
  await page.getByRole("button", { name: "Add Result" }).click();
  await expect(page.getByRole("button", { name: "Adding..." })).toBeDisabled();
  release();
  await expect(page.getByText("Result added successfully!")).toBeVisible();
  await expect(page.getByText("40 out of 60 for Class 9")).toBeVisible();
  for (const label of ["Student Email", "Obtained Score"]) await expect(field(page, label), label).toHaveValue("");
  // The next student of the same exam.
  await expect(field(page, "Student Email")).toBeFocused();
  for (const [label, kept] of [
    ["Class", "9"],
    ["Total Marks", "60"],
    ["Exam Name", "Half-yearly"],
  ] as const)
    await expect(field(page, label), label).toHaveValue(kept);
  await expect(preview).not.toContainText("%");
  await expectGoodLayout(page);

  await openAs(studentPage, student);
  await expect(studentPage.getByRole("heading", { level: 1, name: `Welcome, ${student.name}!` })).toBeVisible();
  await expect(studentPage.getByText("Academic Results").first()).toBeVisible();
  await expect(studentPage.getByRole("heading", { name: "Half-yearly" })).toBeVisible();
  await expect(row(studentPage, "Score")).toContainText("40");
  await expect(row(studentPage, "Total")).toContainText("60");
  await expect(row(studentPage, "Percent")).toContainText("66.7%");
  await expect(row(studentPage, "Class")).toContainText("9");
  await expect(row(studentPage, "GPA")).toHaveCount(0);
  await expect(studentPage.getByRole("progressbar", { name: "Performance" })).toHaveAttribute("value", /^66\.6/);
  await expect(studentPage.getByText("Good", { exact: true })).toBeVisible();
  await expect(studentPage.getByText("Keep Improving!")).toBeVisible();
  await expectGoodLayout(studentPage);
});

test("the administrator finds a student by part of the name, which fills in the class", async ({ page, baseURL }) => {
  const student = { ...newStudent(), name: `Zuleika ${uniqueWord()}` };
  await register(page, student);
  await addResults(baseURL, student, { score: 30, totalMarks: 50 });
  await enterAsAdmin(page);
  await open(page, "/admin/add-results");
  const address = page.getByRole("combobox", { name: "Student Email" });
  const suggested = page.getByRole("listbox", { name: "Students of that name" }).getByRole("option");
  await address.pressSequentially(student.name.slice(8, -2));
  await expect(suggested.filter({ hasText: student.name })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(suggested).toHaveCount(0);
  await address.pressSequentially(student.name.slice(-2));
  await suggested.filter({ hasText: student.name }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(address).toHaveValue(student.email);
  await expect(field(page, "Class")).toHaveValue("9");
  await expect(page.getByRole("status", { name: "Student" })).toContainText(student.name);

  await address.fill("");
  await address.pressSequentially("no such name");
  await expect(suggested).toHaveCount(0);
});

// tests/unit/results.test.ts has every band.
test("a score gets its grade and label without rounding", async ({ page, baseURL }) => {
  await openAs(page, await studentWith(page, baseURL, { score: 89.96, totalMarks: 100 }));
  const card = page.getByRole("article", { name: "Academic Results" });
  await expect(card.getByText("Excellent", { exact: true })).toBeVisible();
  await expect(card.getByText("Grade A", { exact: true })).toBeVisible();
  await expect(card.getByText("90.0%").first()).toBeVisible();
});

test("70 percent is celebrated for 3 seconds, and the GPA has its row", async ({ page, baseURL }) => {
  const student = await studentWith(page, baseURL, { score: 35, totalMarks: 50, gpa: 7.25 });
  const timeConfetti = await timePresence(page, "canvas");
  await openAs(page, student);
  await expect(page.getByText("Excellent Performance!")).toBeVisible();
  await expect(page.getByText("Keep Improving!")).toHaveCount(0);
  await expect(row(page, "GPA")).toContainText("7.25");
  await expect.poll(timeConfetti).toBeGreaterThan(2_950);
  expect(await timeConfetti()).toBeLessThan(5_000);
  await expect(page.locator("canvas")).toHaveCount(0);
});

test("a score just below 70 percent is not celebrated, although it shows as 70.0%", async ({ page, baseURL }) => {
  const student = await studentWith(page, baseURL, { score: 69.99, totalMarks: 100 });
  const timeConfetti = await timePresence(page, "canvas");
  await openAs(page, student);
  await expect(page.getByText("Keep Improving!")).toBeVisible();
  await expect(page.getByText("Excellent Performance!")).toHaveCount(0);
  await expect(row(page, "Percent")).toContainText("70.0%");
  await expect(page.locator("canvas")).toHaveCount(0);
  expect(await timeConfetti()).toBeUndefined();
});

test("with reduced motion, the result appears without confetti", async ({ page, baseURL }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const student = await studentWith(page, baseURL, { score: 95, totalMarks: 100 });
  const timeConfetti = await timePresence(page, "canvas");
  await openAs(page, student);
  await expect(page.getByText("Excellent Performance!")).toBeVisible();
  await expect(page.locator("canvas")).toHaveCount(0);
  expect(await timeConfetti()).toBeUndefined();
});

test("earlier results are below the newest, and nobody else sees them", async ({ page, newPerson, baseURL }) => {
  const student = await studentWith(
    page,
    baseURL,
    { score: 41, totalMarks: 100, examName: "First unit test" },
    { score: 52, totalMarks: 100, examName: "Second unit test" },
    { score: 63, totalMarks: 100, examName: "Third unit test" },
  );
  await openAs(page, student);
  await expect(page.getByRole("heading", { name: "Third unit test" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Earlier results" })).toBeVisible();
  const earlier = page.getByRole("main").getByRole("list").last().getByRole("listitem");
  await expect(earlier).toHaveCount(2);
  await expect(earlier.nth(0)).toContainText("Second unit test");
  await expect(earlier.nth(1)).toContainText("First unit test");
  await expect(earlier.nth(1)).toContainText("41.0%");
  await expect(page.getByRole("img", { name: /3 results/ })).toBeVisible();
  await expectGoodLayout(page);

  const other = await newPerson();
  await openAs(other, await studentWith(other, baseURL));
  await expect(other.getByText(none)).toBeVisible();
  await expect(other.getByText(/unit test/)).toHaveCount(0);
});

test("with letters of one and a half times the size, each mark is on one line and no exam is cut", async ({
  page,
  baseURL,
}) => {
  const marks = { score: 100, totalMarks: 100 };
  const earlier = { ...marks, examName: "Mathematics, Science and Olympiad" };
  await page.setViewportSize({ width: 360, height: 740 });
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 24 } });
  await openAs(page, await studentWith(page, baseURL, earlier, { ...marks, examName: "Model Test" }));
  for (const label of ["Score", "Total", "Percent"]) {
    const lines = await row(page, label)
      .locator("dd")
      .evaluate((mark) => {
        const range = document.createRange();
        range.selectNodeContents(mark);
        return range.getClientRects().length;
      });
    expect(lines, label).toBe(1);
  }
  const name = page.getByRole("listitem").getByText(earlier.examName, { exact: true });
  expect(await name.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(2);
  await expectNoSidewaysScroll(page);
});

test("Print Results prints one page with only the report card", async ({ page, baseURL }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const examName = "Annual examination with everything since the first of April ".repeat(3).trim();
  const latest = { score: 61, totalMarks: 80, examName };
  const student = await studentWith(page, baseURL, { score: 52, totalMarks: 80 }, latest);
  await page.addInitScript("window.printed = 0; window.print = () => { window.printed += 1; };");
  await openAs(page, student);
  await page.getByRole("button", { name: "Print Results" }).click();
  expect(await page.evaluate("window.printed")).toBe(1);

  await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("banner").filter({ has: page.getByRole("button") })).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByText("Good teaching, plainly done.")).toHaveCount(0);
  const card = page.getByRole("article", { name: "Academic Results" });
  for (const text of ["Lyceum", student.name, "76.3%", "Very Good"]) {
    await expect(card.getByText(text, { exact: true }).first()).toBeVisible();
  }
  const title = card.getByRole("heading", { name: examName });
  expect(await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test("a printed report card with room for three earlier results says how many it omits", async ({ page, baseURL }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const marks = [40, 44, 48, 52, 56, 61].map((score) => ({ score, totalMarks: 80 }));
  await openAs(page, await studentWith(page, baseURL, ...marks));
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Earlier results" }) });
  const earlier = section.last().getByRole("listitem");
  await expect(earlier).toHaveCount(5);
  await expect(page.getByText("3 of 5 shown")).toBeHidden();
  await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
  await expect(earlier).toHaveCount(3);
  await expect(page.getByText("3 of 5 shown")).toBeVisible();
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test("a student without results sees a friendly message", async ({ page, baseURL }) => {
  const student = await studentWith(page, baseURL);
  await openAs(page, student);
  await expect(page.getByRole("heading", { name: "Results Unavailable" })).toBeVisible();
  await expect(page.getByText(none)).toBeVisible();
  await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
  await expectGoodLayout(page);
  await page.getByRole("link", { name: "What there is today" }).click();
  await expect(page.getByRole("heading", { name: "Your first result will appear here" })).toBeVisible();

  await open(page, "/user/my-materials");
  await expect(page.getByRole("heading", { level: 1, name: "My Materials" })).toBeVisible();
  await expect(page.getByText("Your study materials will appear here.")).toBeVisible();
  await expectGoodLayout(page);
});

test("My Materials shows only the materials of the student's classes", async ({ page, baseURL }) => {
  const { upload } = await publisher(baseURL ?? "", administrator);
  const student = await studentWith(page, baseURL, { className: "12", score: 60, totalMarks: 100 });
  const names = [`Vectors for ${student.email}`, `Plants for ${student.email}`] as const;
  const file = { name: "notes.pdf", type: "application/pdf", bytes: await pdfFile() };
  const common = { subject: "Science", expiresAt: "null" };
  await upload({ ...common, className: "12", materialName: names[0] }, file);
  await upload({ ...common, className: "2", materialName: names[1] }, file);
  await openAs(page, student, "/user/my-materials");
  const card = page.getByRole("listitem").filter({ hasText: names[0] });
  await expect(card).toBeVisible();
  await expect(card.getByRole("link", { name: /Download PDF/ })).toBeVisible();
  await expect(page.getByText(names[1])).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Materials of all classes" })).toHaveAttribute(
    "href",
    "/study-materials",
  );
  await expect(page.getByText("Your study materials will appear here.")).toHaveCount(0);
  await expectGoodLayout(page);
});

test.describe("without a network", () => {
  test.use({ expectedErrors: consoleErrors.cut });

  test("results show that they are loading, show an error, and load with Try Again", async ({ page, baseURL }) => {
    await page.clock.install();
    const student = await studentWith(page, baseURL, { score: 52, totalMarks: 80 });
    // Both the server's prefetch and the browser's request fail.
    await setTime(student, "infinity");
    const mend = await cut(page, reading);
    await openAs(page, student);
    await expect(page.getByText("Loading Your Results")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Results Unavailable" })).toBeVisible();
    await expect(page.getByText(none)).toBeVisible();
    await expectAccessible(page);
    await mend();
    await setTime(student, "now");
    await page.getByRole("button", { name: "Try Again" }).click();
    const result = page.getByRole("article", { name: "Academic Results" });
    await expect(result).toContainText("65.0%");

    // Results that were read stay if a later read fails.
    await cut(page, reading);
    const area = page.getByRole("complementary");
    await area.getByRole("link", { name: "My Materials" }).click();
    await page.waitForURL("**/user/my-materials");
    await page.clock.fastForward("01:00");
    const failed = () => page.waitForEvent("requestfailed", (request) => reading.test(request.url()));
    const [first] = await Promise.all([failed(), area.getByRole("link", { name: /^Results/ }).click()]);
    await page.waitForEvent("requestfailed", (request) => request !== first && reading.test(request.url()));
    await expect(result).toContainText("65.0%");
    await expect(page.getByRole("heading", { name: "Results Unavailable" })).toHaveCount(0);
  });

  test("a result whose answer was lost is added once when it is sent again", async ({ page, baseURL }) => {
    const { email, name } = await studentWith(page, baseURL);
    await enterAsAdmin(page);
    await open(page, "/admin/add-results");
    const lose = (route: Route) => route.fetch().then(() => route.abort());
    await page.route(adding, lose, { times: 1 });
    await field(page, "Student Email").fill(email);
    await field(page, "Class").selectOption("4");
    await field(page, "Obtained Score").fill("7.5");
    await field(page, "Total Marks").fill("10");
    // The line about the student may be a row longer than what it replaces.
    await expect(page.getByText(name)).toBeVisible();
    await page.getByRole("button", { name: "Add Result" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("❌ Error adding result. Please try again.");
    await page.getByRole("button", { name: "Add Result" }).click();
    await expect(page.getByText("Result added successfully!")).toBeVisible();
    const added = "select score::float8 from results where student_id = (select id from users where email = $1)";
    expect(await productQuery(added, [email])).toEqual([{ score: 7.5 }]);
  });

  test("a result that could not be added keeps the input", { tag: "@long" }, async ({ page }) => {
    await enterAsAdmin(page);
    await open(page, "/admin/add-results");
    await cut(page, adding);
    await field(page, "Student Email").fill("asha@school.example");
    await field(page, "Class").selectOption("4");
    await field(page, "Obtained Score").fill("7.5");
    await field(page, "Total Marks").fill("10");
    await page.getByRole("button", { name: "Add Result" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("❌ Error adding result. Please try again.");
    await expect(field(page, "Student Email")).toHaveValue("asha@school.example");
    await expect(field(page, "Class")).toHaveValue("4");
    await expect(field(page, "Obtained Score")).toHaveValue("7.5");
    await expectAccessibleInBothSchemes(page);
  });
});

test.describe("rejected results", () => {
  test.use({ expectedErrors: consoleErrors.refused });

  test("a result without a student, or with a score above the total, is rejected", async ({ page }) => {
    const above = "The score cannot be higher than the total marks.";
    await enterAsAdmin(page);
    await open(page, "/admin/add-results");
    await field(page, "Student Email").fill("nobody@school.example");
    await field(page, "Class").selectOption("4");
    await field(page, "Obtained Score").fill("51");
    await field(page, "Total Marks").fill("50");
    await expect(page.getByRole("status", { name: "Percentage" })).toHaveText(above);
    await page.getByRole("button", { name: "Add Result" }).click();
    await expect(field(page, "Obtained Score")).toHaveAccessibleDescription(above);
    await expect(field(page, "Obtained Score")).toBeFocused();

    await field(page, "Obtained Score").fill("50");
    await page.getByRole("button", { name: "Add Result" }).click();
    const unknown = "No student is registered with this email.";
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(`❌ ${unknown}`);
    await expect(field(page, "Student Email")).toHaveAccessibleDescription(unknown);
    await expect(field(page, "Student Email")).toHaveValue("nobody@school.example");
    await expect(field(page, "Obtained Score")).toHaveValue("50");
    await expectGoodLayout(page);
  });
});
