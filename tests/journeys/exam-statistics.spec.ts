import { expect } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { addJourneyYear, call, read } from "../harness/browser-call";
import { open } from "../harness/browser-page";
import { journeyYear } from "../harness/days";
import { test } from "../harness/fixtures";
import { enterAsAdmin, newStudentIn } from "../harness/people";

test("marks from a file are released, their statistics are drawn, and the student has a line by subject", async ({
  page,
  newPerson,
}) => {
  await enterAsAdmin(page);
  await addJourneyYear(page);
  const place = { className: 11, section: `Y${process.pid % 10}`, fromDay: journeyYear.firstDay };
  for (const roll of [1, 2, 3, 4, 5, 6])
    await call(page, "students.add", { ...place, name: `Pupil ${roll}`, rollNo: String(roll) });
  const exam = { className: 11, sections: [place.section], subjects: ["Sanskrit"], examName: "Unit Test 3" };
  const [made] = await call<{ _id: string }[]>(page, "exams.addMany", { ...exam, totalMarks: 80 });
  const id = made?._id ?? "";

  await open(page, `/admin/results/${id}/file`);
  const text = "Roll;Name;Marks\n1;Pupil 1;76\n2;;61,5\n3;;52\n4;;40\n5;;20\n6;Pupil 1;12\n";
  const file = { name: "marks.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Check the rows" }).press("Enter");
  await expect(page.getByText("This roll number is Pupil 6’s")).toBeVisible();
  await expect(page.locator("[aria-current=step]")).toBeFocused();
  await expectGoodLayout(page);
  await page.getByRole("button", { name: "Write 5 marks into the drafts" }).click();
  await expect(page.getByText("5 marks are in the drafts.")).toBeVisible();

  const { digest } = await read<{ digest: string }>(page, "exams.preview", { id });
  await call(page, "exams.release", { id, digest });
  await open(page, `/admin/results/${id}`);
  const bars = page.getByRole("img", { name: "Students by grade: F 1, D 0, C 1, B 1, B+ 1, A 0, A+ 1" });
  await expect(bars).toBeVisible();
  await page.getByText("As a table").click();
  await expect(page.getByRole("row", { name: "A+ 1 20" })).toBeVisible();
  await page.getByRole("combobox", { name: "Grade" }).selectOption("Grades D and F");
  await expect(page.getByRole("textbox", { name: /^Mark of / })).toHaveCount(1);
  await expect(page).toHaveURL(/grade=low/);
  await expect(page.getByText("1 found", { exact: true })).toHaveAttribute("aria-live", "polite");
  await expectGoodLayout(page);
  await page.getByRole("button", { name: "Clear Grade" }).click();
  await expect(page.getByRole("textbox", { name: /^Mark of / })).toHaveCount(6);
  await open(page, "/admin/results/statistics?class=11");
  await expect(page.getByRole("row", { name: /^Sanskrit 1 5 62\.4%/ })).toBeVisible();
  await page.getByText("The boxes as numbers, in percent").click();
  await expect(
    page.getByRole("row", { name: /^Sanskrit · Unit Test 3 · .* 25\.0 50\.0 to 76\.9 65\.0 95\.0$/ }),
  ).toBeVisible();
  await expectGoodLayout(page);

  const person = await newPerson();
  const student = await newStudentIn(person);
  const results = [40, 45].map((score, index) => {
    const facts = { className: 11, totalMarks: 50, subject: "Sanskrit", examName: `Test ${index + 1}` };
    return { ...facts, studentEmail: student.email, score, examDate: `2026-1${index}-05` };
  });
  const answer = await page.request.post("/api/admin/results/add", { data: { results } });
  expect(answer.status(), await answer.text()).toBe(201);
  await open(person, "/user/results");
  const line = person.getByRole("img", { name: "Sanskrit: 80.0% on 5 Oct 2026, 90.0% on 5 Nov 2026" });
  await expect(line).toBeVisible();
  await person.getByText("Read it as a table").click();
  await expect(person.getByRole("row", { name: /Test 2, 5 Nov 2026 90\.0%/ })).toBeVisible();
});
