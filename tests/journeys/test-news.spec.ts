import { expect, test } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { field, open } from "../harness/browser-page";
import { pdfFile } from "../harness/documents";
import { counted } from "../harness/effort";
import { mailedProduct } from "../harness/mailed-product";
import { enterAs, enterAsAdmin, newStudent, register } from "../harness/people";
import { chooseFor } from "../harness/row-menu";

const { sql, mailsFor, subjectsTo, newPage, addYear, pupil, guardian, passPause } = mailedProduct("test-news");

const dayAfter = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

test("a test is announced, moved, moved back, moved to tomorrow and cancelled, and each family gets only its own news", async ({
  browser,
}) => {
  test.slow();
  const [office, phone] = [await newPage(browser), await newPage(browser)];
  const student = newStudent();
  const [mother, uncle, late] = ["mother@home.example", "uncle@home.example", "late@home.example"];
  const everybody = [student.email, mother, uncle, late];
  const subjects = () => everybody.map((email) => subjectsTo(email).filter((subject) => /test/i.test(subject)));
  const textTo = (email: string) => mailsFor(email).at(-1)?.mail.text ?? "";

  await enterAsAdmin(office);
  await addYear(office);
  await register(phone, student);
  const id = await pupil(student.email, student.name);
  await guardian(mother, id);
  await guardian(uncle, id, false);

  const { click, choose, type, spent } = counted();
  const main = office.getByRole("main");
  const told = (text: string) => expect(main.getByRole("status").filter({ hasText: text })).toBeVisible();
  await open(office, "/admin/add-schedule");
  await choose(field(office, "Class"), "7");
  await type(field(office, "Subject"), "Botany");
  await type(field(office, "Date"), dayAfter(20));
  await type(field(office, "Time"), "09:00");
  await told("Told in ten minutes: 1 student and 1 guardian by email; 1 without email.");
  await expectGoodLayout(office);
  await click(office.getByRole("button", { name: "Add Schedule" }));
  const goOn = office.getByRole("alertdialog").getByRole("button", { name: "Yes, all the same" });
  await expect(office.getByText("Schedule added successfully!").or(goOn)).toBeVisible();
  if (await goOn.isVisible()) await goOn.click();
  await expect(office.getByText("Schedule added successfully!")).toBeVisible();
  expect(spent()).toEqual({ clicks: 6, letters: 18 });
  expect(subjects()).toEqual([[], [], [], []]);
  await passPause();
  await expect.poll(subjects).toEqual([["New test: Botany"], ["New test: Botany (Asha Rao)"], [], []]);

  const change = main.getByRole("listitem").filter({ hasText: "Change Botany" });
  async function moveTo(date: string, time: string, when: string) {
    await chooseFor(office, "Botany", "Edit", click);
    await type(change.getByLabel("Date", { exact: true }), date);
    await type(change.getByLabel("Time", { exact: true }), time);
    await type(change.getByLabel("Reason", { exact: true }), "hall not free");
    await told(when);
    await click(change.getByRole("button", { name: "Save changes" }));
    await expect(async () => {
      if (await goOn.isVisible()) await goOn.click();
      await expect(change).toHaveCount(0, { timeout: 500 });
    }).toPass();
    return spent();
  }
  expect(
    await moveTo(dayAfter(20), "11:00", "Told in ten minutes: 1 student and 1 guardian by email; 1 without email."),
  ).toEqual({
    clicks: 6,
    letters: 25,
  });
  await pupil(late, "Dev Gill");
  await passPause();
  await expect
    .poll(() => subjects().map((one) => one[1]))
    .toEqual(["Test moved: Botany", "Test moved: Botany (Asha Rao)", undefined, undefined]);
  expect(textTo(mother)).toMatch(/Botany, Class 7 \(Asha Rao\), from .*, 09:00 to .*, 11:00: hall not free\./);
  await enterAs(phone, student);
  await open(phone, "/user/tests");
  await expect(phone.getByRole("main")).toContainText(/Moved from .*, 09:00: hall not free/);

  // Moved there and back within the pause: nobody is told, and no other email of this test waits.
  await moveTo(dayAfter(21), "11:00", "Told in ten minutes: 2 students and 1 guardian by email; 1 without email.");
  await moveTo(dayAfter(20), "11:00", "Nobody is told of this by email.");
  await passPause();
  await expect.poll(async () => (await sql("select id from mails where state = 'waiting'")).length).toBe(0);
  expect(subjects().map(({ length }) => length)).toEqual([2, 2, 0, 0]);

  await moveTo(dayAfter(1), "10:00", "Told at once: 2 students and 1 guardian by email; 1 without email.");
  await expect.poll(() => subjects().map(({ length }) => length), { timeout: 20_000 }).toEqual([3, 3, 0, 1]);
  await chooseFor(office, "Botany", "Cancel test", click);
  const reason = office.getByRole("dialog");
  await type(reason.getByLabel("Reason"), "teacher is ill");
  await expect(reason.getByRole("status")).toHaveText(
    "Told at once: 2 students and 1 guardian by email; 1 without email.",
  );
  await expectGoodLayout(office);
  await click(reason.getByRole("button", { name: "Cancel test" }));
  expect(spent()).toEqual({ clicks: 4, letters: 14 });
  await expect
    .poll(() => textTo(late), { timeout: 20_000 })
    .toMatch(/Test cancelled: Botany, Class 7, .*: teacher is ill\./);
  expect(mailsFor(uncle)).toEqual([]);

  // The person who uploads a material can tell the class.
  await open(office, "/admin/upload-materials");
  await office.getByLabel("Class", { exact: true }).selectOption("7");
  await office.getByLabel("Subject").fill("Botany");
  await office.getByLabel("Material Name").fill("Leaves");
  await office.getByLabel("Always Available").check();
  await office.getByLabel("Tell the class").check();
  const file = { name: "leaves.pdf", mimeType: "application/pdf", buffer: await pdfFile() };
  await office.locator("input[type=file]").setInputFiles(file);
  await expectGoodLayout(office);
  await office.getByRole("button", { name: "Upload Material" }).click();
  await expect(office.getByText("Study material uploaded successfully")).toBeVisible();
  await expect(office.getByLabel("Tell the class")).not.toBeChecked();
  await passPause();
  await expect.poll(() => textTo(mother)).toContain("New study material: Leaves (Botany, Class 7).");
});
