import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { listening } from "../harness/browser-page";
import { freePort } from "../harness/launch.mjs";

const scripts = /\/_next\/static\/chunks\/.*\.js$/;

/** Counts the document requests. */
function visitsOf(page: Page): () => number {
  let visits = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) visits += 1;
  });
  return () => visits;
}

test("a page whose scripts are missing after an upgrade is reloaded and works", async ({ page }) => {
  const visits = visitsOf(page);
  await page.route(scripts, (route) => (visits() < 2 ? route.fulfill({ status: 404 }) : route.continue()));
  await page.goto("/login");
  await listening(page);
  expect(visits()).toBe(2);
});

test("a page whose scripts failed while the server was down waits for it and works", async ({ page }) => {
  const visits = visitsOf(page);
  let asked = 0;
  await page.route(scripts, async (route) => {
    if (visits() > 1) return route.continue();
    if (route.request().method() === "HEAD") asked += 1;
    // The first responses come from the starting product, later ones from the ready one.
    if (asked === 0) return route.abort();
    return route.fulfill({ status: asked === 1 ? 503 : 200 });
  });
  await page.goto("/login", { waitUntil: "commit" });
  await expect.poll(visits).toBe(2);
  await listening(page);
});

test("a page whose scripts stay missing is not reloaded repeatedly", async ({ page }) => {
  const visits = visitsOf(page);
  await page.route(scripts, (route) => route.fulfill({ status: 404 }));
  await page.goto("/login", { waitUntil: "commit" });
  await expect.poll(visits).toBe(2);
  await page.waitForLoadState("networkidle");
  expect(visits()).toBe(2);
});

test("a lazily loaded script that is missing after an upgrade reloads the page", async ({ page }) => {
  await page.goto("/login");
  await listening(page);
  const visits = visitsOf(page);
  await page.route(scripts, (route) => (visits() === 0 ? route.fulfill({ status: 404 }) : route.continue()));
  await page.getByLabel("Email Address").fill("nobody@school.example");
  await page.getByLabel("Password", { exact: true }).fill("chalk and no lanterns");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect.poll(visits).toBe(1);
  await listening(page);
});

test("an asset of another build has the same headers as the current build's", async ({ baseURL }) => {
  const build = resolve(".builds/eeeeeeeeeeeeeeee");
  await mkdir(join(build, "static/chunks"), { recursive: true });
  try {
    await writeFile(join(build, "static/chunks/earlier.js"), "earlier()");
    await writeFile(join(build, ".made-from"), "earlier sources");
    const asked = (path: string, method = "GET") => fetch(`${baseURL}/_next/static/chunks/${path}`, { method });
    const page = await (await fetch(`${baseURL}/`)).text();
    const own = /\/_next\/static\/chunks\/([^"]+\.js)/.exec(page)?.[1] ?? "";
    const [earlier, ours] = [await asked("earlier.js"), await asked(own)];
    expect(await earlier.text()).toBe("earlier()");
    for (const name of ["cache-control", "content-type", "x-content-type-options", "content-security-policy"])
      expect([name, earlier.headers.get(name)?.toLowerCase()]).toEqual([name, ours.headers.get(name)?.toLowerCase()]);
    expect((await asked("earlier.js", "HEAD")).headers.get("content-length")).toBe("9");
    expect((await asked("earlier.js", "POST")).status).toBe(405);
    expect((await asked("none.js")).status).toBe(404);
    expect((await asked("..%2f..%2f.made-from")).status).toBe(404);
  } finally {
    await rm(build, { recursive: true });
  }
});

for (const command of ["start", "dev"])
  test(`\`next ${command}\` fails with one sentence that names the right command`, async () => {
    const words = ["node_modules/next/dist/bin/next", command, "--port", String(await freePort())];
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", FORCE_COLOR: undefined };
    const ended = await new Promise((tell) =>
      execFile(process.execPath, words, { env, timeout: 50_000 }, (error, _out, said) =>
        tell({ code: error?.code, said }),
      ),
    );
    const sentence = "Lyceum is started by `npm start`, or by `npm run dev` while its sources are edited.\n";
    expect(ended).toEqual({ code: 1, said: sentence });
  });
