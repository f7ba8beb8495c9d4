import { randomInt } from "node:crypto";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

type Fixtures = {
  /** What a test means to provoke in the console: `test.use({ expectedComplaints: [/401/] })`. */
  expectedComplaints: RegExp[];
  /** Opens a page for one more person, with cookies of their own, watched like the first. */
  newPerson: () => Promise<Page>;
  calm: (context: BrowserContext) => void;
};

type Complaint = string | undefined | Promise<string | undefined>;

// By the browser's own clock: it says so of a font that the page does use, on a machine that is too busy to paint.
const lateFont = /\.woff2 was preloaded using link preload but not used within a few seconds/;
const usesItsFont = () => document.fonts.ready.then((fonts) => [...fonts].some(({ status }) => status === "loaded"));

function watch(context: BrowserContext, home: string, complaints: Complaint[]): void {
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    const complaint = `console ${message.type()}: ${message.text()} (${message.location().url})`;
    const used = lateFont.test(message.text()) ? message.page()?.evaluate(usesItsFont) : undefined;
    complaints.push(
      used?.then(
        (isUsed) => (isUsed ? undefined : complaint),
        () => complaint,
      ) ?? complaint,
    );
  });
  context.on("weberror", (error) => complaints.push(`page error: ${error.error().stack ?? error.error().message}`));
  context.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && host !== home)
      complaints.push(`request to another host: ${request.url()}`);
  });
}

/** A test in a browser; it fails on any complaint of the page and on any request to another host. */
export const test = base.extend<Fixtures>({
  expectedComplaints: [[], { option: true }],
  calm: [
    async ({ context, baseURL, expectedComplaints }, use) => {
      const complaints: Complaint[] = [];
      const home = new URL(baseURL ?? "").host;
      watch(context, home, complaints);
      await use((another) => watch(another, home, complaints));
      const found = (await Promise.all(complaints)).filter((text) => text !== undefined);
      const unexpected = found.filter((text) => !expectedComplaints.some((known) => known.test(text)));
      expect(unexpected, "the page stays silent and at home").toEqual([]);
    },
    { auto: true },
  ],
  // A household of its own for each test: what one of them tries too often must not be held against another.
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
