import { expect, test } from "@playwright/test";
import { call } from "../harness/browser-call";
import { open } from "../harness/browser-page";
import { pdfFile } from "../harness/documents";
import { counted } from "../harness/effort";
import { mailedProduct } from "../harness/mailed-product";
import { enterAs, enterAsAdmin, newStudent, register } from "../harness/people";

const { sql, mailsFor, subjectsTo, newPage, addYear, pupil, guardian, passPause } = mailedProduct("notice-mails");

/** The two headers with which a mail program offers to unsubscribe (RFC 8058), from the last mail to an address. */
function waysOutOf(email: string) {
  const headers = mailsFor(email).at(-1)?.mail.headers ?? [];
  return ["list-unsubscribe", "list-unsubscribe-post"].map((name) => headers.find(({ key }) => key === name)?.value);
}

const pathIn = (email: string) =>
  /\/user\/notices\/[0-9a-f-]{36}/.exec(mailsFor(email).at(-1)?.mail.text ?? "")?.[0] ?? "";
const choices = () => sql("select user_id as id from mail_choices where choice = 'required'");

test("a notice to class 7 is mailed, confirmed, reminded of, changed and asked again, and each choice of emails is kept", async ({
  browser,
}) => {
  test.slow();
  const [office, phone] = [await newPage(browser), await newPage(browser)];
  const [tablet, laptop] = [await newPage(browser), await newPage(browser)];
  const [asha, father, mother] = [newStudent(), { ...newStudent(), name: "Vikram Gill" }, newStudent()];
  const aunt = "aunt@home.example";
  const { click, type, spent } = counted();
  const effort: Record<string, string> = {};
  const did = (what: string) => {
    const { clicks, letters } = spent();
    effort[what] = `${clicks} clicks, ${letters} letters`;
  };
  const main = office.getByRole("main");
  const button = (name: string) => office.getByRole("button", { name, exact: true });
  const answers = main.getByRole("region", { name: "Read and confirmed" });

  await enterAsAdmin(office);
  await addYear(office);
  await Promise.all([register(phone, asha), register(tablet, father), register(laptop, mother)]);
  const students = [asha.email, "dev@school.example", "ravi@school.example", "tara@school.example"];
  await pupil(asha.email, asha.name);
  await guardian(father.email, await pupil(students[1] ?? "", "Dev Gill"));
  await guardian(mother.email, await pupil(students[2] ?? "", "Ravi Rao"));
  const tara = await pupil(students[3] ?? "", "Tara Sen");
  await guardian(aunt, tara);
  const everybody = [...students, father.email, mother.email, aunt];

  await test.step("the office writes to one student's family, and a mail program stops emails that are not required", async () => {
    await open(office, `/admin/students/${tara}`);
    await click(office.getByRole("link", { name: "Write a notice" }));
    await type(office.getByLabel("Title"), "Please call the office");
    await type(office.getByLabel("Text"), "It is about the bus.");
    await click(button("Save draft"));
    await office.waitForURL(/\/admin\/notices\/[0-9a-f-]{36}$/);
    await click(button("Publish"));
    await click(office.getByRole("dialog").getByRole("button", { name: "Publish now" }));
    did("a notice to one student");
    await expect(main.getByText("Nobody was written to yet.", { exact: false })).toBeVisible();
    await passPause();
    await expect.poll(() => subjectsTo(aunt)).toEqual(["Please call the office"]);
    const [list = "", post] = waysOutOf(aunt);
    const [, link = ""] = /^<(http[^>]+)>$/.exec(list) ?? [];
    expect(post).toBe("List-Unsubscribe=One-Click");
    expect((await fetch(link, { redirect: "manual" })).status).toBe(303);
    expect(await choices()).toEqual([]);
    expect((await fetch(link, { method: "POST", body: "List-Unsubscribe=One-Click" })).status).toBe(204);
    expect(await choices()).toHaveLength(1);
  });

  await test.step("a mother chooses one email a day", async () => {
    await enterAs(laptop, mother);
    await open(laptop, "/user/account");
    await click(laptop.getByLabel("One email a day"));
    await click(laptop.getByRole("button", { name: "Save choice" }));
    await expect(laptop.getByText("You get one email a day, at 18:00.")).toBeVisible();
    did("one mail a day");
  });

  await test.step("a notice that must be confirmed goes to all of the class, whatever they chose", async () => {
    await open(office, "/admin/notices");
    await click(office.getByRole("link", { name: "Write a notice" }));
    await type(office.getByLabel("Title"), "Visit to the planetarium");
    await type(office.getByLabel("Text"), "The bus leaves at eight.");
    await type(office.getByLabel("Classes and sections"), "7");
    await click(office.getByLabel("Must be confirmed, once for each child"));
    await expect(main.getByRole("button", { name: "7 people get an email", exact: true })).toBeVisible();
    await click(button("Save draft"));
    await office.waitForURL(/\/admin\/notices\/[0-9a-f-]{36}$/);
    const chooser = office.waitForEvent("filechooser");
    await click(button("Add a file"));
    const file = { name: "consent.pdf", mimeType: "application/pdf", buffer: await pdfFile() };
    await (await chooser).setFiles(file);
    await expect(main.getByRole("link", { name: "consent.pdf" })).toBeVisible();
    await click(button("Publish"));
    await click(office.getByRole("dialog").getByRole("button", { name: "Publish now" }));
    await expect(answers.getByRole("button", { name: "4 have not confirmed it", exact: true })).toBeVisible();
    did("a notice with a file that must be confirmed");
    await passPause();
    await expect
      .poll(() => everybody.map((one) => subjectsTo(one).at(-1)))
      .toEqual(everybody.map(() => "Visit to the planetarium"));
    for (const one of everybody) expect(waysOutOf(one)).toEqual([undefined, undefined]);
    expect(mailsFor(aunt).at(-1)?.mail.text).toMatch(/For Tara Sen\.[\s\S]*File: consent\.pdf[\s\S]*Please confirm/);
  });

  await test.step("a student and a father confirm the notice, and the others are reminded", async () => {
    await enterAs(phone, asha);
    await open(phone, pathIn(asha.email));
    const href = await phone.getByRole("link", { name: /consent\.pdf/ }).getAttribute("href");
    expect((await phone.request.get(href ?? "")).status()).toBe(200);
    await click(phone.getByRole("button", { name: "I have read this" }));
    await expect(phone.getByText("Confirmed on")).toBeVisible();
    did("a student confirms");
    await enterAs(tablet, father);
    await open(tablet, pathIn(father.email));
    await click(tablet.getByRole("button", { name: "I have read this for Dev Gill" }));
    await expect(tablet.getByText("Confirmed on")).toBeVisible();
    did("a father confirms");
    await office.reload();
    await expect(answers.getByRole("button", { name: "2 have confirmed it", exact: true })).toBeVisible();
    await click(button("Remind the rest"));
    await click(office.getByRole("alertdialog").getByRole("button", { name: "Remind the rest" }));
    await expect(office.getByText("4 emails are on their way.")).toBeVisible();
    did("the rest is reminded");
    await passPause();
    const [reminded, others] = [
      [...students.slice(2), mother.email, aunt],
      [asha.email, students[1] ?? "", father.email],
    ];
    await expect
      .poll(() => reminded.map((one) => subjectsTo(one).at(-1)))
      .toEqual(reminded.map(() => "Reminder: Visit to the planetarium"));
    for (const one of others) expect(subjectsTo(one).at(-1)).toBe("Visit to the planetarium");
  });

  await test.step("the notice is changed, and its readers are asked again", async () => {
    await click(button("Change"));
    await type(office.getByRole("dialog").getByLabel("Text"), "The bus leaves at nine.");
    await click(office.getByRole("dialog").getByLabel("Ask again"));
    await click(office.getByRole("dialog").getByRole("button", { name: "Save", exact: true }));
    await expect(answers.getByRole("button", { name: "4 have not confirmed it", exact: true })).toBeVisible();
    did("changed and asked again");
    await passPause();
    await expect
      .poll(() => everybody.map((one) => subjectsTo(one).at(-1)))
      .toEqual(everybody.map(() => "Changed: Visit to the planetarium"));
    await phone.reload();
    await expect(phone.getByRole("button", { name: "I have read this" })).toBeVisible();
  });

  await test.step("a notice without confirmation reaches each person as they chose", async () => {
    const given = { title: "Lost and found", text: "Two umbrellas.", audience: [{ kind: "class", className: 7 }] };
    const { _id: id, rowVersion } = await call<{ _id: string; rowVersion: number }>(office, "notices.add", given);
    await call(office, "notices.publish", { id, rowVersion });
    const before = [mother.email, aunt].map((one) => subjectsTo(one).length);
    await passPause();
    await expect
      .poll(() => [asha.email, father.email].map((one) => subjectsTo(one).at(-1)))
      .toEqual(["Lost and found", "Lost and found"]);
    expect([mother.email, aunt].map((one) => subjectsTo(one).length)).toEqual(before);
    await expect.poll(() => sql("select id from mails where state = 'gathered'")).toHaveLength(1);
    // Make it six in the evening.
    await passPause();
    await expect.poll(() => subjectsTo(mother.email).at(-1)).toBe("Your day: what is new for you");
    expect(waysOutOf(mother.email)[1]).toBe("List-Unsubscribe=One-Click");
    expect(subjectsTo(aunt)).toHaveLength(before[1] ?? 0);
  });

  await test.step("a notice for everyone appears on the home page", async () => {
    await open(office, "/admin/notices/new");
    await type(office.getByLabel("Title"), "Open day on Saturday");
    await type(office.getByLabel("Text"), "Come and see.");
    await click(office.getByLabel("Everyone: on the website"));
    await click(button("Save draft"));
    await office.waitForURL(/\/admin\/notices\/[0-9a-f-]{36}$/);
    await click(button("Publish"));
    await click(office.getByRole("dialog").getByRole("button", { name: "Publish now" }));
    await expect(main.getByText("Nobody was written to yet.", { exact: false })).toBeVisible();
    did("a notice for everyone");
    const visitor = await newPage(browser);
    await open(visitor, "/");
    await visitor.getByRole("region", { name: "Notices" }).getByRole("link", { name: "Open day on Saturday" }).click();
    await expect(visitor.getByRole("heading", { name: "Open day on Saturday" })).toBeVisible();
  });

  expect(effort).toEqual({
    "a notice to one student": "6 clicks, 42 letters",
    "one mail a day": "2 clicks, 0 letters",
    "a notice with a file that must be confirmed": "9 clicks, 49 letters",
    "a student confirms": "1 clicks, 0 letters",
    "a father confirms": "1 clicks, 0 letters",
    "the rest is reminded": "2 clicks, 0 letters",
    "changed and asked again": "4 clicks, 23 letters",
    "a notice for everyone": "6 clicks, 33 letters",
  });
});
