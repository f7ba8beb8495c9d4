import { gzipSync } from "node:zlib";
import type { BrowserContext, Response } from "@playwright/test";
import { listening } from "../tests/harness/browser-page";

/**
 * The transfers of a visit: sizes in bytes including headers, but scripts as gzipped bodies. `requests` counts distinct files
 * and API calls, since the size of a batch depends on the load of the machine.
 */
export type Visit = { script: number; requests: number; bytes: number };

const calls = "/api/trpc/";

function partsOf(url: string): string[] {
  const { pathname } = new URL(url);
  return pathname.startsWith(calls) ? pathname.slice(calls.length).split(",") : [url];
}

/** Opens a URL in a new tab with reduced motion, and waits for hydration and network idle. */
export async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  const found = { script: 0, requests: 0, bytes: 0 };
  const parts = new Set<string>();
  const scripts: Promise<number>[] = [];
  wire.on("Network.requestWillBeSent", ({ request }) => {
    for (const part of partsOf(request.url)) parts.add(part);
  });
  wire.on("Network.loadingFinished", ({ encodedDataLength }) => {
    found.bytes += encodedDataLength;
  });
  const note = (answer: Response) => {
    if (answer.request().resourceType() === "script") scripts.push(answer.body().then((body) => gzipSync(body).length));
  };
  page.on("response", note);
  // Confetti scripts load at an arbitrary time.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(url);
  await listening(page);
  await page.waitForLoadState("networkidle");
  // Later responses do not belong to the visit and cannot be read after the tab is closed.
  page.off("response", note);
  for (const size of scripts) found.script += await size;
  found.requests = parts.size;
  await page.close();
  return found;
}
