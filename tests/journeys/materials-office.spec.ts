import { expect } from "@playwright/test";
import { mediaTypeOf } from "@/lib/file-kinds";
import { expectGoodLayout } from "../harness/axe";
import { call } from "../harness/browser-call";
import { hold, open } from "../harness/browser-page";
import { docxFile, pdfFile } from "../harness/documents";
import { test } from "../harness/fixtures";
import { enterAsAdmin } from "../harness/people";
import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";

// Refusals are shown beside their fields.
test.use({
  expectedErrors: [
    /responded with a status of 40[0149]|TRPCClientError|actionType=upload|FetchError|UploadThing|name ends in/,
  ],
});

test("text typed in an open material stays when its row leaves the list", async ({ page, baseURL }) => {
  const { upload } = await publisher(baseURL ?? "", administrator);
  const materialName = `Stems ${Date.now()}`;
  const file = { name: "notes.pdf", type: "application/pdf", bytes: await pdfFile() };
  const { _id: id } = await upload({ className: "7", subject: "Botany", materialName, expiresAt: "null" }, file);
  await enterAsAdmin(page);
  await open(page, `/admin/materials?q=${encodeURIComponent(materialName)}`);
  await page.getByRole("link", { name: materialName, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Change this material" });
  await dialog.getByLabel("Material Name").fill("Stems and bark");
  await call(page, "materials.edit", { id, materialName: "Trunks" });
  const second = { name: "second.docx", mimeType: mediaTypeOf.docx, buffer: await docxFile("A second edition.") };
  await dialog.getByLabel("Replace the file").setInputFiles(second);
  await expect(dialog.getByRole("link", { name: /^Open file/ })).toContainText("DOCX");
  await expect(dialog.getByLabel("Material Name")).toHaveValue("Stems and bark");
});

test("the office changes a material, whose link stays, and extends and deletes ticked ones", async ({
  page,
  baseURL,
}) => {
  const { upload } = await publisher(baseURL ?? "", administrator);
  const [own, more] = [`Leaves ${Date.now()}`, `Roots ${Date.now()}`];
  const file = { name: "notes.pdf", type: "application/pdf", bytes: await pdfFile() };
  for (const materialName of [own, more])
    await upload({ className: "7", subject: "Botany", materialName, expiresAt: "null" }, file);
  await enterAsAdmin(page);
  await open(page, "/admin/materials");
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row(own)).toContainText("Always");
  const link = await row(own)
    .getByRole("link", { name: `Open file: ${own}` })
    .getAttribute("href");
  await expectGoodLayout(page);

  await page.getByLabel("Availability", { exact: true }).selectOption("Expired");
  await expect(row(own)).toHaveCount(0);
  await page.getByRole("link", { name: "Clear Availability" }).click();
  await row(own).getByRole("link", { name: own, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Change this material" });
  await dialog.getByLabel("Material Name").fill(`${own}, second edition`);
  await dialog.getByLabel("Expiry Date & Time").fill("2020-01-01");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("The expiry must be in the future.")).toBeVisible();
  await dialog.getByLabel("Expiry Date & Time").fill("");
  await dialog.getByLabel("Time of the expiry").fill("10:00");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Choose the day, too.")).toBeVisible();
  await dialog.getByLabel("Expiry Date & Time").fill("2035-01-01");
  const sending = page.waitForRequest(/materials\.edit/);
  await dialog.getByRole("button", { name: "Save" }).click();
  const sent = (await sending).postData() ?? "";
  for (const changed of ["materialName", "expiresAt"]) expect(sent).toContain(changed);
  for (const kept of ["className", "subject", "availableFrom"]) expect(sent).not.toContain(kept);
  await expect(dialog).toHaveCount(0);
  await expect(row(`${own}, second edition`)).toContainText("Until 1 Jan 2035");
  await expect(row(own).getByRole("link", { name: /^Open file/ })).toHaveAttribute("href", link ?? "");

  await row(own)
    .getByRole("link", { name: `${own}, second edition`, exact: true })
    .click();
  const picture = { name: "leaf.heic", mimeType: "image/heic", buffer: Buffer.from("picture") };
  await dialog.getByLabel("Replace the file").setInputFiles(picture);
  await expect(dialog.getByText("Only .pdf, .doc and .docx files can be uploaded.")).toBeVisible();
  const docx = await docxFile("A second edition.");
  const second = { name: "second.docx", mimeType: mediaTypeOf.docx, buffer: docx };
  await dialog.getByLabel("Replace the file").setInputFiles(second);
  await expect(dialog.getByRole("link", { name: /^Open file/ })).toContainText("DOCX");
  await expectGoodLayout(page);
  const answer = await fetch(new URL(link ?? "", baseURL));
  expect(Buffer.from(await answer.arrayBuffer()).equals(docx)).toBe(true);

  // Close the dialog while the file is uploading.
  const release = await hold(page, /actionType=upload/);
  const disguised = { name: "page.pdf", mimeType: "application/pdf", buffer: Buffer.from("<!doctype html>") };
  await dialog.getByLabel("Replace the file").setInputFiles(disguised);
  await expect(dialog.getByRole("progressbar")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  release();
  await expect(page.getByText(new RegExp(`^${own}, second edition: .*PDF`))).toBeVisible();

  await open(page, "/admin/materials?edit=0190a000-0000-7000-8000-000000000000");
  const gone = page.getByRole("dialog", { name: "Change this material" });
  await expect(gone.getByText("This study material does not exist or was deleted.")).toBeVisible();
  await gone.getByRole("button", { name: "Close" }).click();
  for (const name of [own, more]) await row(name).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Extend" }).click();
  const extending = page.getByRole("dialog", { name: "Extend 2 materials" });
  await extending.getByLabel("Expiry Date & Time").fill("2020-01-01");
  await extending.getByRole("button", { name: "Extend" }).click();
  await expect(extending.getByText("The expiry must be in the future.")).toBeVisible();
  await expectGoodLayout(page);
  await extending.getByLabel("Expiry Date & Time").fill("2036-06-01");
  await extending.getByRole("button", { name: "Extend" }).click();
  await expect(page.getByText("2 materials extended.")).toBeVisible();
  for (const name of [own, more]) await expect(row(name)).toContainText("Until 1 Jun 2036");
  for (const name of [own, more]) await row(name).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog", { name: "Delete 2 materials?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 materials deleted.")).toBeVisible();
  await expect(row(own)).toHaveCount(0);
});
