import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { open } from "../harness/browser-page";
import { pdfFile } from "../harness/documents";
import { test } from "../harness/fixtures";
import { removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { enterAsAdmin } from "../harness/people";

test("a file chosen twice is listed once, and a removed line passes on the focus", async ({ page }) => {
  const folder = await temporaryFolder();
  const paths = ["algebra.pdf", "botany.pdf"].map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, await pdfFile());
  await enterAsAdmin(page);
  await open(page, "/admin/materials");
  const panel = page.getByRole("region", { name: "Several files at once" });
  const files = panel.getByLabel("Choose files to upload");
  await files.setInputFiles(paths);
  await files.setInputFiles(paths);
  await expect(panel.getByRole("status")).toHaveText("2 files are on the list already: algebra.pdf, botany.pdf.");
  await expect(panel.getByRole("listitem")).toHaveCount(2);
  await panel.getByRole("button", { name: "Take algebra.pdf off the list" }).press("Enter");
  await expect(panel.getByRole("listitem")).toBeFocused();
  await panel.getByRole("button", { name: "Take botany.pdf off the list" }).press("Enter");
  await expect(panel).toBeFocused();
  await expect(panel.getByRole("status")).toHaveCount(0);
  await removeFolder(folder);
});

test.describe("a material that is gone", () => {
  test.use({ expectedErrors: [/responded with a status of 404/] });

  test("closing a dialog that the address opened moves the focus to the page", async ({ page }) => {
    await enterAsAdmin(page);
    await open(page, "/admin/materials?edit=0190a000-0000-7000-8000-000000000000");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
  });
});
