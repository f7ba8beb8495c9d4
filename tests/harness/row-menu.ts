import type { Locator, Page } from "@playwright/test";

/** Opens what can be done with a row, and does one of it. @param press how it is pressed, to count it */
export async function chooseFor(
  page: Page,
  name: string,
  action: string,
  press: (what: Locator) => Promise<void> = (what) => what.click(),
): Promise<void> {
  await press(page.getByRole("button", { name: `More for ${name}` }));
  await press(page.getByRole("button", { name: action, exact: true }));
}
