import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { generateSync } from "otplib";
import { expectGoodLayout } from "../harness/axe";
import { call } from "../harness/browser-call";
import { open } from "../harness/browser-page";
import { counted } from "../harness/effort";
import { mailedProduct } from "../harness/mailed-product";
import { enterAsAdmin } from "../harness/people";
import { administrator } from "../harness/product";

// Both tests share one product; the second test turns on two-step login.
test.describe.configure({ mode: "default" });

// A separate product: the status tests expect that theirs has no backup.
const { newPage } = mailedProduct("backups");

test("an administrator makes a backup and downloads it sealed with a passphrase, in four clicks and three fields", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await newPage(browser);
  const { click, type, spent } = counted();
  const passphrase = "lantern gravel orbit";
  await enterAsAdmin(page);
  await open(page, "/admin/overview");
  await click(page.getByRole("link", { name: "Backup", exact: true }));
  await expect(page.getByRole("heading", { level: 1, name: "Backup" })).toBeVisible();
  await expectGoodLayout(page);
  await click(page.getByRole("button", { name: "Make a backup" }));
  await expect(page.getByText("The backup is ready")).toBeVisible({ timeout: 60_000 });
  await expectGoodLayout(page);
  await click(page.getByRole("button", { name: "Download" }));
  const dialog = page.getByRole("dialog", { name: "Download the backup?" });
  await expectGoodLayout(page);
  await type(dialog.getByLabel("Your Password"), administrator.password);
  await type(dialog.getByLabel("New passphrase for this file"), passphrase);
  await type(dialog.getByLabel("Passphrase once more"), passphrase);
  const arriving = page.waitForEvent("download");
  await click(dialog.getByRole("button", { name: "Download" }));
  await expect(page.getByText("The download has begun.")).toBeVisible();
  const download = await arriving;
  expect(spent().clicks).toBe(4 + 3);
  expect(download.suggestedFilename()).toMatch(/^lyceum-20\d\d-.+\.zip$/);
  const bytes = await readFile(await download.path());
  expect([bytes.subarray(0, 2).toString(), bytes.includes("tables/users.copy.gz")]).toEqual(["PK", true]);
  expect(bytes.includes(administrator.username)).toBe(false);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Last backups" })).toContainText("Downloaded in the office");
  await page.getByRole("button", { name: "Download" }).click();
  await dialog.getByLabel("Your Password").fill("not this one");
  await dialog.getByLabel("New passphrase for this file").fill("too short");
  await dialog.getByLabel("Passphrase once more").fill("too shor");
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(dialog.getByText("The two passphrases differ.")).toBeVisible();
  await dialog.getByLabel("Passphrase once more").fill("too short");
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(dialog.getByText("A passphrase has 12 characters or more.")).toBeVisible();
  for (const label of ["New passphrase for this file", "Passphrase once more"])
    await dialog.getByLabel(label).fill(passphrase);
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(dialog.getByText("This is not your current password.")).toBeVisible();
  await expectGoodLayout(page);
  await page.keyboard.press("Escape");

  await open(page, "/admin/tasks");
  const task = page.getByRole("listitem").filter({ hasText: "A backup of everything" }).first();
  await expect(task.getByRole("link", { name: "Open" })).toBeVisible();
  await expect(task.getByRole("button", { name: "Download" })).toHaveCount(0);
  await task.getByRole("link", { name: "Open" }).click();
  await page.waitForURL(/\/admin\/backup$/);
});

test("with two-step login, a download also asks for the app's code and rejects a wrong one", async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await newPage(browser);
  await enterAsAdmin(page);
  const { secret } = await call<{ secret: string }>(page, "account.beginCodes", { password: administrator.password });
  const now = Math.floor(Date.now() / 1000);
  // Each code works once: this uses the previous one, so that the download can use the current one.
  await call(page, "account.confirmCodes", { code: generateSync({ secret, epoch: now - 30 }) });

  await open(page, "/admin/backup");
  // The backup of the previous test.
  await expect(page.getByText("The backup is ready")).toBeVisible();
  await page.getByRole("button", { name: "Download" }).click();
  const dialog = page.getByRole("dialog", { name: "Download the backup?" });
  const code = dialog.getByLabel("Code of your authenticator app");
  await dialog.getByLabel("Your Password").fill(administrator.password);
  for (const label of ["New passphrase for this file", "Passphrase once more"])
    await dialog.getByLabel(label).fill("lantern gravel orbit");
  await code.fill(generateSync({ secret, epoch: now - 3600 }));
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(code).toHaveAccessibleDescription(/This code is wrong or has already been used\./);
  await expectGoodLayout(page);
  await code.fill(generateSync({ secret }));
  const arriving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const bytes = await readFile(await (await arriving).path());
  expect([bytes.subarray(0, 2).toString(), bytes.includes("tables/users.copy.gz")]).toEqual(["PK", true]);
});
