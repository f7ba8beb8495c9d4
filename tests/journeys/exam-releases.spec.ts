import { expect, type Page } from "@playwright/test";
import { shownDate } from "@/lib/dates";
import { expectGoodLayout } from "../harness/axe";
import { addJourneyYear, call, read } from "../harness/browser-call";
import { hold, open } from "../harness/browser-page";
import { inDays, journeyYear, shifted } from "../harness/days";
import { test } from "../harness/fixtures";
import { enterAs, enterAsAdmin, newStudent, register } from "../harness/people";
import { productQuery } from "../harness/sql";

const later = inDays(92);
const mark = (page: Page, roll: number) =>
  page.getByRole("textbox", { name: new RegExp(`^Mark of .*, roll ${roll}$`) });

/** An exam of a section of three in class 12. The first student has a login. */
async function examOfThree(page: Page, family: Page): Promise<string> {
  await addJourneyYear(page);
  const section = `R${String(process.pid).slice(-2)}`;
  const place = { className: 12, section, fromDay: journeyYear.firstDay };
  for (const roll of ["2", "3"]) await call(page, "students.add", { ...place, name: `Dev Gill ${roll}`, rollNo: roll });
  const student = newStudent();
  await register(family, student);
  // The office knows whose account it is.
  const [listed] = await productQuery<{ studentId: string }>(
    `with known as (update users set vouched_at = now() where email = $1 returning id)
     insert into students (user_id, origin) select id, 'office' from known returning user_id as "studentId"`,
    [student.email],
  );
  await call(page, "enrolments.enrol", { ...place, ...listed, rollNo: "1" });
  await enterAs(family, student);
  const exam = { className: 12, sections: [section], subjects: ["Physics"], examName: "Unit Test 3" };
  const [made] = await call<{ _id: string }[]>(page, "exams.addMany", {
    ...exam,
    examDate: shifted("2026-11-18"),
    totalMarks: 80,
  });
  return made?._id ?? "";
}

test("a release is planned, called off, taken back and done, late marks follow, and the family sees each step", async ({
  page,
  newPerson,
}) => {
  await enterAsAdmin(page);
  const family = await newPerson();
  const id = await examOfThree(page, family);
  await open(page, `/admin/results/${id}`);
  await mark(page, 1).fill("61");
  await mark(page, 2).fill("40");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/^Saved \d/);

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = page.getByRole("dialog");
  await button("Preview and release").click();
  await dialog.getByText("At a time").click();
  await dialog.getByLabel("Date").fill("2020-01-01");
  await dialog.getByRole("button", { name: "Schedule 2 results" }).click();
  await expect(dialog.getByText("Choose a time that is still to come.")).toBeVisible();
  await expectGoodLayout(page);
  await dialog.getByLabel("Date").fill(later);
  await dialog.getByRole("button", { name: "Schedule 2 results" }).click();
  await expect(page.getByText(`Families see these marks on ${shownDate(later)}, 18:00.`)).toBeVisible();
  await expectGoodLayout(page);
  await open(family, "/user/results");
  await expect(family.getByText("No results found. Please contact your teacher.")).toBeVisible();

  // A changed mark calls off the release, and the preview shows the difference.
  await mark(page, 2).fill("a");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This exam is a draft again")).toBeVisible({ timeout: 15_000 });
  await button("Load again").click();
  await expect(page.getByText("The scheduled release did not happen: something was changed.")).toBeVisible();
  await button("Preview and release").click();
  await expect(dialog.getByText("result is released, was 2")).toBeVisible();
  await expectGoodLayout(page);
  await dialog.getByRole("button", { name: "Release 1 result" }).click();
  await expect(page.getByText("Families see it. It can be taken back until")).toBeVisible();
  await expect(mark(page, 1)).not.toBeEditable();
  await expect(mark(page, 3)).toBeEditable();
  await expectGoodLayout(page);

  await family.reload();
  await expect(family.getByRole("article", { name: "Academic Results" })).toContainText("61");
  await page.getByRole("main").getByRole("button", { name: "Take back" }).click();
  // A double click sends one request.
  await page.getByRole("alertdialog").getByRole("button", { name: "Take back" }).dblclick();
  await expect(mark(page, 1)).toBeEditable();
  await expect(page.getByRole("main")).toBeFocused();
  await family.reload();
  await expect(family.getByText(/Shown too early and taken back on/)).toBeVisible();
  await expect(family.getByRole("article", { name: "Academic Results" })).toHaveCount(0);
  await expectGoodLayout(family);

  await button("Preview and release").click();
  await dialog.getByRole("button", { name: "Release 1 result" }).click();
  await expect(mark(page, 1)).not.toBeEditable();
  await mark(page, 3).fill("70");
  await page.keyboard.press("Enter");
  await mark(page, 2).fill("44");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/^Saved \d/);
  await button("Release 2 late marks").click();
  await dialog.getByRole("button", { name: "Release 2 more" }).click();
  await expect(page.getByText("These marks are released.")).toBeVisible();
  const history = page.getByRole("listitem").filter({ has: page.getByText(/^Released$/) });
  await expect(history).toHaveCount(3);
  await family.reload();
  await expect(family.getByRole("article", { name: "Academic Results" })).toContainText("61");

  // A single result is withdrawn: its row says so and accepts a late mark, this time from a file of marks.
  const { rows } = await read<{ rows: { studentId: string }[] }>(page, "exams.get", { id });
  const { results } = await read<{ results: { _id: string }[] }>(page, "students.get", { id: rows[2]?.studentId });
  await call(page, "results.withdraw", { id: results[0]?._id, reason: "It was another student’s" });
  await page.reload();
  await expect(page.getByText(/^Withdrawn on .*: It was another student’s/).filter({ visible: true })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Result withdrawn: Dev Gill 3, it was 70" })).toBeVisible();
  await expectGoodLayout(page);
  await page.getByRole("button", { name: "More for this exam" }).click();
  await button("Late marks from a file").click();
  await expect(page.getByRole("button", { name: "Excel" })).toBeVisible();
  await expectGoodLayout(page);
  const text = "Roll;Mark;Note\n3;65;\n9;50;\n1;61;";
  const file = { name: "late.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
  await button("Check the rows").click();
  await page.getByRole("link", { name: "1 Refused" }).click();
  await expect(page.getByText("Not a student of this sheet")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectGoodLayout(page);
  const saved = page.waitForEvent("download");
  await button("Download 1 refused row").click();
  expect((await saved).suggestedFilename()).toBe("late refused.csv");
  await button("Write 1 mark into the drafts").click();
  await page.getByRole("link", { name: "To the sheet" }).click();
  await button("Release 1 late mark").click();
  await dialog.getByRole("button", { name: "Release 1 more" }).click();
  await expect(mark(page, 3)).not.toBeEditable();
  await expect(mark(page, 3)).toHaveValue("65");

  await page.getByRole("button", { name: "More for this exam" }).click();
  await button("Withdraw the exam").click();
  await dialog.getByLabel("Reason").fill("The paper was seen before");
  await dialog.getByRole("button", { name: "Withdraw the exam" }).click();
  await expect(page.getByText("This exam is withdrawn. Its marks count nowhere.")).toBeVisible();
  await expectGoodLayout(page);
  await family.reload();
  await expect(family.getByText("The paper was seen before")).toBeVisible();
  await expect(family.getByText("No results found.")).toHaveCount(0);
});

test("a preview opened while the page refreshes stays open", async ({ page }) => {
  await enterAsAdmin(page);
  await addJourneyYear(page);
  const section = `D${String(process.pid).slice(-2)}`;
  const place = { className: 12, section, fromDay: journeyYear.firstDay };
  for (const roll of ["1", "2"]) await call(page, "students.add", { ...place, name: `Ira Bose ${roll}`, rollNo: roll });
  const exam = { className: 12, sections: [section], subjects: ["Music"], examName: "Unit Test 3", totalMarks: 80 };
  const [made] = await call<{ _id: string }[]>(page, "exams.addMany", exam);
  await open(page, `/admin/results/${made?._id}`);
  await mark(page, 1).fill("61");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(/^Saved \d/);

  const refresh = await hold(page, /\/admin\/results\/[^/]+_rsc=/);
  await page.getByRole("button", { name: "More for Ira Bose 2" }).click();
  await page.getByRole("button", { name: "Does not take it" }).click();
  await page.getByRole("button", { name: "Preview and release" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1result is released");
  refresh();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: "Release 1 result" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("the subjects of an exam are released together by keyboard, or not at all", async ({ page }) => {
  await enterAsAdmin(page);
  await addJourneyYear(page);
  const section = `T${String(process.pid).slice(-2)}`;
  const place = { className: 12, section, fromDay: journeyYear.firstDay };
  const student = await call<{ _id: string }>(page, "students.add", { ...place, name: "Nila Sen", rollNo: "1" });
  const examName = `Half-yearly ${section}`;
  const subjects = ["Biology", "Chemistry", "Physics"];
  const fields = { className: 12, sections: [section], subjects, examName, totalMarks: 80 };
  const made = await call<{ _id: string; subject: string }[]>(page, "exams.addMany", fields);
  for (const [index, { _id: id }] of made.entries()) {
    const mark = { kind: "scored", score: 60 + index };
    await call(page, "exams.saveCells", { id, cells: [{ studentId: student._id, mark, remark: null, seen: 0 }] });
  }

  await open(page, `/admin/results?q=${encodeURIComponent(examName)}`);
  await page.getByRole("button", { name: `Release together: the exams of ${examName}` }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Release ${examName} together?` });
  await expect(dialog.getByRole("button", { name: "Release 3 exams with 3 results" })).toBeEnabled();
  await expectGoodLayout(page);
  const chemistry = dialog.getByRole("checkbox", { name: /^Chemistry/ });
  await chemistry.focus();
  await page.keyboard.press("Space");
  await expect(chemistry).not.toBeChecked();
  const release = dialog.getByRole("button", { name: "Release 2 exams with 2 results" });
  await expect(release).toBeEnabled();
  await expect(dialog.getByText("Nobody gets an email.")).toBeVisible();
  await dialog.getByRole("button", { name: /^Numbers of Physics,/ }).click();
  await expect(dialog.getByText("student without a login yet")).toBeVisible();

  // A mark is changed in the meantime: nothing is released, and the new numbers are shown.
  const physics = made.find(({ subject }) => subject === "Physics")?._id ?? "";
  const mark = { kind: "absent" };
  await call(page, "exams.saveCells", {
    id: physics,
    cells: [{ studentId: student._id, mark, remark: null, seen: 1 }],
  });
  await release.click();
  await expect(dialog.getByText("Something has changed since. These are the new numbers.")).toBeVisible();
  await expect(dialog.getByText("Before: 2 results, and emails to 0 students and 0 guardians.")).toBeVisible();
  await expect(dialog.getByText("Changed since", { exact: true })).toHaveCount(1);
  await dialog.getByRole("button", { name: /absent, was 0/ }).click();
  await expect(dialog.getByRole("link", { name: "Nila Sen" })).toBeVisible();
  await expectGoodLayout(page);

  // Biology is released separately in the meantime: Physics is released without it.
  const biology = made.find(({ subject }) => subject === "Biology")?._id ?? "";
  const { digest } = await read<{ digest: string }>(page, "exams.preview", { id: biology });
  await call(page, "exams.release", { id: biology, digest });
  await dialog.getByRole("button", { name: "Release 2 exams with 1 result" }).click();
  await expect(dialog.getByText("Already released")).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: /^Biology/ })).toBeDisabled();
  await expectGoodLayout(page);
  await dialog.getByRole("button", { name: "Release 1 exam with 0 results" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("1 exam is released.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^Biology/ })).toContainText("Released");
  await expect(page.getByRole("row", { name: /^Chemistry/ })).toContainText(/Draft|Ready/);
});
