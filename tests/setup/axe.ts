import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with the page as it is now, one readable text for each element. */
async function violations(page: Page): Promise<string[]> {
  // What is still fading in has not its colours yet; what moves without end never rests.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
  // Through the debugger and not as a script of the page, which its policy may refuse.
  await page.evaluate(await source);
  const found: AxeResults = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  return found.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary, html }) => `${id} (${impact}) at ${target}\n  ${failureSummary}\n  ${html}`),
  );
}

/** Every rule of axe holds on the page as it is now, colour contrast included. */
export async function expectAccessible(page: Page): Promise<void> {
  const first = await violations(page);
  // A message can have begun to fade out while axe looked; what is wrong is wrong once more.
  const found = first.length === 0 ? first : await violations(page);
  expect(found.join("\n\n"), `axe on ${page.url()}`).toBe("");
}

/** The same in light and in dark. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}
