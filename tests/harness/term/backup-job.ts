import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { administrator } from "../product";
import { goTo, type } from "./hand";
import type { Job } from "./term";

const passphrase = "lantern gravel orbit";

/** Job 20: a backup is made in the office and downloaded under a passphrase. */
export const backupJob: Job = {
  ...{ no: 20, words: "Back up, and take the copy away", who: "office", screen: "/admin/backup" },
  async walk(page) {
    await goTo(page, "Backup");
    await page.getByRole("button", { name: "Make a backup" }).click();
    await expect(page.getByText("The backup is ready")).toBeVisible({ timeout: 60_000 });
    await page.getByRole("button", { name: "Download" }).click();
    const dialog = page.getByRole("dialog", { name: "Download the backup?" });
    await type(dialog.getByLabel("Your Password"), administrator.password);
    await type(dialog.getByLabel("New passphrase for this file"), passphrase);
    await type(dialog.getByLabel("Passphrase once more"), passphrase);
    const arriving = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    const bytes = await readFile(await (await arriving).path());
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
  },
};
