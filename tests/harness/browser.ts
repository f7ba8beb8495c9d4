import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";

const names = ["chromium", "google-chrome-stable", "google-chrome", "chromium-browser"];
const applications = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

// One folder per user: files unpacked by another user can be neither trusted nor replaced.
const unpacked = join(tmpdir(), `lyceum-chromium-147-${userInfo().uid}`);
const libraries = join(unpacked, "al2023", "lib");
const fonts = join(unpacked, "fonts");
const npmBrowser = join(unpacked, "chromium");
const fontSettings = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${fonts}</dir><dir>/usr/share/fonts</dir><cachedir>${fonts}/cache</cachedir></fontconfig>
`;

/** True if the command is a browser: some systems install a stub that only explains how to get one. */
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

/** Launch options: the browser at CHROMIUM_PATH, else the system's, else the one from npm (also CHROMIUM_PATH=npm). */
export function browserLaunch(): { executablePath: string; args: string[]; env: Record<string, string> } {
  // Each worker loads the configuration again and inherits this result.
  process.env.LYCEUM_CHROMIUM ??= chosenBrowser();
  const executablePath = process.env.LYCEUM_CHROMIUM;
  const inherited = Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined);
  // Without it the browser cannot read non-ASCII file names.
  const env = { ...Object.fromEntries(inherited), LC_ALL: "C.UTF-8" };
  const own: Record<string, string> =
    executablePath === npmBrowser ? { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fonts } : {};
  return { executablePath, args: ["--no-sandbox"], env: { ...env, ...own } };
}

/** Unpacks the npm browser, with its system libraries, if it is the selected one. */
export async function unpackBrowser(): Promise<void> {
  if (browserLaunch().executablePath !== npmBrowser || existsSync(npmBrowser)) return;
  const before = { ...process.env };
  const folder = await mkdtemp(`${unpacked}.`);
  try {
    // The package unpacks to the temporary folder; its libraries only if it detects a bare host.
    Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" });
    const { default: chromium } = await import("@sparticuz/chromium");
    await chromium.executablePath();
    await writeFile(join(folder, "fonts", "fonts.conf"), fontSettings);
    // Rename atomically, so that an interrupted unpacking is never used.
    await rename(folder, unpacked).catch(() => undefined);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    await rm(folder, { recursive: true, force: true });
  }
}
