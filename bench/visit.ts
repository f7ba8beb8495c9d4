import { gzipSync } from "node:zlib";
import type { BrowserContext } from "@playwright/test";

/** What a visit fetches; sizes in bytes, as they travel with their headers, but scripts as gzip packs them, without. */
export type Visit = { script: number; requests: number; bytes: number };

/** Visits an address in a tab of its own, and waits until nothing more is fetched. */
export async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  const found = { script: 0, requests: 0, bytes: 0 };
  const scripts: Promise<number>[] = [];
  wire.on("Network.requestWillBeSent", () => {
    found.requests += 1;
  });
  wire.on("Network.loadingFinished", ({ encodedDataLength }) => {
    found.bytes += encodedDataLength;
  });
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "script") scripts.push(answer.body().then((body) => gzipSync(body).length));
  });
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  for (const size of scripts) found.script += await size;
  await page.close();
  return found;
}
