import type { Locator, Page } from "@playwright/test";

/** Opens the menu of a row and chooses an action. @param press presses a button; a test may count the presses */
export async function chooseFor(
  page: Page,
  name: string,
  action: string,
  press: (what: Locator) => Promise<void> = (what) => what.click(),
): Promise<void> {
  await press(page.getByRole("button", { name: `More for ${name}` }));
  await press(page.getByRole("button", { name: action, exact: true }));
}
