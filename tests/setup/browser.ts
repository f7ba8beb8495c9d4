import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";

const names = ["chromium", "google-chrome-stable", "google-chrome", "chromium-browser"];
const applications = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

// One folder per person: what another user unpacked cannot be trusted or replaced.
const unpacked = join(tmpdir(), `lyceum-chromium-147-${userInfo().uid}`);
const libraries = join(unpacked, "al2023", "lib");
const fonts = join(unpacked, "fonts");
const npmBrowser = join(unpacked, "chromium");
const fontSettings = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${fonts}</dir><dir>/usr/share/fonts</dir><cachedir>${fonts}/cache</cachedir></fontconfig>
`;

/** A name alone proves nothing: some systems install a stub that only explains how to get the browser. */
function answers(path: string): boolean {
  return existsSync(path) && spawnSync(path, ["--version"], { timeout: 10_000 }).status === 0;
}

function systemBrowser(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...applications].find(answers);
}

function chosenBrowser(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named && named !== "npm") return named;
  const path = named === "npm" ? undefined : systemBrowser();
  if (path) return path;
  if (process.platform === "linux" && process.arch === "x64") return npmBrowser;
  throw new Error("No Chromium was found. Install one, or name it with CHROMIUM_PATH.");
}

/** How to launch the browser: CHROMIUM_PATH, else one of the system, else the one from npm (also CHROMIUM_PATH=npm). */
export function browserLaunch(): { executablePath: string; args: string[]; env: Record<string, string> } {
  // Each worker reads the configuration again; they all inherit the first answer.
  process.env.LYCEUM_CHROMIUM ??= chosenBrowser();
  const executablePath = process.env.LYCEUM_CHROMIUM;
  const inherited = Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined);
  // Without it, the browser cannot read the names of files outside the alphabet of the machine.
  const env = { ...Object.fromEntries(inherited), LC_ALL: "C.UTF-8" };
  const own: Record<string, string> =
    executablePath === npmBrowser ? { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fonts } : {};
  return { executablePath, args: ["--no-sandbox"], env: { ...env, ...own } };
}

/** Unpacks the browser from npm if it is the chosen one. It comes with the system libraries it needs. */
export async function unpackBrowser(): Promise<void> {
  if (process.env.LYCEUM_CHROMIUM !== npmBrowser || existsSync(npmBrowser)) return;
  const before = { ...process.env };
  const folder = await mkdtemp(`${unpacked}.`);
  try {
    // The package unpacks to the temporary folder, and its libraries only where it believes to run on a bare host.
    Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" });
    const { default: chromium } = await import("@sparticuz/chromium");
    await chromium.executablePath();
    await writeFile(join(folder, "fonts", "fonts.conf"), fontSettings);
    // In one step, so that an unpacking cut short is never taken for a browser.
    await rename(folder, unpacked).catch(() => undefined);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    await rm(folder, { recursive: true, force: true });
  }
}
