import { expect, type Page } from "@playwright/test";
import ICAL from "ical.js";
import { expectGoodLayout } from "../harness/axe";
import { field, open } from "../harness/browser-page";
import { counted } from "../harness/effort";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";
import { chooseFor } from "../harness/row-menu";

const row = (page: Page, subject: string) =>
  page.getByRole("list", { name: "Tests", exact: true }).getByRole("listitem").filter({ hasText: subject });

const day = 24 * 60 * 60_000;

/** Announces the rest of a term as an API client: checks each test and confirms its warnings. Returns how many had warnings. */
async function planTerm({ request }: Page, origin: string, count: number): Promise<number> {
  const headers = { origin };
  let met = 0;
  for (let number = 0; number < count; number += 1) {
    // Each weekday from a Monday on: the fourth test of a week and later ones cause a warning.
    const at = Date.UTC(2034, 2, 13) + (Math.floor(number / 5) * 7 + (number % 5)) * day;
    const place = { className: "Class 2", testDate: new Date(at).toISOString().slice(0, 10), testTime: "10:00" };
    const checked = await request.post("/api/tests/check", { data: place, headers });
    const { warnings, fingerprint } = (await checked.json()) as { warnings: unknown[]; fingerprint: string };
    met += warnings.length > 0 ? 1 : 0;
    const data = { ...place, subject: `Unit ${number + 1} ${process.pid}`, description: "", confirmed: fingerprint };
    expect((await request.post("/api/tests", { data, headers })).status()).toBe(201);
  }
  return met;
}

test("a term of 40 tests is planned with warnings, one is moved, cancelled and restored, one was a mistake, and a calendar follows", async ({
  page,
  newPerson,
  baseURL,
}) => {
  test.slow();
  const [first, second] = [`Sums ${process.pid}`, `Rhymes ${process.pid}`];
  const { click, choose, type, spent } = counted();
  /** How many tests an independent calendar reader finds, and its details of the second test. */
  async function inCalendar() {
    const text = await (await page.request.get("/api/calendar/class-2.ics")).text();
    const all = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((one) => new ICAL.Event(one));
    const events = all.filter(({ summary }) => summary.includes(String(process.pid)));
    const found = events.find(({ summary }) => summary.includes(second));
    return [events.length, found?.sequence, found?.summary.split(":")[0], found?.startDate.toString().slice(11, 16)];
  }
  const follows = (wanted: unknown[]) => expect.poll(inCalendar).toEqual(wanted);

  await enterAsAdmin(page);
  expect(await planTerm(page, baseURL ?? "", 38)).toBeGreaterThanOrEqual(14);
  await open(page, "/admin/add-schedule?class=2");
  await expect(row(page, `Unit 1 ${process.pid}`)).toBeVisible();
  async function fillIn(subject: string, testTime: string) {
    await choose(field(page, "Class"), "2");
    await type(field(page, "Subject"), subject);
    await type(field(page, "Date"), "2034-03-07");
    await type(field(page, "Time"), testTime);
  }
  const add = page.getByRole("button", { name: "Add Schedule" });
  await fillIn(first, "09:00");
  await click(add);
  await expect(page.getByText("Schedule added successfully!")).toBeVisible();
  expect(spent().clicks).toBe(6);

  await fillIn(second, "09:30");
  await expect(page.getByRole("main").getByText(`At the same time as ${first}, 09:00.`)).toBeVisible();
  await click(add);
  const question = page.getByRole("alertdialog", { name: "Do it all the same?" });
  await expect(question).toContainText(`There is another test that day: ${first}, 09:00.`);
  await expectGoodLayout(page);
  await question.getByRole("button", { name: "Go back" }).click();
  await expect(field(page, "Subject")).toHaveValue(second);
  await add.click();
  const goOn = question.getByRole("button", { name: "Yes, all the same" });
  await click(goOn);
  for (const text of ["Tuesday, 7 Mar 2034", "09:30"]) await expect(row(page, second)).toContainText(text);
  expect(spent().clicks).toBe(7);
  // The calendar has times in UTC.
  const name = `${second} test, Class 2`;
  await follows([40, 0, name, "04:00"]);

  await chooseFor(page, second, "Edit", click);
  const change = row(page, second)
    .or(page.getByRole("listitem").filter({ hasText: `Change ${second}` }))
    .first();
  await type(change.getByLabel("Time", { exact: true }), "11:00");
  await type(change.getByLabel("Room", { exact: true }), "Hall 2");
  await change.getByRole("button", { name: "Save changes" }).click();
  await expect(change.getByText("Say why: families read it.")).toBeVisible();
  await expect(goOn).toBeHidden();
  await type(change.getByLabel("Reason", { exact: true }), "hall not free");
  await expectGoodLayout(page);
  await click(change.getByRole("button", { name: "Save changes" }));
  await click(goOn);
  for (const text of ["11:00", "Hall 2"]) await expect(row(page, second)).toContainText(text);
  await expect(page.getByRole("button", { name: `More for ${second}` })).toBeFocused();
  expect(spent()).toEqual({ clicks: 7, letters: 23 });
  await follows([40, 1, name, "05:30"]);

  await chooseFor(page, second, "Cancel test", click);
  const reason = page.getByRole("dialog", { name: `Cancel ${second}?` });
  await type(reason.getByLabel("Reason"), "teacher is ill");
  await expectGoodLayout(page);
  await click(reason.getByRole("button", { name: "Cancel test" }));
  await expect(row(page, second)).toContainText("Cancelled: teacher is ill");
  expect(spent()).toEqual({ clicks: 4, letters: 14 });
  await follows([40, 2, "Cancelled", "05:30"]);

  await chooseFor(page, first, "Cancel test", click);
  await click(page.getByRole("dialog").getByText("It was entered by mistake"));
  await click(page.getByRole("dialog").getByRole("button", { name: "Cancel test" }));
  await expect(row(page, first)).toContainText("Entered by mistake");
  expect(spent()).toEqual({ clicks: 4, letters: 0 });
  await follows([39, 2, "Cancelled", "05:30"]);
  const visitor = await newPerson();
  await expect(async () => {
    await visitor.goto("/show-schedule?className=2");
    await expect(visitor.getByRole("main")).toContainText(second, { timeout: 500 });
    await expect(visitor.getByRole("main")).toContainText("Cancelled: teacher is ill", { timeout: 500 });
    await expect(visitor.getByRole("main")).not.toContainText(first, { timeout: 500 });
  }).toPass({ timeout: 5_000 });

  // The other test is gone, so there is no warning.
  await click(page.getByRole("button", { name: `Restore ${second}` }));
  const restoring = page.getByRole("dialog", { name: `Restore ${second}?` });
  await expect(restoring.getByRole("status")).toContainText(/Nobody is told|Told /);
  await type(restoring.getByLabel("Reason"), "back in school");
  await click(restoring.getByRole("button", { name: "Restore" }));
  await expect(page.getByRole("button", { name: `Restore ${second}` })).toHaveCount(0);
  await expect(page.getByRole("button", { name: `More for ${second}` })).toBeFocused();
  expect(spent()).toEqual({ clicks: 3, letters: 14 });
  await follows([39, 3, name, "05:30"]);
  await chooseFor(page, second, "History");
  const steps = page.getByRole("list", { name: `History of ${second}` }).getByRole("listitem");
  for (const words of [
    "Restored by",
    "Reason: back in school",
    "Reason: teacher is ill",
    "hall not free",
    "Confirmed all the same:",
  ])
    await expect(steps.filter({ hasText: words }).first()).toBeVisible();
  await expectGoodLayout(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(add).toBeHidden();
  await page.getByRole("button", { name: "New test" }).click();
  await expect(add).toBeVisible();
});
