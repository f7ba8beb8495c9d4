import { expect, type Page, type Route } from "@playwright/test";

/** Opens a page and waits for hydration, which may overwrite earlier input. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await listening(page);
}

/** Waits until the page is hydrated, by the mark that an early submission waits for (src/app/listening.tsx). */
export async function listening(page: Page): Promise<void> {
  await page.waitForFunction(() => "listens" in document.documentElement.dataset);
}

/** The field of the page's main part that has exactly this label. */
export const field = (page: Page, label: string) => page.getByRole("main").getByLabel(label, { exact: true });

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [wide, room] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(wide, `the width of ${page.url()}`).toBeLessThanOrEqual(room ?? 0);
}

/** Delays requests to a URL until they are released. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Aborts requests to a URL until the returned function is called. */
export async function cut(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const refuse = (route: Route) => route.abort();
  await page.route(address, refuse);
  return () => page.unroute(address, refuse);
}

/**
 * The console errors that {@link cut} and error responses cause. A single expression each: Playwright interprets the second
 * element of an option's array as the option's settings.
 */
export const consoleErrors = {
  cut: [/net::ERR_FAILED|TRPCClientError: Failed to fetch/],
  refused: [/the server responded with a status of (40[0149]|429)|TRPCClientError/],
};

/**
 * Makes pages opened from now on measure how long an element is visible, in milliseconds; polling from the test would be too
 * slow. Undefined if it has not appeared or is still visible.
 */
export async function timePresence(page: Page, selector: string): Promise<() => Promise<number | undefined>> {
  await page.addInitScript((wanted) => {
    let since: number | undefined;
    new MutationObserver(() => {
      const isThere = document.querySelector(wanted) !== null;
      if (isThere) since ??= performance.now();
      if (!isThere && since !== undefined) {
        Object.assign(window, { presence: performance.now() - since });
        since = undefined;
      }
    }).observe(document, { childList: true, subtree: true });
  }, selector);
  return () => page.evaluate("window.presence");
}
