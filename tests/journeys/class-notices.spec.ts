import { expect } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { addJourneyYear, call } from "../harness/browser-call";
import { cut, open } from "../harness/browser-page";
import { journeyYear } from "../harness/days";
import { pdfFile } from "../harness/documents";
import { test } from "../harness/fixtures";
import { enterAs, enterAsAdmin, newStudent, register } from "../harness/people";
import { productQuery } from "../harness/sql";

test.use({ expectedErrors: [/status of 4\d\d|TRPCClientError|net::ERR_FAILED/] });

test("a notice with a file to a section is written, previewed, published, read, confirmed and withdrawn", async ({
  page: office,
  newPerson,
}) => {
  test.slow();
  await enterAsAdmin(office);
  await addJourneyYear(office);
  const section = `N${Date.now().toString(36).slice(-2).toUpperCase()}`;
  const place = { className: 11, section, fromDay: journeyYear.firstDay };
  const [phone, student] = [await newPerson(), newStudent()];
  await register(phone, student);
  const added = { studentEmail: student.email, className: "11", score: 45, totalMarks: 50, subject: "Biology" };
  await call(office, "results.add", { results: [added] });
  const { _id: studentId } = await call<{ _id: string }>(office, "students.who", { identifier: student.email });
  await productQuery("update enrolments set section = $2 where student_id = $1", [studentId, section]);
  const devansh = await call<{ _id: string }>(office, "students.add", {
    name: "Devansh Mishra",
    ...place,
    rollNo: "2",
  });
  const movedTo = "update enrolments set section = $2 where student_id = $1";

  await test.step("the office writes it beside a preview and the number of recipients", async () => {
    await open(office, "/admin/notices");
    await office.getByRole("link", { name: "Write a notice" }).click();
    await office.waitForURL("**/admin/notices/new");
    await office.getByLabel("Title").fill("Reading week: bring one book from home");
    await office
      .getByLabel("Text")
      .fill(
        "From Monday we read for twenty minutes.\n\n- Any book, मराठी or English\n- <b>No</b> phones\n\nSee [the materials](/study-materials).",
      );
    const preview = office.getByRole("region", { name: "As a family sees it" });
    await expect(preview.getByRole("listitem")).toHaveText(["Any book, मराठी or English", "<b>No</b> phones"]);
    await office.getByLabel("Classes and sections").fill("eleven");
    await office.getByRole("button", { name: "Save draft" }).click();
    await expect(office.getByText(/^Write classes from 1 to 12/)).toBeVisible();
    await office.getByLabel("Classes and sections").fill(`11 ${section}`);
    const reach = office.getByRole("region", { name: "Who receives it" });
    await expect(reach.getByRole("button", { name: "2 students", exact: true })).toBeVisible();
    await reach.getByRole("button", { name: "2 students", exact: true }).click();
    await expect(reach.getByRole("listitem").filter({ hasText: "Devansh Mishra" }).first()).toBeVisible();
    await office.getByLabel("Must be confirmed, once for each child").check();
    await expectGoodLayout(office);
    await office.getByRole("button", { name: "Save draft" }).click();
    await office.waitForURL(/\/admin\/notices\/[0-9a-f-]{36}$/);
    await expect(office).toHaveTitle("Reading week: bring one book from home | Lyceum");
  });

  await test.step("a file is inspected and added, and the notice goes out", async () => {
    const choose = office.getByLabel("Add a file", { exact: true }).first();
    const input = office.locator("input[type=file]");
    await expect(choose).toBeAttached();
    await input.setInputFiles({ name: "list.pdf", mimeType: "application/pdf", buffer: Buffer.from("no PDF") });
    await expect(office.getByRole("alert")).toBeVisible();
    const text = office.getByLabel("Text");
    await text.fill("Typed while a colleague saves");
    const id = new URL(office.url()).pathname.split("/").at(-1);
    const renamed = "update notices set title = $2, row_version = row_version + 1 where id = $1";
    await productQuery(renamed, [id, "Reading week: bring one book from home!"]);
    await input.setInputFiles({ name: "list.pdf", mimeType: "application/pdf", buffer: await pdfFile() });
    await expect(office.getByRole("link", { name: "list.pdf" })).toBeVisible();
    await expect(
      office.getByRole("alert").filter({ hasText: "This notice has been changed in the meantime." }),
    ).toBeVisible();
    await expect(text).toHaveValue("Typed while a colleague saves");
    await office.reload();
    await expect(office.getByLabel("Title")).toHaveValue("Reading week: bring one book from home!");
    const answersAgain = await cut(office, /notices\.removeFile/);
    await office.getByRole("button", { name: "Take off list.pdf" }).click();
    await expect(office.getByText("This could not be done. Please try again.")).toBeVisible();
    await answersAgain();
    await office.getByLabel("Title").fill("Reading week: bring one book from home");
    await expect(office.getByText("Not saved yet")).toBeVisible();
    await office.getByRole("button", { name: "Publish" }).click();
    const dialog = office.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "2 students", exact: true })).toBeVisible();
    await office.keyboard.press("Escape");
    await productQuery(movedTo, [devansh._id, "QQ"]);
    await office.getByRole("button", { name: "Publish" }).click();
    await expect(dialog.getByRole("button", { name: "1 student", exact: true })).toBeVisible();
    // The list is read after the number, and the number follows it.
    await productQuery(movedTo, [devansh._id, section]);
    await dialog.getByRole("button", { name: "1 student", exact: true }).click();
    await expect(dialog.getByRole("button", { name: "2 students", exact: true })).toBeVisible();
    await productQuery("update notices set expires_at = '2026-01-02' where id = $1", [id]);
    await dialog.getByRole("button", { name: "Publish now" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(/^The day under “Shown until” is over\./);
    await productQuery("update notices set expires_at = null where id = $1", [id]);
    await dialog.getByRole("button", { name: "Publish now" }).click();
    await expect(office.getByText("Nobody was written to yet.", { exact: false })).toBeVisible();
    const answers = office.getByRole("region", { name: "Read and confirmed" });
    await expect(answers.getByRole("button", { name: "2 have not read it", exact: true })).toBeVisible();
    await expectGoodLayout(office);
  });

  await test.step("the student sees that the notice is new, reads it and confirms it", async () => {
    const asksToConfirm = phone.getByRole("link", { name: "Read and confirm: Reading week" });
    await enterAs(phone, student);
    await open(phone, "/user/today");
    await expect(asksToConfirm).toBeVisible();
    await expectGoodLayout(phone);
    await open(phone, "/user/notices");
    await expect(phone.getByText("Please confirm")).toBeVisible();
    await expect(phone.getByRole("link", { name: /^Notices/ }).first()).toContainText("1");
    await expectGoodLayout(phone);
    await open(phone, "/user/today");
    await asksToConfirm.click();
    await phone.waitForURL(/\/user\/notices\/[0-9a-f-]{36}$/);
    await expect(phone.getByRole("listitem").filter({ hasText: "<b>No</b> phones" })).toBeVisible();
    const file = phone.getByRole("link", { name: /list\.pdf/ });
    const answer = await phone.request.get((await file.getAttribute("href")) ?? "");
    expect([answer.status(), answer.headers()["cache-control"]]).toEqual([200, "no-store"]);
    await phone.getByRole("button", { name: "I have read this" }).click();
    await expect(phone.getByRole("status").filter({ hasText: "Confirmed on" })).toBeFocused();
    await expect(phone).toHaveTitle(/^Reading week: .+ \| Lyceum$/);
    await expectGoodLayout(phone);
    await phone.goBack();
    await phone.waitForURL("**/user/today");
    await expect(phone.getByText("You have read everything.")).toBeVisible();
    await expect(asksToConfirm).toHaveCount(0);
  });

  await test.step("the office sees the confirmation and withdraws the notice", async () => {
    await office.reload();
    const answers = office.getByRole("region", { name: "Read and confirmed" });
    await answers.getByRole("button", { name: "1 has confirmed it", exact: true }).click();
    await expect(answers.getByText(student.name)).toBeVisible();
    await office.getByRole("button", { name: "Withdraw" }).click();
    await office.getByRole("dialog").getByLabel("Reason").fill("wrong week");
    await office.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await expect(office.getByText("Withdrawn on", { exact: false })).toContainText("wrong week");
    await expect(office.getByRole("main")).toBeFocused();
    await open(phone, "/user/notices");
    await phone.getByRole("link", { name: "Reading week: bring one book from home" }).click();
    await expect(phone.getByText("This notice was withdrawn: wrong week")).toBeVisible();
    await open(office, "/admin/notices");
  });

  await test.step("a notice for everyone appears on the home page and on the page of notices", async () => {
    const title = `Open day ${section}`;
    const given = { title, text: "Come and see.", pinned: true, audience: [{ kind: "public" }] };
    const { _id: id, rowVersion } = await call<{ _id: string; rowVersion: number }>(office, "notices.add", given);
    await call(office, "notices.publish", { id, rowVersion });
    const visitor = await newPerson();
    await open(visitor, "/");
    await visitor.getByRole("region", { name: "Notices" }).getByRole("link", { name: title }).click();
    await visitor.waitForURL(`**/notices#${id}`);
    await expect(visitor.getByRole("heading", { name: title })).toBeVisible();
    await expectGoodLayout(visitor);
    await open(visitor, `/notices?notice=${id}#${id}`);
    await expect(visitor.getByRole("heading", { name: title })).toBeVisible();
    // A double click sends one request.
    const asked: string[] = [];
    office.on("request", (request) => asked.push(...(request.url().match(/notices\.(takeBack|remove)\b/g) ?? [])));
    await open(office, `/admin/notices/${id}`);
    await office.getByRole("button", { name: "Take back" }).dblclick();
    await expect(office.getByText("Taken back: it is a draft again.")).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText("The notice that you were sent to is no longer shown.")).toBeVisible();
    await expect(visitor.getByRole("heading", { name: title })).toHaveCount(0);
    await office.getByRole("button", { name: "Delete" }).click();
    await office.getByRole("alertdialog").getByRole("button", { name: "Delete" }).dblclick();
    await office.waitForURL("**/admin/notices");
    expect(asked).toEqual(["notices.takeBack", "notices.remove"]);
  });
});
