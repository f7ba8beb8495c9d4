import { expect, type Page } from "@playwright/test";
import type { ScheduleView } from "@/features/schedules/schema";
import { expectAccessible, expectAccessibleInBothSchemes, expectGoodLayout } from "../harness/axe";
import { consoleErrors, cut, field, hold, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import { chooseFor } from "../harness/row-menu";

const call = /\/api\/trpc\/schedules\.add/;
const lists = /\/api\/trpc\/[^?]*schedules\.list/;

let count = 0;

function newSubject(name: string): string {
  count += 1;
  return `${name} ${process.pid}.${Date.now()}.${count}`;
}

type Schedule = { className: string; subject: string; testDate: string; testTime: string; description: string };

const card = (page: Page, subject: string) => page.getByRole("listitem").filter({ hasText: subject });

async function fillIn(page: Page, { className, subject, testDate, testTime, description }: Schedule) {
  await field(page, "Class").selectOption(className);
  await field(page, "Subject").fill(subject);
  await field(page, "Date").fill(testDate);
  await field(page, "Time").fill(testTime);
  await field(page, "Description").fill(description);
}

/** Adds schedules and waits until every process lists them: other processes show a change within two seconds. */
async function announce(url: string | undefined, ...schedules: Schedule[]): Promise<ScheduleView[]> {
  const { send } = await publisher(url ?? "", administrator);
  const added: ScheduleView[] = [];
  for (const schedule of schedules) added.push(await send("schedules.add", schedule));
  const list = async () => (await fetch(`${url}/api/notifications`)).text();
  await expect
    .poll(async () => {
      const answers = await Promise.all(Array.from({ length: 9 }, list));
      return answers.every((text) => added.every(({ _id }) => text.includes(_id)));
    })
    .toBe(true);
  return added;
}

test("the administrator announces a test, and everyone sees the same day and time", async ({ page, newPerson }) => {
  const subject = newSubject("Trigonometry");
  const typed = {
    className: "10",
    subject,
    testDate: "2031-03-05",
    testTime: "00:15",
    description: "Chapters 3 and 4.\nBring a compass.",
  };
  await enterAsAdmin(page);
  await open(page, "/admin/add-schedule");
  await expect(page.getByRole("heading", { level: 1, name: "Add Test Schedule" })).toBeVisible();
  await fillIn(page, typed);
  const release = await hold(page, call);
  await page.getByRole("button", { name: "Add Schedule" }).click();
  await expect(page.getByRole("button", { name: "Adding..." })).toBeDisabled();
  release();
  await expect(page.getByText("Schedule added successfully!")).toBeVisible();
  for (const label of ["Class", "Subject", "Date", "Time", "Description"]) {
    await expect(field(page, label), label).toHaveValue("");
  }
  for (const text of ["Wednesday, 5 Mar 2031", "00:15"]) await expect(card(page, subject)).toContainText(text);

  const visitor = await newPerson();
  await open(visitor, "/show-schedule");
  await expect(visitor.getByRole("heading", { level: 1, name: "All Test Schedules" })).toBeVisible();
  const told = ["Class 10", "Subject", "Date", "Wednesday, 5 Mar 2031", "Time", "00:15", "Description", "Chapters 3"];
  for (const text of told) await expect(card(visitor, subject)).toContainText(text);
  await expect(card(visitor, subject).locator("time").first()).toHaveAttribute("datetime", "2031-03-05");
  await expectGoodLayout(visitor);
});

test("a test without a description shows none", async ({ page, baseURL }) => {
  const subject = newSubject("Civics");
  await announce(baseURL, { className: "8", subject, testDate: "2031-05-01", testTime: "09:00", description: "" });
  await open(page, "/show-schedule");
  await expect(card(page, subject)).toContainText("Class 8");
  await expect(card(page, subject)).not.toContainText("Description");
});

test("the class filter shows the tests of one class and is kept in the URL", async ({ page, baseURL }) => {
  const [seven, eleven] = [newSubject("Poems"), newSubject("Optics")];
  const common = { testDate: "2031-06-11", testTime: "11:30", description: "" };
  await announce(
    baseURL,
    { ...common, className: "7", subject: seven },
    { ...common, className: "11", subject: eleven },
  );
  await open(page, "/show-schedule");
  await expect(card(page, seven)).toBeVisible();
  await expect(card(page, eleven)).toBeVisible();
  const filter = page.getByRole("combobox", { name: "Class" });
  await expect(filter.getByRole("option").first()).toHaveText("All Classes");

  await filter.selectOption("Class 11");
  await expect(card(page, seven)).toHaveCount(0);
  await expect(card(page, eleven)).toBeVisible();
  await page.reload();
  await expect(filter).toHaveValue("11");
  await expect(card(page, eleven)).toBeVisible();
  await expect(card(page, seven)).toHaveCount(0);

  // The page as fetched still has the filter that has been cleared.
  await filter.selectOption("All Classes");
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeVisible();
  await page.goBack();
  await expect(card(page, seven)).toBeVisible();
  await expect(filter).toHaveValue("");
});

test("a class chosen before the scripts load is applied", async ({ page, baseURL }) => {
  const [seven, eleven] = [newSubject("Plays"), newSubject("Waves")];
  const common = { testDate: "2031-06-12", testTime: "11:30", description: "" };
  await announce(
    baseURL,
    { ...common, className: "7", subject: seven },
    { ...common, className: "11", subject: eleven },
  );
  const release = await hold(page, /\/_next\/static\/.*\.js/);
  await page.goto("/show-schedule", { waitUntil: "commit" });
  await page.getByRole("combobox", { name: "Class" }).selectOption("Class 11");
  release();
  await expect(card(page, seven)).toHaveCount(0);
  await expect(card(page, eleven)).toBeVisible();
  await expect(page).toHaveURL(/\?className=11$/);
});

test("upcoming tests come before past ones, the next one first", async ({ page, baseURL }) => {
  const [past, next, later] = [newSubject("Fractions"), newSubject("Rivers"), newSubject("Deserts")];
  const common = { className: "5", testTime: "10:00", description: "" };
  await announce(
    baseURL,
    { ...common, subject: later, testDate: "2032-02-29" },
    { ...common, subject: past, testDate: "2020-02-29" },
    { ...common, subject: next, testDate: "2030-01-02" },
  );
  await open(page, "/show-schedule?className=5");
  const coming = page.getByRole("region", { name: "Upcoming tests" }).getByRole("listitem");
  await expect(coming.filter({ hasText: next })).toBeVisible();
  const gone = page.getByRole("region", { name: "Past tests" });
  await expect(gone.getByText(past)).toBeHidden();
  await gone.getByRole("heading", { name: "Past tests" }).click();
  await expect(gone.getByRole("listitem").filter({ hasText: past })).toBeVisible();
  const order = await page.getByRole("main").getByRole("heading", { level: 4 }).allInnerTexts();
  const mine = order.filter((subject) => [past, next, later].includes(subject));
  expect(mine).toEqual([next, later, past]);
});

test("a schedule is removed after a confirmation", async ({ page, baseURL, newPerson }) => {
  const subject = newSubject("Botany");
  await announce(baseURL, { className: "9", subject, testDate: "2033-01-04", testTime: "12:00", description: "" });
  await enterAsAdmin(page);
  await open(page, "/admin/add-schedule");
  // A window at 200 % zoom is this low.
  await page.setViewportSize({ width: 683, height: 325 });
  const more = page.getByRole("button", { name: `More for ${subject}` });
  await more.evaluate((button) => button.scrollIntoView({ block: "center" }));
  await more.click();
  await expect(page.locator(":popover-open")).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
  await chooseFor(page, subject, "Delete");
  const question = page.getByRole("alertdialog", { name: "Delete this test?" });
  await expect(question).toContainText(subject);
  await expect(question.getByRole("status")).toContainText(/Nobody is told|Told /);
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectGoodLayout(page);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(card(page, subject)).toBeVisible();

  await chooseFor(page, subject, "Delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Test deleted.")).toBeVisible();
  await expect(card(page, subject)).toHaveCount(0);

  const visitor = await newPerson();
  await open(visitor, "/show-schedule?className=9");
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(visitor.getByText(subject)).toHaveCount(0);
});

test("an open form keeps its text while a filter hides every test, until it is closed", async ({ page, baseURL }) => {
  const subject = newSubject("Ferns");
  await announce(baseURL, { className: "9", subject, testDate: "2033-01-05", testTime: "12:00", description: "" });
  await enterAsAdmin(page);
  await open(page, "/admin/add-schedule");
  await chooseFor(page, subject, "Edit");
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Save changes" }) });
  const reason = form.getByLabel("Reason");
  await reason.fill("The hall is taken.");
  await page.getByPlaceholder("Search tests").fill("nothing of this name");
  await expect(page.getByText("No test matches")).toBeVisible();
  await expect(reason).toHaveValue("The hall is taken.");
  await form.getByRole("button", { name: "Leave it as it is" }).click();
  await expect(form).toHaveCount(0);
  await expect(card(page, subject)).toHaveCount(0);
});

test.describe("without a network", () => {
  test.use({ expectedErrors: consoleErrors.cut });

  test("a schedule that could not be added keeps the input", async ({ page }) => {
    const subject = newSubject("Algebra");
    await enterAsAdmin(page);
    await open(page, "/admin/add-schedule");
    await cut(page, call);
    await fillIn(page, {
      className: "3",
      subject,
      testDate: "2031-03-05",
      testTime: "08:00",
      description: "All of it.",
    });
    await page.getByRole("button", { name: "Add Schedule" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("Server error, please try again later.");
    await expect(field(page, "Subject")).toHaveValue(subject);
    await expect(field(page, "Date")).toHaveValue("2031-03-05");
    await expect(field(page, "Description")).toHaveValue("All of it.");
    await expectAccessibleInBothSchemes(page);
  });

  test("a schedule that could not be removed stays, and the dialog says so", { tag: "@long" }, async ({
    page,
    baseURL,
  }) => {
    const subject = newSubject("Zoology");
    await announce(baseURL, { className: "9", subject, testDate: "2033-01-05", testTime: "12:00", description: "" });
    await enterAsAdmin(page);
    await open(page, "/admin/add-schedule");
    await cut(page, /schedules\.remove/);
    await chooseFor(page, subject, "Delete");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(question.getByRole("alert")).toContainText("Failed to delete the test. Try again.");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(card(page, subject)).toBeVisible();
  });

  test("schedules that fail to load show an error, and load with Try Again", { tag: "@long" }, async ({ page }) => {
    await open(page, "/show-schedule");
    const mend = await cut(page, lists);
    await page.getByRole("combobox", { name: "Class" }).selectOption("Class 12");
    const box = page.getByRole("main").getByRole("alert");
    await expect(box).toContainText("Failed to fetch schedules");
    await expectGoodLayout(page);
    await mend();
    await box.getByRole("button", { name: "Try Again" }).click();
    await expect(box).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("the administrator's list that fails to load says so, and the form is still there", { tag: "@long" }, async ({
    page,
  }) => {
    await enterAsAdmin(page);
    const mend = await cut(page, lists);
    await open(page, "/admin/add-schedule");
    await expect(page.getByText("Failed to fetch schedules")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add Schedule" })).toBeEnabled();
    await mend();
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByText("Failed to fetch schedules")).toHaveCount(0);
  });
});

test("loading schedules are announced", { tag: "@long" }, async ({ page }) => {
  await enterAsAdmin(page);
  const release = await hold(page, lists);
  await open(page, "/admin/add-schedule");
  await expect(page.getByText("Loading schedules...")).toBeVisible();
  await expectGoodLayout(page);
  release();
  await expect(page.getByText("Loading schedules...")).toHaveCount(0);
});

test.describe("server-side rejections", () => {
  test.use({ expectedErrors: consoleErrors.refused });

  test("a rejected schedule shows the server's message as Error and at the field", async ({ page }) => {
    await enterAsAdmin(page);
    await open(page, "/admin/add-schedule");
    await fillIn(page, {
      className: "3",
      subject: "   ",
      testDate: "2031-03-05",
      testTime: "08:00",
      description: "Kept.",
    });
    await page.getByRole("button", { name: "Add Schedule" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("Error: Subject is required.");
    await expect(field(page, "Subject")).toHaveAccessibleDescription("Subject is required.");
    await expect(field(page, "Subject")).toBeFocused();
    await expect(field(page, "Description")).toHaveValue("Kept.");
    await expectGoodLayout(page);
  });

  test("a section that does not exist is refused with an error at its field", async ({ page, baseURL }) => {
    const subject = newSubject("Ferns");
    await announce(baseURL, { className: "9", testDate: "2033-01-07", testTime: "12:00", description: "", subject });
    await enterAsAdmin(page);
    await open(page, "/admin/add-schedule");
    await chooseFor(page, subject, "Edit");
    const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Save changes" }) });
    const sections = form.getByLabel("Sections");
    await sections.fill("A, ABCD");
    await form.getByRole("button", { name: "Save changes" }).click();
    await expect(sections).toHaveAccessibleDescription(/A section has/);
    await expect(sections).toBeFocused();
  });

  test("a schedule that was removed in another window disappears from the list", async ({ page, baseURL }) => {
    const [gone, kept] = [newSubject("Algae"), newSubject("Mosses")];
    const common = { className: "9", testDate: "2033-01-06", testTime: "12:00", description: "" };
    const [doomed] = await announce(baseURL, { ...common, subject: gone }, { ...common, subject: kept });
    await enterAsAdmin(page);
    await open(page, "/admin/add-schedule");
    await chooseFor(page, gone, "Delete");
    const { send } = await publisher(baseURL ?? "", administrator);
    await send("schedules.remove", { id: doomed?._id });
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("This test schedule does not exist or was deleted.")).toBeVisible();
    await expect(question).toHaveCount(0);
    await expect(card(page, gone)).toHaveCount(0);

    await chooseFor(page, kept, "Delete");
    await expect(question).toContainText(kept);
    await expect(question.getByRole("alert")).toHaveCount(0);
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Test deleted.")).toBeVisible();
    await expect(card(page, kept)).toHaveCount(0);
  });
});
