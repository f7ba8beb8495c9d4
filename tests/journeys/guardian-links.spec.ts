import { expect } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { call, read } from "../harness/browser-call";
import { hold, listening, open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAs, enterAsAdmin, newStudent, register } from "../harness/people";

const password = "seven green lanterns";
const anyCode = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;

/** A phone number that no other person in this run has. */
const newNumber = () => `9${String(Math.random()).slice(2, 11)}`;

test("the father joins with the student's code, and the office ends his link without telling anyone", async ({
  page: office,
  newPerson,
}) => {
  await enterAsAdmin(office);
  const [phone, student] = [await newPerson(), newStudent()];
  await register(phone, student);
  const added = { studentEmail: student.email, className: "7", score: 45, totalMarks: 50, subject: "Biology" };
  await call(office, "results.add", { results: [added] });
  const { _id } = await call<{ _id: string }>(office, "students.who", { identifier: student.email });
  const [mother, number] = [`Mira ${student.email.slice(5, 25)}`, newNumber()];

  await test.step("the office links the mother", async () => {
    await open(office, `/admin/students/${_id}`);
    const guardians = office.getByRole("region", { name: "Guardians" });
    await guardians.getByRole("button", { name: "Link a guardian" }).click();
    const dialog = office.getByRole("dialog");
    await dialog.getByLabel("Name").fill(mother);
    await dialog.getByLabel("Phone").fill("12");
    await dialog.getByRole("button", { name: "Link a guardian" }).click();
    await expect(dialog.getByText("Relation is required.")).toBeVisible();
    await expect(dialog.getByText("Please enter a valid phone number.")).toBeVisible();
    await dialog.getByLabel("Phone").fill(number);
    await dialog.getByLabel("Relation").fill("mother");
    await expectGoodLayout(office);
    await dialog.getByRole("button", { name: "Link a guardian" }).click();
    await expect(guardians.getByRole("listitem")).toContainText([mother]);
    await expect(guardians).toContainText(`+91 ${number.slice(0, 5)} ${number.slice(5)}`);
  });

  await test.step("a consent on paper is entered and withdrawn", async () => {
    const consents = office.getByRole("region", { name: "Consent of a guardian" });
    await expect(consents.getByText("Missing", { exact: true })).toBeVisible();
    await consents.getByRole("button", { name: "Add a paper consent" }).click();
    await office.getByRole("dialog").getByRole("button", { name: "Enter", exact: true }).click();
    await expect(consents.getByText("Missing", { exact: true })).toBeHidden();
    await consents.getByRole("button", { name: `Withdraw the consent of ${mother}` }).click();
    await expect(consents).toContainText("withdrawn on");
    await expect(consents.getByRole("listitem")).toBeFocused();
    await expect(consents.getByText("Missing", { exact: true })).toBeVisible();
  });

  await test.step("the box shows the saved value before the family is read again", async () => {
    const box = office.getByRole("checkbox", { name: "Only the office makes links" });
    const release = await hold(office, /guardians\.family/);
    const readAgain = office.waitForRequest(/guardians\.family/);
    await box.click();
    await readAgain;
    await expect(office.getByText("Saved.", { exact: true })).toBeVisible();
    await expect(box).toBeChecked();
    release();
    const saved = office.waitForResponse(/guardians\.changeRule/);
    await box.click();
    await saved;
    await expect(box).not.toBeChecked();
  });

  const readers = async () => {
    await open(phone, "/user/results");
    await phone.getByText("Who can see my results?").click();
    await expect(phone.getByText("Nobody else.")).toBeVisible();
    return phone.locator("details").filter({ hasText: "Nobody else." });
  };

  await test.step("the student makes a code for the father", async () => {
    await enterAs(phone, student);
    await expect((await readers()).getByRole("listitem")).toHaveText([/^Mira .*mother, since/, /^The office/]);
    await open(phone, "/user/account");
    await phone.getByRole("button", { name: "Make a code" }).click();
    const dialog = phone.getByRole("dialog");
    await dialog.getByLabel("Name of the guardian").fill("Ravi Rao");
    await dialog.getByLabel("Relation").fill("father");
    await dialog.getByRole("button", { name: "Make a code" }).click();
    await expect(dialog.getByText(anyCode)).toBeVisible();
    await expectGoodLayout(phone);
  });
  const code = (await phone.getByRole("dialog").getByText(anyCode).textContent()) ?? "";
  await phone.getByRole("button", { name: "Done" }).click();
  await expect(phone.getByText("Ravi Rao (father)")).toBeVisible();

  const fathers = await newPerson();
  await test.step("the father joins, and consents", async () => {
    await open(fathers, "/signup");
    await fathers.getByRole("link", { name: "A parent? Use the code from the institute." }).click();
    await fathers.getByLabel("Code").fill(code);
    await fathers.getByRole("button", { name: "Continue" }).click();
    await expect(fathers.getByText("Hello Ravi")).toBeVisible();
    const signIn = fathers.getByText(/^Do you have a login already\?/).getByRole("link");
    await expect(signIn).toHaveAttribute("href", "/login?next=/user/account");
    await fathers.getByLabel("Email Address").fill(`ravi.${student.email}`);
    await fathers.getByLabel("Password", { exact: true }).fill(password);
    await fathers.getByLabel(/^I agree to the/).check();
    await fathers.getByLabel(/^I am a parent or guardian of Asha/).check();
    await fathers.getByRole("button", { name: "Open my login" }).click();
    await expect(
      fathers.getByText(/^Next time, sign in with ravi.* you also need a code from the office/),
    ).toBeVisible();
    await fathers.getByRole("main").getByRole("link", { name: "Go on" }).click();
    await expect(fathers.getByText("Ask the office for a code")).toBeVisible();
    await open(fathers, "/user/account");
    await expect(fathers.getByRole("region", { name: "Your children" })).toContainText("You agreed on");
    await expectGoodLayout(fathers);
    await expect((await readers()).getByRole("listitem")).toHaveText([/^Mira /, /^Ravi Rao ?father/, /^The office/]);
    await expectGoodLayout(phone);
  });

  await test.step("the office ends his link without telling anyone", async () => {
    await office.reload();
    await listening(office);
    await office.getByRole("button", { name: "More for Ravi Rao" }).click();
    await office.getByRole("button", { name: "End the link" }).click();
    const dialog = office.getByRole("dialog");
    await dialog.getByLabel("Tell nobody").check();
    await dialog.getByRole("button", { name: "End the link" }).click();
    await expect(dialog.getByText("Please say why nobody is told", { exact: false })).toBeVisible();
    await dialog.getByLabel("Reason").fill("An order of the court");
    await expectGoodLayout(office);
    await dialog.getByRole("button", { name: "End the link" }).click();
    await office.getByText("1 link has ended").click();
    await expect(office.getByRole("region", { name: "Guardians" })).toContainText("nobody was told");
    await expect((await readers()).getByRole("listitem")).toHaveText([/^Mira /, /^The office/]);
    await open(fathers, "/user/account");
    await expect(fathers.getByRole("region", { name: "Add a child with a code" })).toBeVisible();
    await expect(fathers.getByRole("region", { name: "Your children" })).toBeHidden();
  });
});

test("a mother who signed up herself is told to ask for a code, and the office's code opens the pages about her child", async ({
  page: office,
  newPerson,
}) => {
  await enterAsAdmin(office);
  const [phone, student] = [await newPerson(), newStudent()];
  await register(phone, student);
  const added = { studentEmail: student.email, className: "7", score: 45, totalMarks: 50, subject: "Biology" };
  await call(office, "results.add", { results: [added] });
  await enterAs(phone, student);
  const { code } = await call<{ code: string }>(phone, "codes.makeOwn", { name: "Mira Rao", relation: "mother" });
  const [page, mother] = [await newPerson(), { ...newStudent(), name: "Mira Rao" }];
  await register(page, mother);
  await enterAs(page, mother);
  await open(page, "/user/account");
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel(/^I am a parent or guardian of Asha/).check();
  const { items } = await read<{ items: { _id: string }[] }>(phone, "codes.own");
  await call(phone, "codes.endOwn", { id: items[0]?._id });
  await page.getByRole("button", { name: "Add Asha to my login" }).click();
  await expect(page.getByText(/^This code does not work/)).toBeVisible();
  const again = await call<{ code: string }>(phone, "codes.makeOwn", { name: "Mira Rao", relation: "mother" });
  await call(page, "codes.link", { code: again.code, consent: true });
  const { _id } = await call<{ _id: string }>(office, "students.who", { identifier: student.email });
  const expectRefusal = async (path: string) => {
    await open(page, path);
    await expect(page.getByText("Ask the office for a code")).toBeVisible();
    await expect(
      page.getByText(/not in a class|appear here once they are released|No result yet|No report card/),
    ).toHaveCount(0);
  };
  await expectRefusal("/user");
  await expectGoodLayout(page);
  for (const part of ["results", "my-materials", "tests", "report-cards"])
    await expectRefusal(`/user/${part}?child=${_id}`);
  for (const path of ["/user/notices", `/user/notices/${_id}`, "/user/tests/calendar"]) await expectRefusal(path);
  await page.getByRole("main").getByRole("link", { name: "Use a code" }).click();
  await page.waitForURL("**/join");

  // The call of the form behind "Code for a guardian".
  const named = { studentId: _id, name: mother.name, relation: "mother" };
  const given = await call<{ code: string }>(office, "codes.makeLink", named);
  await open(page, "/user/account");
  await page.getByRole("textbox", { name: "Code" }).fill(given.code);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel(/^I am a parent or guardian of Asha/).check();
  await page.getByRole("button", { name: "Add Asha to my login" }).click();
  await expect(page.getByText("Asha is in your login now").first()).toBeVisible();
  await open(page, "/user/today");
  await expect(page.getByRole("heading", { level: 2, name: student.name })).toBeVisible();
});

test("a mother entered for a second child is recognized by her number, and her two entries are merged", async ({
  page: office,
}) => {
  await enterAsAdmin(office);
  const number = newNumber();
  const mother = `Mira ${number}`;
  const [asha, rohan] = [
    await call<{ _id: string }>(office, "students.add", { name: "Asha Rao" }),
    await call<{ _id: string }>(office, "students.add", { name: "Rohan Rao" }),
  ];
  await call(office, "guardians.add", { studentId: asha._id, name: mother, phone: number, relation: "mother" });
  await open(office, `/admin/students/${rohan._id}`);
  const guardians = office.getByRole("region", { name: "Guardians" });
  await guardians.getByRole("button", { name: "Link a guardian" }).click();
  const dialog = office.getByRole("dialog");
  await dialog.getByLabel("Name").fill(number.slice(0, 8));
  await expect(dialog.getByRole("button", { name: mother })).toContainText("mother of Asha Rao");
  await dialog.getByLabel("Name").fill("Meera Rao");
  await dialog.getByLabel("Phone").fill(number);
  await dialog.getByLabel("Relation").fill("mother");
  await dialog.getByRole("button", { name: "Link a guardian" }).click();
  await expect(dialog.getByText(`This is the number of ${mother}, mother of Asha`, { exact: false })).toBeVisible();
  await dialog.getByLabel("No, another person with the same number").check();
  await expectGoodLayout(office);
  await dialog.getByRole("button", { name: "Link a guardian" }).click();
  await guardians.getByRole("button", { name: "More for Meera Rao" }).click();
  await office.getByRole("button", { name: "Same person as …" }).click();
  await dialog.getByRole("button", { name: mother }).click();
  await expect(dialog.getByText("Moves: 1 link to a child", { exact: false })).toBeVisible();
  await expectGoodLayout(office);
  await dialog.getByRole("button", { name: "Merge the entries" }).click();
  await guardians.getByRole("button", { name: "More for Meera Rao" }).click();
  await office.getByRole("button", { name: "Name, phone, address" }).click();
  await expect(dialog.getByText("mother of Asha Rao; mother of Rohan Rao", { exact: false })).toBeVisible();
  await expect(dialog.getByRole("region", { name: "What the office changed" })).toContainText(mother);
  await dialog.getByLabel("Name").fill(mother);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(guardians.getByRole("listitem")).toContainText([mother]);

  // A change that somebody else saves while the dialog is open is kept.
  await guardians.getByRole("button", { name: `More for ${mother}` }).click();
  await office.getByRole("button", { name: "Change the link" }).click();
  await dialog.getByLabel("Relation").fill("aunt");
  const [listed] = await read<{ _id: string }[]>(office, "guardians.list", { studentId: rohan._id });
  await call(office, "guardians.edit", { id: listed?._id, seesResults: false });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(guardians.getByRole("listitem")).toContainText("aunt");
  await expect(guardians.getByRole("listitem")).toContainText("no results");

  // Both parents may share a number, and a guardian who is already linked is not offered.
  await guardians.getByRole("button", { name: "Link a guardian" }).click();
  await dialog.getByLabel("Name").fill("Ravi Rao");
  await dialog.getByLabel("Phone").fill(number);
  await dialog.getByLabel("Relation").fill("father");
  await dialog.getByRole("button", { name: "Link a guardian" }).click();
  await dialog.getByLabel("No, another person with the same number").check();
  await dialog.getByRole("button", { name: "Link a guardian" }).click();
  await expect(guardians.getByRole("listitem").filter({ hasText: "Ravi Rao" })).toBeVisible();
});
