import { expect } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAs, enterAsAdmin, newStudent, register } from "../harness/people";
import { productQuery } from "../harness/sql";

test("the office corrects one result and withdraws another, and the student reads the old value, the new one and why", async ({
  page,
  newPerson,
}) => {
  const student = newStudent();
  const family = await newPerson();
  await register(family, student);
  await enterAsAdmin(page);
  await open(page, "/admin/add-results");
  for (const [subject, score] of [
    ["Science", "61"],
    ["Hindi", "12"],
  ] as const) {
    await page.getByLabel("Student Email").fill(student.email);
    await page.getByLabel("Class", { exact: true }).selectOption("7");
    await page.getByLabel("Obtained Score").fill(score);
    await page.getByLabel("Total Marks").fill("100");
    await page.getByLabel("Subject").fill(subject);
    await page.getByRole("button", { name: "Add Result" }).click();
    await expect(page.getByText(`${score} out of 100`).first()).toBeVisible();
    await expect(page.getByLabel("Student Email")).toHaveValue("");
  }
  const [{ id = "" } = {}] = await productQuery("select id from users where email = $1", [student.email]);
  await open(page, `/admin/students/${id}`);
  const rowOf = (subject: string) => page.getByRole("row").filter({ hasText: subject });
  const act = async (subject: string, name: string) => {
    await rowOf(subject).getByRole("button", { name: "More for" }).click();
    await page.getByRole("button", { name, exact: true }).click();
    return page.getByRole("dialog");
  };

  const correcting = await act("Science", "Correct");
  await expect(correcting.getByLabel("New score")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(correcting.getByLabel("Reason")).toBeFocused();
  await page.keyboard.type("Question 5 was marked again");
  await page.keyboard.press("Enter");
  await expect(correcting.getByText("The result already has these marks.")).toBeVisible();
  await expect(correcting.getByLabel("New score")).toBeFocused();
  await expectGoodLayout(page);
  // Somebody else corrects it first: their correction is shown and can still be corrected.
  const [{ first = "" } = {}] = await productQuery(
    "select id as first from results where student_id = $1 and subject = 'Science'",
    [id],
  );
  const theirs = { id: first, score: 62, gpa: 7, reason: "Counted again" };
  expect((await page.request.post("/api/admin/results/correct", { data: theirs })).status()).toBe(201);
  await correcting.getByLabel("New score").fill("64");
  await page.keyboard.press("Enter");
  await expect(correcting.getByText("it is 62 now, with a GPA of 7. Their reason: Counted again")).toBeVisible();
  await correcting.getByRole("button", { name: "Correct it all the same" }).click();
  await expect(correcting).toHaveCount(0);
  await expect(rowOf("Science")).toContainText("64 / 100");
  await expect(rowOf("Science")).toContainText(/Corrected on .*: 62 became 64\. Question 5 was marked again/);
  // This person typed no GPA, so the other person's GPA stays.
  const now = "select gpa::float8 from results where student_id = $1 and subject = 'Science' and score = 64";
  expect(await productQuery(now, [id])).toEqual([{ gpa: 7 }]);

  const withdrawing = await act("Hindi", "Withdraw");
  await withdrawing.getByLabel("Reason").fill("It was the mark of another student");
  await page.keyboard.press("Enter");
  await expect(withdrawing).toHaveCount(0);
  await expect(rowOf("Hindi")).toContainText(/Withdrawn on .*\. It was the mark of another student/);
  await expect(rowOf("Hindi").getByRole("button")).toHaveCount(0);
  await expectGoodLayout(page);

  await enterAs(family, student);
  await open(family, "/user/results");
  const card = family.getByRole("article", { name: "Academic Results" });
  await expect(card).toContainText("64.0%");
  await expect(card).toContainText(/Corrected on .*: 62 became 64\. Question 5 was marked again/);
  await expect(family.getByText("Earlier results")).toHaveCount(0);
  const withdrawn = family.getByRole("listitem").filter({ hasText: "Hindi" });
  await expect(withdrawn).toContainText("It was the mark of another student");
  await expect(withdrawn).not.toContainText("12");
  await expectGoodLayout(family);
});
