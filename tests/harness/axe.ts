import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { expectNoSidewaysScroll } from "./browser-page";

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const colours = ["color-contrast", "link-in-text-block"];

/** The violations that axe finds on the current page, one text per element. @param rules all rules by default */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Wait for finite animations: elements that fade in have wrong contrast. Endless ones never finish, nor do those of elements
  // that leave the page; all others end within two seconds. Rows are dimmed until new ones replace them.
  await page.evaluate(async () => {
    const until = performance.now() + 2_000;
    const isBusy = () =>
      [...document.querySelectorAll("main [aria-busy=true]")].some((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      );
    while (isBusy() && performance.now() < until) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    const late = new Promise((resolve) => setTimeout(resolve, 2_000));
    await Promise.race([Promise.allSettled(ending.map((one) => one.finished)), late]);
  });
  // Injected over the debugger protocol: the page's CSP may reject a script element.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await source);
  // No rule in use reads the style sheets, which axe would fetch again.
  const options = JSON.stringify({ preload: false, resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  const found: AxeResults["violations"] = await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary, html }) => `${id} (${impact}) at ${target}\n  ${failureSummary}\n  ${html}`),
  );
}

async function expectNoViolations(page: Page, rules?: string[]): Promise<void> {
  // Next streams the title of a page that a link led to.
  await expect(page).toHaveTitle(/./);
  const first = await violations(page, rules);
  // A toast may have faded out during the check: a real violation persists.
  const found = first.length === 0 ? first : await violations(page, rules);
  expect(found.join("\n\n"), `axe on ${page.url()}`).toBe("");
}

/** Expects that the current page passes all rules of axe, including colour contrast. */
export const expectAccessible = (page: Page) => expectNoViolations(page);

/** Runs the check in light mode, and what depends on colours in dark mode, too. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, colours);
}

const looks = [
  ["light", 1280, 800],
  ["dark", 360, 740],
] as const;

/** Expects that the current page passes axe and does not scroll sideways, on a desktop in light and on a phone in dark colours. */
export async function expectGoodLayout(page: Page): Promise<void> {
  const before = page.viewportSize();
  // Without this, each change of the scheme fades for a while.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const [colorScheme, width, height] of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
  }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ reducedMotion: null });
}
