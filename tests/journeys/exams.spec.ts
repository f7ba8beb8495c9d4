import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { shownDate } from "@/lib/dates";
import { expectGoodLayout } from "../harness/axe";
import { addJourneyYear, call } from "../harness/browser-call";
import { cut, open } from "../harness/browser-page";
import { journeyYear, shifted } from "../harness/days";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";

test.use({ expectedErrors: [/net::ERR_FAILED|TRPCClientError|status of 40[019]/] });

const students = 60;
const state = (page: Page) => page.getByRole("main").getByRole("status").first();
// On a phone it is below the name, otherwise beside the mark.
const shown = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true });
const mark = (page: Page, roll: number) => page.getByRole("textbox", { name: new RegExp(`, roll ${roll}$`) });

/** An exam of a section of 60 in class 9. */
async function examOfSixty(page: Page): Promise<string> {
  await addJourneyYear(page);
  const section = `Z${Date.now().toString(36).slice(-2).toUpperCase()}`;
  const names = ["Sanvi Shinde", "Harleen Kaur Bedi", "Devansh Mishra", "वेदांत कुलकर्णी", "Mohammed Faizan Abdul Rahman"];
  const place = { className: 9, section, fromDay: journeyYear.firstDay };
  const add = (index: number) =>
    call(page, "students.add", { ...place, name: `${names[index % 5]} ${index + 1}`, rollNo: String(index + 1) });
  for (let from = 0; from < students; from += 10)
    await Promise.all(Array.from({ length: 10 }, (_, index) => add(from + index)));
  const exam = { className: 9, sections: [section], subjects: ["Mathematics"], examName: "Unit Test 3" };
  const made = await call<{ _id: string }[]>(page, "exams.addMany", {
    ...exam,
    examDate: shifted("2026-11-18"),
    totalMarks: 80,
  });
  return made[0]?._id ?? "";
}

test("sixty marks take sixty numbers and sixty Enters, and after a lost connection nobody else sees the unsent ones", async ({
  page,
  newPerson,
}) => {
  await enterAsAdmin(page);
  const id = await examOfSixty(page);
  await open(page, `/admin/results/${id}?at=missing`);
  await expect(mark(page, 1)).toBeFocused();

  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  for (let roll = 1; roll <= students; roll += 1) {
    for (const digit of String(20 + roll)) await press(digit);
    await press("Enter");
  }
  expect(keys).toBe(students * 3);
  await expect(state(page)).toHaveText(/^Saved \d\d:\d\d$/);
  const figures = page.getByRole("region", { name: "So far" });
  await expect(figures).toContainText("60 of 60");
  await expect(figures).toContainText("50.5");
  await expectGoodLayout(page);

  // A fault is shown in the cell, and the previous mark is kept.
  await mark(page, 5).fill("84");
  await expect(shown(page, "84 is more than 80")).toBeVisible();
  await expect(state(page)).toHaveText("1 to settle");
  await page.keyboard.press("Escape");
  await expect(mark(page, 5)).toHaveValue("25");
  await expect(state(page)).toHaveText(/^Saved/);
  await page.keyboard.type("a");
  for (const [key, field] of [
    ["ArrowRight", "remark"],
    ["ArrowLeft", "text"],
    ["Tab", "remark"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.locator("input:focus")).toHaveAttribute("data-field", field);
  }
  await page.keyboard.type("Ill");
  await page.keyboard.press("ArrowDown");
  await expect(mark(page, 5)).toHaveValue("AB");
  await expect(state(page)).toHaveText(/^Saved/);

  // A phone's number pad has no letters, so the row's menu offers absent and excused.
  await page.setViewportSize({ width: 360, height: 740 });
  await page
    .getByRole("row", { name: /^6 / })
    .getByRole("button", { name: /^More for / })
    .click();
  await expectGoodLayout(page);
  await page.getByRole("button", { name: "Excused", exact: true }).click();
  await expect(mark(page, 6)).toHaveValue("EX");
  await expect(state(page)).toHaveText(/^Saved/);

  // The bar at the foot covers no mark that Enter leads to.
  await mark(page, 6).focus();
  for (let roll = 7; roll <= 18; roll += 1) {
    await page.keyboard.press("Enter");
    const [field, bar] = await Promise.all([mark(page, roll).boundingBox(), page.locator("[data-foot]").boundingBox()]);
    expect((field?.y ?? 0) + (field?.height ?? 0), `mark ${roll}`).toBeLessThanOrEqual(bar?.y ?? 0);
  }

  // With touch input, letters below 16 pixels zoom the page. At 16 pixels the longest mark is still fully visible.
  const fingers = await page.context().newCDPSession(page);
  await fingers.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await expect(mark(page, 7)).toHaveCSS("font-size", "16px");
  const isWhole = mark(page, 7).evaluate((field: HTMLInputElement) => {
    const before = field.value;
    field.value = "100.00";
    const found = field.scrollWidth <= field.clientWidth;
    field.value = before;
    return found;
  });
  expect(await isWhole).toBe(true);
  await fingers.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await page.setViewportSize({ width: 1280, height: 800 });

  const restore = await cut(page, /exams\.saveCells/);
  await mark(page, 7).fill("७१");
  await page.keyboard.press("Enter");
  await mark(page, 8).fill("61,5");
  await expect(state(page)).toHaveText("Not sent: 2 marks wait here");
  await page.reload();
  await expect(mark(page, 7)).toHaveValue("71");
  await page.getByRole("button", { name: "Logout" }).click();
  const question = page.getByRole("alertdialog", { name: "Log out before all is sent?" });
  await expect(question).toContainText("2 rows are not sent yet.");
  await expect(question.getByRole("checkbox", { name: /^Throw away what is not sent/ })).not.toBeChecked();
  await expectGoodLayout(page);

  // Another login in this browser sees none of the unsent marks.
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).not.toMatch(/Sanvi|Harleen/);
  const { code, email } = await invited(page);
  const colleague = await newPerson();
  await join(colleague, code, email);
  await colleague.addInitScript((all) => {
    for (const [key, value] of Object.entries(JSON.parse(all) as Record<string, string>)) {
      if (key.startsWith("lyceum-unsent")) localStorage.setItem(key, value);
    }
  }, kept);
  await open(colleague, `/admin/results/${id}`);
  await expect(mark(colleague, 7)).toHaveValue("27");

  // The colleague changes one of them first: the colleague's value is kept, and mine is shown beside it.
  await mark(colleague, 8).fill("33");
  await colleague.keyboard.press("Enter");
  await expect(state(colleague)).toHaveText(/^Saved \d/);
  await question.getByRole("button", { name: "Stay" }).click();
  await restore();
  await expect(shown(page, /typed 33, you 61.5/)).toBeVisible({ timeout: 20_000 });
  await expect(mark(page, 8)).toHaveValue("33");
  await expect(state(page)).toHaveText("1 to settle");
  await expectGoodLayout(page);
  await page.getByRole("button", { name: "Take 61.5" }).click();
  await expect(mark(page, 8)).toBeFocused();
  await expect(mark(page, 8)).toHaveValue("61.5");
  await expect(state(page)).toHaveText(/^Saved \d/);
  // The colleague's open sheet updates automatically.
  await expect(mark(colleague, 8)).toHaveValue("61.5", { timeout: 15_000 });
  await expect(mark(colleague, 7)).toHaveValue("71");
  const unsent = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("lyceum-unsent")));
  expect(await unsent()).toEqual([]);

  // Unsent marks of a deleted exam can be thrown away on its page.
  const gone = randomUUID();
  const key = Object.keys(JSON.parse(kept) as object).find((one) => one.startsWith("lyceum-unsent")) ?? "";
  const left = { name: key.replace(/[^:]+$/, gone), value: JSON.stringify({ [gone]: { text: "61" } }) };
  await page.evaluate(({ name, value }) => localStorage.setItem(name, value), left);
  await open(page, `/admin/results/${gone}`);
  await expect(page.getByText("What you typed here for 1 student was not sent.")).toBeVisible();
  await expectGoodLayout(page);
  await page.getByRole("button", { name: "Throw away" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Throw away" }).click();
  await expect(page.getByText("What you typed here")).toHaveCount(0);
  expect(await unsent()).toEqual([]);
});

/** Invites a colleague to the office. Returns the code for the first login. */
async function invited(page: Page): Promise<{ code: string; email: string }> {
  const email = `meera.${process.pid}.${Date.now()}@school.example`;
  const { code } = await call<{ code: string }>(page, "staff.add", { name: "Meera Iyer", email, role: "office" });
  return { code, email };
}

async function join(page: Page, code: string, identifier: string): Promise<void> {
  const password = "chalk and nine lanterns";
  await call(page, "codes.join", { code, email: identifier, password });
  const { csrfToken } = (await (await page.request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const form = { csrfToken, username: identifier, password, json: "true" };
  const answer = await page.request.post("/api/auth/callback/admin", { form });
  expect(answer.status(), await answer.text()).toBe(200);
}

test("exams are made for ticked subjects, a block of marks is pasted, and the list leads to missing marks", async ({
  page,
}) => {
  await enterAsAdmin(page);
  const id = await examOfSixty(page);
  const name = `Half-yearly ${process.pid}${Date.now()}`;
  await open(page, "/admin/results");
  await page.getByRole("button", { name: "New exams" }).click();
  const dialog = page.getByRole("dialog", { name: "New exams" });
  await dialog.getByRole("button", { name: "Make exams" }).click();
  await expect(dialog.getByText("Choose at least one subject.")).toBeVisible();
  await expectGoodLayout(page);
  await dialog.getByLabel("Class", { exact: true }).selectOption("10");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Total marks").fill("100");
  await dialog.getByLabel(/^(Another subject|Subject)$/).fill("Physics");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Physics, ${name}` })).toBeVisible();
  await expect(page.getByText("Nobody is in this sheet")).toBeVisible();

  await open(page, `/admin/results/${id}`);
  await mark(page, 2).focus();
  const paste = () =>
    page.evaluate(() => {
      const data = new DataTransfer();
      data.setData(
        "text/plain",
        `${Array.from({ length: 58 }, (_, row) => `${row + 10}\tseen`).join("\r\n")}\r\n90\tno\r\n1\r\n`,
      );
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
  const [before, last] = [await mark(page, 2).inputValue(), await mark(page, 59).inputValue()];
  await paste();
  await expect(page.getByText(/cells are filled, 2 refused\./)).toBeVisible();
  await expect(mark(page, 2)).toHaveValue("10");
  await page.keyboard.press("Control+z");
  await expect(mark(page, 2)).toHaveValue(before);
  await expect(mark(page, 59)).toHaveValue(last);
  await paste();
  await expect(mark(page, 2)).toHaveValue("10");
  await expect(shown(page, "90 is more than 80")).toBeVisible();
  // All other marks are saved.
  await expect(state(page)).toHaveText("1 to settle");

  await page.getByRole("link", { name: "Exams and marks" }).first().click();
  const missing = page.getByRole("link", { name: "2 missing in Mathematics" });
  const row = page.getByRole("row", { name: /Mathematics Class 9 .*58 of 60/ }).filter({ has: missing });
  await expect(row.first()).toBeVisible();
  await expectGoodLayout(page);
  await row.first().locator(missing).click();
  await expect(mark(page, 1)).toBeFocused();

  await page.keyboard.press("Control+Enter");
  const question = page.getByRole("dialog", { name: "Release 58 results?" });
  await expect(question).toContainText(`Mathematics, Unit Test 3 · ${shownDate(shifted("2026-11-18"))}`);
  await expect(question.getByRole("button", { name: "Cancel" })).toBeVisible();
  await expect(question).toContainText("58results are released");
  await expect(question).toContainText("2without a mark, who get nothing");
  await expectGoodLayout(page);
  await question.getByRole("button", { name: "Release 58 results" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "58 results are released." })).toContainText("Take back");
  await expect(page.getByText("Families see it. It can be taken back until")).toBeVisible();
  await expect(mark(page, 2)).not.toBeEditable();
  await expect(mark(page, 1)).toBeEditable();
  await expect(page.getByRole("button", { name: "Preview and release" })).toHaveCount(0);
});
