import { type Browser, expect, type Page } from "@playwright/test";
import { shownDate } from "@/lib/dates";
import { expectGoodLayout } from "../harness/axe";
import { addJourneyYear, call } from "../harness/browser-call";
import { open } from "../harness/browser-page";
import { inDays, journeyYear, shifted } from "../harness/days";
import { counted } from "../harness/effort";
import { test } from "../harness/fixtures";
import { enterAs, enterAsAdmin, newStudent, register } from "../harness/people";
import { productQuery } from "../harness/sql";

const later = inDays(92);
const section = `S${String(process.pid).slice(-2)}`;
const place = { className: 8, section, fromDay: journeyYear.firstDay };
const mark = (page: Page, roll: number) =>
  page.getByRole("textbox", { name: new RegExp(`^Mark of .*, roll ${roll}$`) });
const saved = (page: Page) => expect(page.getByRole("main").getByRole("status").first()).toHaveText(/^Saved \d/);

/** A logged-in person whose account the office has vouched for. Returns the id. */
async function known(page: Page, name: string): Promise<string> {
  const person = { ...newStudent(), name };
  await register(page, person);
  const [found] = await productQuery<{ id: string }>(
    "update users set vouched_at = now(), email_confirmed_at = now() where email = $1 returning id",
    [person.email],
  );
  await enterAs(page, person);
  return found?.id ?? "";
}

/** A section of sixty students; the first has a login and a guardian. */
async function classOfSixty(page: Page, student: Page, guardian: Page): Promise<void> {
  await addJourneyYear(page);
  const [child, mother] = [await known(student, "Asha Rao"), await known(guardian, "Sunita Rao")];
  await productQuery("insert into students (user_id, origin) values ($1, 'office')", [child]);
  await productQuery(
    `insert into guardianships (id, guardian_id, student_id, relation, origin)
     values (gen_random_uuid(), $1, $2, 'Mother', 'import')`,
    [mother, child],
  );
  await call(page, "enrolments.enrol", { ...place, studentId: child, rollNo: "1" });
  const add = (roll: number) =>
    call(page, "students.add", { ...place, name: `Dev Gill ${roll}`, rollNo: String(roll) });
  for (let from = 2; from <= 60; from += 10)
    await Promise.all(Array.from({ length: Math.min(10, 61 - from) }, (_, index) => add(from + index)));
}

/** How often `work` restyled more of the page than the rows being typed in. */
async function wholePages(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[];
  };
  const restyled = traceEvents.filter(({ name }) => name === "UpdateLayoutTree");
  expect(restyled.length).toBeGreaterThan(58);
  return restyled.filter(({ args }) => (args.elementCount ?? 0) > 1_000).length;
}

test("the marks of sixty go from the keyboard to the families, each step with its count of clicks", async ({
  page,
  browser,
  newPerson,
}, info) => {
  test.setTimeout(150_000);
  await enterAsAdmin(page);
  const [student, guardian] = [await newPerson(), await newPerson()];
  await classOfSixty(page, student, guardian);
  const exam = {
    className: 8,
    sections: [section],
    examName: "Unit Test 3",
    examDate: shifted("2026-11-18"),
    totalMarks: 80,
  };
  const [maths, physics, hindi] = await call<{ _id: string }[]>(page, "exams.addMany", {
    ...exam,
    subjects: ["Mathematics", "Physics", "Hindi"],
  });
  const effort = counted();
  let keys = 0;
  const press = async (...all: string[]) => {
    keys += all.length;
    for (const key of all) await page.keyboard.press(key);
  };
  const counts: string[] = [];
  const done = (what: string) => {
    const { clicks, letters } = effort.spent();
    counts.push(`${what}: ${clicks} clicks, ${keys + letters} keys`);
    keys = 0;
    return { clicks, keys: Number(counts.at(-1)?.match(/(\d+) keys/)?.[1]) };
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("dialog");
  const families = async (check: (family: Page) => Promise<void>) => {
    for (const family of [student, guardian]) {
      await open(family, "/user/results");
      await check(family);
    }
  };
  const nothing = (family: Page) => expect(family.getByText(/^No result(s found\.| yet$)/).first()).toBeVisible();

  await open(page, `/admin/results/${maths?._id}?at=missing`);
  await expect(mark(page, 1)).toBeFocused();
  // A key restyles its row. One-time changes (a panel that loads, the first "Saved") may restyle the page.
  const whole = await wholePages(browser, page, async () => {
    for (let roll = 1; roll <= 58; roll += 1) await press(...String(19 + roll), "Enter");
  });
  expect(whole).toBeLessThan(174 / 20);
  await saved(page);
  expect(done("58 marks by the keyboard")).toEqual({ clicks: 0, keys: 174 });

  await open(page, `/admin/results/${physics?._id}`);
  await effort.click(mark(page, 1));
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", Array.from({ length: 60 }, (_, row) => `${row + 10}`).join("\r\n"));
    const paste = { clipboardData: data, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", paste));
  });
  await expect(page.getByText("60 cells are filled")).toBeVisible();
  await saved(page);
  expect(done("60 marks pasted").clicks).toBe(1);

  await open(page, `/admin/results/${hindi?._id}/file`);
  const rows = Array.from({ length: 60 }, (_, index) => `${index + 1};${index + 5}`);
  const file = { name: "hindi.csv", mimeType: "text/csv", buffer: Buffer.from(`Roll;Mark\n${rows.join("\n")}\n`) };
  await page.locator("input[type=file]").setInputFiles(file);
  await effort.click(button("Check the rows"));
  await effort.click(button("Write 60 marks into the drafts"));
  await expect(page.getByText("60 marks are in the drafts.")).toBeVisible();
  expect(done("60 marks from a file, after its choice").clicks).toBe(2);
  await families(nothing);

  await open(page, `/admin/results/${maths?._id}`);
  await effort.click(button("Preview and release"));
  await expect(dialog).toContainText("58results are released");
  await expect(dialog).toContainText("2without a mark, who get nothing");
  await effort.click(dialog.getByText("At a time"));
  await effort.type(dialog.getByLabel("Date"), later);
  await effort.click(dialog.getByRole("button", { name: "Schedule 58 results" }));
  await expect(page.getByText(`Families see these marks on ${shownDate(later)}, 18:00.`)).toBeVisible();
  expect(done("planned").clicks).toBe(4);
  await families(nothing);

  await effort.click(button("Call it off"));
  await expect(page.getByText("Families see these marks on")).toHaveCount(0);
  const release = async (name: string, results: string) => {
    await effort.click(button(name));
    await effort.click(dialog.getByRole("button", { name: results }));
    await expect(dialog).toHaveCount(0);
    await expect(mark(page, 1)).not.toBeEditable();
  };
  await release("Preview and release", "Release 58 results");
  expect(done("called off and released").clicks).toBe(3);
  await families((family) => expect(family.getByRole("article", { name: "Academic Results" })).toContainText("25.0%"));

  await effort.click(page.getByRole("main").getByRole("button", { name: "Take back" }));
  await effort.click(page.getByRole("alertdialog").getByRole("button", { name: "Take back" }));
  await expect(mark(page, 1)).toBeEditable();
  expect(done("taken back").clicks).toBe(2);
  await families(async (family) => {
    await expect(family.getByText(/Shown too early and taken back on/)).toBeVisible();
    await expect(family.getByRole("article", { name: "Academic Results" })).toHaveCount(0);
  });
  await release("Preview and release", "Release 58 results");
  expect(done("released again").clicks).toBe(2);

  await open(page, `/admin/results/${maths?._id}?at=missing`);
  await expect(mark(page, 59)).toBeFocused();
  await press("5", "5", "Enter", "6", "6", "Enter");
  await saved(page);
  await release("Release 2 late marks", "Release 2 more");
  expect(done("two late ones")).toEqual({ clicks: 2, keys: 6 });

  /** Goes from a row of the sheet to the student's page and chooses an action for the result there. */
  const act = async (roll: number, name: string) => {
    await open(page, `/admin/results/${maths?._id}`);
    const row = page.getByRole("row").filter({ has: mark(page, roll) });
    await effort.click(row.getByRole("button", { name: "More for" }));
    await effort.click(row.getByRole("link", { name: "Correct" }));
    const result = page.getByRole("row").filter({ hasText: "Mathematics" });
    await effort.click(result.getByRole("button", { name: "More for" }));
    await effort.click(button(name));
  };
  await act(1, "Correct");
  await expect(dialog.getByLabel("New score")).toBeFocused();
  await press("ControlOrMeta+a", "6", "4", "Tab", "Tab", ..."Q5 again".replaceAll(" ", ""), "Enter");
  await expect(dialog).toHaveCount(0);
  expect(done("one corrected")).toEqual({ clicks: 4, keys: 13 });
  await families(async (family) => {
    await expect(family.getByRole("article", { name: "Academic Results" })).toContainText("80.0%");
    await expect(family.getByText(/Corrected on .*: 20 became 64\. Q5again/)).toBeVisible();
    await expectGoodLayout(family);
  });

  await act(1, "Withdraw");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await press(..."Lost", "Enter");
  await expect(dialog).toHaveCount(0);
  expect(done("one withdrawn")).toEqual({ clicks: 4, keys: 5 });
  await families(async (family) => {
    await expect(family.getByRole("listitem").filter({ hasText: "Lost" })).toContainText("Mathematics");
    await expect(family.getByRole("article", { name: "Academic Results" })).toHaveCount(0);
  });
  info.annotations.push({ type: "effort", description: counts.join("; ") });
});
