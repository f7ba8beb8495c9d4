import { randomInt } from "node:crypto";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

type Fixtures = {
  /** Console errors that a test expects: `test.use({ expectedErrors: [/401/] })`. */
  expectedErrors: RegExp[];
  /** Opens a page for another person, with separate cookies and the same checks. */
  newPerson: () => Promise<Page>;
  calm: (context: BrowserContext) => void;
};

type Complaint = string | undefined | Promise<string | undefined>;

// A busy machine paints late, and the browser then warns about a preloaded font that the page does use.
const lateFont = /\.woff2 was preloaded using link preload but not used within a few seconds/;
const usesItsFont = async () => {
  const isLoaded = () => [...document.fonts].some(({ status }) => status === "loaded");
  for (let tries = 0; tries < 50 && !isLoaded(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  return isLoaded();
};

function watch(context: BrowserContext, home: string, consoleErrors: Complaint[]): void {
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    const complaint = `console ${message.type()}: ${message.text()} (${message.location().url})`;
    const page = message.page();
    // Ask again if the page has navigated in the meantime: the next page has the same font.
    const ask = () => page?.evaluate(usesItsFont);
    const used = lateFont.test(message.text()) ? ask()?.catch(ask) : undefined;
    consoleErrors.push(
      used?.then(
        (isUsed) => (isUsed ? undefined : complaint),
        () => complaint,
      ) ?? complaint,
    );
  });
  context.on("weberror", (error) => consoleErrors.push(`page error: ${error.error().stack ?? error.error().message}`));
  context.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && host !== home)
      consoleErrors.push(`request to another host: ${request.url()}`);
  });
}

/** A browser test that fails on console errors and on requests to other hosts. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  calm: [
    async ({ context, baseURL, expectedErrors }, use) => {
      const consoleErrors: Complaint[] = [];
      const home = new URL(baseURL ?? "").host;
      watch(context, home, consoleErrors);
      await use((another) => watch(another, home, consoleErrors));
      const found = (await Promise.all(consoleErrors)).filter((text) => text !== undefined);
      const unexpected = found.filter((text) => !expectedErrors.some((known) => known.test(text)));
      expect(unexpected, "the page stays silent and at home").toEqual([]);
    },
    { auto: true },
  ],
  // A different client address for each test, since rate limits count by network.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    await use({ ...extraHTTPHeaders, "x-forwarded-for": address });
  },
  newPerson: async ({ browser, calm, contextOptions, baseURL, viewport, extraHTTPHeaders }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL, viewport, extraHTTPHeaders });
      contexts.push(context);
      calm(context);
      return await context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});
