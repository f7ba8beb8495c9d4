import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { buildOfSources } from "../../src/main/build.mjs";
import { browserLaunch, unpackBrowser } from "../harness/browser";
import { listening } from "../harness/browser-page";
import { freePort, launch, removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import type { Figure, ResilienceTest, Scale } from "./figures";
import { type Asked, ask, statusesOf } from "./product";

const settings = { adminPassword: administrator.password };

/** Overrides a build-time setting, which makes a new version without touching the shared sources. */
const newVersion = { NEXT_PUBLIC_UPGRADE: String(process.pid) };

/**
 * A start of a new version, which needs a build. Kills a short one during the build; a long one opens and replaces the
 * running product, while a browser has one of its pages open.
 */
export const run: ResilienceTest = async (scale) => {
  const dataDir = await temporaryFolder();
  const product = await launch({ ...settings, dataDir, logFile: "test-results/upgrade.log" });
  try {
    const figures = [await startBeside(product.url, scale)];
    if (scale === "quick") await product.stop();
    else figures.push(...(await upgraded(product, dataDir)));
    return figures;
  } finally {
    await product.kill();
    await removeFolder(dataDir);
  }
};

/** The login page, the home page and all files that the login page loads. */
async function partsOf(url: string): Promise<string[]> {
  const page = await (await fetch(`${url}/login`)).text();
  const files = page.matchAll(/\/_next\/static\/[\w./~-]+\.(?:js|css|woff2)/g);
  return ["/login", "/", ...new Set([...files].map(([path]) => path))];
}

/** A second start in the checkout with its own data and port; `ended` resolves to its exit code. */
async function begin() {
  const [dataDir, port] = [await temporaryFolder(), await freePort()];
  const env = { ...process.env, ...newVersion, DATABASE_URL: "", DATA_DIR: dataDir, PORT: String(port) };
  const child = spawn(process.execPath, ["src/main/serve.mjs"], { env, stdio: "ignore" });
  const ended = once(child, "exit").finally(() => removeFolder(dataDir));
  return { child, ended, url: `http://localhost:${port}` };
}

async function isOpen(url: string): Promise<boolean> {
  return (await ask(`${url}/api/ready`)).status === 200;
}

async function startBeside(url: string, scale: Scale): Promise<Figure> {
  const build = buildOfSources(newVersion);
  const parts = await partsOf(url);
  const seen: Asked[] = [];
  const other = await begin();
  const until = scale === "quick" ? async () => existsSync(join(build, "build")) : () => isOpen(other.url);
  const deadline = performance.now() + 500_000;
  try {
    while (other.child.exitCode === null && performance.now() < deadline && !(await until())) {
      for (const part of parts) seen.push(await ask(url + part));
      await wait(100);
    }
    if (!(await until())) throw new Error(`The second start ended early: exit code ${other.child.exitCode}.`);
    for (const part of parts) seen.push(await ask(url + part));
    const theirs = scale === "quick" ? [] : await partsOf(other.url);
    for (const part of theirs) seen.push(await ask(url + part));
  } finally {
    other.child.kill("SIGTERM");
    await other.ended;
    if (scale === "quick") await rm(build, { recursive: true, force: true });
  }
  return {
    requirement: "upgrade",
    what: `${seen.length} requests for pages and their files while another start builds the next version`,
    wanted: "200 alone",
    measured: statusesOf(seen),
    holds: parts.length > 10 && seen.every(({ status }) => status === 200),
  };
}

/** A user opens the login page, the product is replaced, and the user logs in. */
async function upgraded(product: Awaited<ReturnType<typeof launch>>, dataDir: string): Promise<Figure[]> {
  const parts = await partsOf(product.url);
  await unpackBrowser();
  const browser = await chromium.launch(browserLaunch());
  const page = await browser.newPage();
  const missing: string[] = [];
  const broken: string[] = [];
  page.on("response", (answer) => answer.status() === 404 && missing.push(answer.url()));
  page.on("pageerror", ({ message }) => broken.push(message));
  await page.goto(`${product.url}/login`);
  await listening(page);
  await page.getByText("Admin", { exact: true }).click();
  await product.stop();
  const port = new URL(product.url).port;
  const logFile = "test-results/upgrade-after.log";
  const after = await launch({ ...settings, dataDir, logFile, port, more: newVersion });
  try {
    const seen: Asked[] = [];
    for (const part of parts) seen.push(await ask(product.url + part));
    await page.getByLabel("Username").fill(administrator.username);
    await page.getByLabel("Password", { exact: true }).fill(administrator.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/admin/);
    await listening(page);
    return [
      {
        requirement: "upgrade",
        what: "files of a page loaded before the upgrade, requested after it",
        wanted: "200 alone",
        measured: statusesOf(seen),
        holds: seen.every(({ status }) => status === 200),
      },
      {
        requirement: "upgrade",
        what: "a login form filled before the upgrade and submitted after it",
        wanted: "the administrator's area without missing files or errors",
        measured: [...missing, ...broken].join(", ") || "as wanted",
        holds: missing.length + broken.length === 0,
      },
    ];
  } finally {
    await browser.close();
    await after.stop();
    await rm(buildOfSources(newVersion), { recursive: true, force: true });
  }
}
