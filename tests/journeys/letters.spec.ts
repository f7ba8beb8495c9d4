import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectGoodLayout } from "../harness/axe";
import { addJourneyYear, call } from "../harness/browser-call";
import { open } from "../harness/browser-page";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";
import { readPdf } from "../harness/read-pdf";
import { chooseFor } from "../harness/row-menu";

/** Three students of a section of class 11 that no other test uses. */
async function newClass(page: Page): Promise<string[]> {
  await addJourneyYear(page);
  const ids: string[] = [];
  for (const [index, name] of ["निशा त्रिपाठी", "فاطمة الزهراء", "Asha Rao"].entries()) {
    const place = { className: "11", section: "LET", rollNo: String(index + 1) };
    ids.push((await call<{ _id: string }>(page, "students.add", { name, ...place }))._id);
  }
  return ids;
}

test.use({ expectedErrors: [/net::ERR_FAILED|TRPCClientError/] });

async function downloaded(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), pdf: await readPdf(await readFile(await download.path())) };
}

test("the office makes a class's letters, finds them again later, and prints one student's letter", async ({
  page,
}) => {
  await enterAsAdmin(page);
  const [first] = await newClass(page);
  await open(page, "/admin/students?class=11&section=LET&sort=roll");
  await chooseFor(page, "Students", "Letters of this class");
  const dialog = page.getByRole("dialog", { name: "Letters of Class 11 LET" });
  await expect(dialog).toContainText("3 students, 3 of them without an address: the letter is their way in.");
  await expectGoodLayout(page);
  await dialog.getByRole("button", { name: "Make 3 letters" }).click();
  await expect(dialog.getByText("Letters of Class 11 LET").last()).toBeVisible();

  await page.keyboard.press("Escape");
  await open(page, "/admin/tasks");
  const task = page.getByRole("listitem").filter({ hasText: "Letters of Class 11 LET" });
  await expect(task).toContainText("Done");
  await expectGoodLayout(page);
  const { name, pdf } = await downloaded(page, () => task.getByRole("button", { name: "Download" }).click());
  expect(name).toBe("letters-class-11-LET.pdf");
  expect(pdf.pages.map(({ codes }) => codes.length)).toEqual([1, 1, 1]);

  await open(page, "/admin/students?class=11&section=LET&sort=roll");
  await page.getByRole("checkbox", { name: "All rows of this page" }).check();
  const bar = page.getByRole("region", { name: "Selected rows" });
  await bar.getByRole("button", { name: "Letters", exact: true }).click();
  const chosen = page.getByRole("dialog", { name: "Letters for 3 students" });
  await expect(chosen).toContainText("To 3, 3 of them have no address: 3 letters.");
  await expectGoodLayout(page);
  await chosen.getByRole("button", { name: "Make 3 letters" }).click();
  await expect(chosen).toContainText("Done 3, refused 0.");
  await page.keyboard.press("Escape");
  await bar.getByRole("button", { name: "Invite" }).click();
  const invite = page.getByRole("dialog", { name: "Invite 3 students" });
  await expect(invite).toContainText("No email leaves this website: all need a letter. 3 letters.");
  await page.route(/letters\.printMany/, (route) => route.abort());
  await invite.getByRole("button", { name: "Make 3 letters" }).click();
  await expect(invite.getByRole("alert")).toBeVisible();
  await expect(invite).toContainText("Done 0, refused 0.");
  await page.unroute(/letters\.printMany/);
  await invite.getByRole("button", { name: "Make 3 letters" }).click();
  await expect(invite).toContainText("The letters of the others:");
  await expectGoodLayout(page);
  await page.keyboard.press("Escape");

  await open(page, `/admin/students/${first}`);
  await page.getByRole("button", { name: "Print letter" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveText(["निशा त्रिपाठीStudent"]);
  const letter = await downloaded(page, () => page.getByRole("button", { name: "Make the PDF" }).click());
  expect(letter.pdf.pages).toHaveLength(1);
  expect(letter.pdf.pages[0]?.codes[0]).toMatch(/\/join#[0-9A-Z]{5}-[0-9A-Z]{5}$/);
});
