import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { buildOfSources } from "../../scripts/build.mjs";
import { freePort, launch, removeFolder, temporaryFolder } from "../../scripts/launch.mjs";
import { browserLaunch, unpackBrowser } from "../setup/browser";
import { administrator } from "../setup/product";
import { listening } from "../setup/screen";
import { type Asked, ask, statusesOf } from "./product";
import type { Figure, Proof, Scale } from "./proof";

const settings = { adminPassword: administrator.password };

/** The sources stay as they are, since other tests run from them: a new version is one with another value in its scripts. */
const newVersion = { NEXT_PUBLIC_UPGRADE: String(process.pid) };

/**
 * A start of a new version needs another build. A quick one is ended in the midst of it; a long one opens, and then takes the
 * place of the product that runs, whose page somebody still has open.
 */
export const proof: Proof = async (scale) => {
  const dataDir = await temporaryFolder();
  const product = await launch({ ...settings, dataDir, logFile: "test-results/upgrade-proof.log" });
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

/** The login, the first page, and all files that the login names. */
async function partsOf(url: string): Promise<string[]> {
  const page = await (await fetch(`${url}/login`)).text();
  const files = page.matchAll(/\/_next\/static\/[\w./~-]+\.(?:js|css|woff2)/g);
  return ["/login", "/", ...new Set([...files].map(([path]) => path))];
}

/** Another start in the checkout, on data and a port of its own; `ended` holds its exit code. */
async function begin() {
  const [dataDir, port] = [await temporaryFolder(), await freePort()];
  const env = { ...process.env, ...newVersion, DATABASE_URL: "", DATA_DIR: dataDir, PORT: String(port) };
  const child = spawn(process.execPath, ["scripts/start.mjs"], { env, stdio: "ignore" });
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
    if (!(await until())) throw new Error(`The other start came no further: exit code ${other.child.exitCode}.`);
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

/** Somebody has the login open while a new version takes the product's place, and logs in then. */
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
  const logFile = "test-results/upgrade-proof-after.log";
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
        what: "files of a page from before an upgrade, asked for after it",
        wanted: "200 alone",
        measured: statusesOf(seen),
        holds: seen.every(({ status }) => status === 200),
      },
      {
        requirement: "upgrade",
        what: "a login typed before the upgrade, sent after it",
        wanted: "the administrator's area, nothing missing, no error",
        measured: [...missing, ...broken].join(", ") || "so it is",
        holds: missing.length + broken.length === 0,
      },
    ];
  } finally {
    await browser.close();
    await after.stop();
    await rm(buildOfSources(newVersion), { recursive: true, force: true });
  }
}
