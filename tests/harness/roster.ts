import { expect, type Locator, type Page } from "@playwright/test";
import { open } from "./browser-page";

/** The names in the roster. */
export const rows = (page: Page) =>
  page.getByRole("table", { name: "Students" }).getByRole("rowheader").getByRole("link");
/** The search field of the roster. */
export const search = (page: Page) => page.getByRole("searchbox", { name: "Name, email or admission no." });

/** The dialog's message about an added student, apart from its hint when there is no school year. */
export const saidOf = (dialog: Locator, name: string) =>
  dialog.getByRole("status").filter({ hasText: `${name} is on the roster.` });

let count = 0;

/** A word that no other test of this run uses, for names to search for. */
export function uniqueWord(): string {
  count += 1;
  return `z${process.pid}x${Date.now()}x${count}`;
}

/** Opens the dialog in the list and types the names, with Enter after each. */
export async function addByHand(page: Page, names: readonly string[]): Promise<void> {
  await open(page, "/admin/students");
  await page.getByRole("button", { name: "Add student" }).click();
  const dialog = page.getByRole("dialog", { name: "Add student" });
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  for (const name of names) {
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(saidOf(dialog, name)).toBeVisible();
    await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}
