import type { BrowserContext, Locator, Page } from "@playwright/test";

/** The cost of a job. */
export type Spent = { clicks: number; keys: number };

/**
 * Counts the clicks and keys of a person in each page of a context, by the browser's trusted events. Controls that open outside
 * the page count as follows: a choice from a list and a file as two clicks, a date or time as one click and its digits.
 */
export async function countIn(context: BrowserContext): Promise<() => Spent> {
  let spent = { clicks: 0, keys: 0 };
  await context.exposeBinding("personDid", (_source, clicks: number, keys: number) => {
    spent = { clicks: spent.clicks + clicks, keys: spent.keys + keys };
  });
  await context.addInitScript(() => {
    const did = (clicks: number, keys: number) =>
      (window as unknown as { personDid: (clicks: number, keys: number) => void }).personDid(clicks, keys);
    // A label passes its click on to its field, and Enter in a form presses the button: neither is another click. If an element
    // moves away, Playwright stops its click at the window and clicks again.
    document.addEventListener("click", (event) => event.isTrusted && event.detail > 0 && did(1, 0), true);
    addEventListener("keydown", (event) => event.isTrusted && did(0, 1), true);
    addEventListener(
      "change",
      ({ target }) => {
        if (target instanceof HTMLSelectElement) did(2, 0);
        if (!(target instanceof HTMLInputElement)) return;
        if (target.type === "file") did(2, 0);
        if (/^(date|time|datetime-local)$/.test(target.type)) did(1, target.value.replaceAll(/\D/g, "").length);
      },
      true,
    );
  });
  return () => {
    const was = spent;
    spent = { clicks: 0, keys: 0 };
    return was;
  };
}

/** Types into a field like a person: a click, then each letter. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.pressSequentially(text);
}

/** The same for a field that has a text already. */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press("ControlOrMeta+a");
  await field.pressSequentially(text);
}

/** Chooses files behind a button that opens the system's dialog. */
export async function chooseFiles(page: Page, button: Locator, files: Parameters<Locator["setInputFiles"]>[0]) {
  const chooser = page.waitForEvent("filechooser");
  await button.click();
  await (await chooser).setFiles(files);
}

/** Opens a page from the side panel of an area. */
export async function goTo(page: Page, name: string | RegExp): Promise<void> {
  const panel = page.getByRole("complementary").getByRole("navigation");
  await panel.getByRole("link", { name, exact: true }).first().click();
}
