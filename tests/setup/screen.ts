import { expect, type Page, type Route } from "@playwright/test";

/** Opens a page and waits until its script listens: what is typed or chosen before may be drawn over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await listening(page);
}

/** Waits until the script of the page listens. */
export async function listening(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main form, main button, header button")].every((one) =>
      Object.keys(one).some((key) => key.startsWith("__reactProps")),
    ),
  );
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [wide, room] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(wide, `the width of ${page.url()}`).toBeLessThanOrEqual(room ?? 0);
}

/** Keeps the requests to an address waiting until they are released. */
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

/** The wire is cut for an address, until the returned function mends it. */
export async function cut(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const refuse = (route: Route) => route.abort();
  await page.route(address, refuse);
  return () => page.unroute(address, refuse);
}

/**
 * What a page writes to its console when {@link cut} or a refusal of the server meets it. One expression each:
 * Playwright takes a second one in an option's list for the settings of the option.
 */
export const complaints = {
  cut: [/net::ERR_FAILED|TRPCClientError: Failed to fetch/],
  refused: [/the server responded with a status of (40[0149]|429)|TRPCClientError/],
};

/**
 * Lets the pages that are opened from now on note how long something is there: a test that looks from outside comes
 * too late. The answer is in milliseconds; undefined while it was never there or still is.
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
