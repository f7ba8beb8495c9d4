import { gzipSync } from "node:zlib";
import type { BrowserContext, Response } from "@playwright/test";
import { listening } from "../tests/setup/screen";

/**
 * What a visit fetches; sizes in bytes, as they travel with their headers, but scripts as gzip packs them, without. `requests`
 * are the different files and calls of the API: how many calls travel together depends on how busy the machine is.
 */
export type Visit = { script: number; requests: number; bytes: number };

const calls = "/api/trpc/";

function partsOf(url: string): string[] {
  const { pathname } = new URL(url);
  return pathname.startsWith(calls) ? pathname.slice(calls.length).split(",") : [url];
}

/** Visits an address in a tab of its own, without celebration, and waits until its script listens and nothing more is fetched. */
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
  // What is fetched to celebrate a good result comes whenever the page gets to it.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(url);
  await listening(page);
  await page.waitForLoadState("networkidle");
  // What comes now is none of the visit's, and cannot be read once the tab is closed.
  page.off("response", note);
  for (const size of scripts) found.script += await size;
  found.requests = parts.size;
  await page.close();
  return found;
}
