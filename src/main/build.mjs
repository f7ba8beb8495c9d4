// Builds the product unless a build of the current sources exists. Run directly by `npm run build`.
import "./node-version.mjs";
import { accessSync, constants, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { folderOf, noteRunning, removeOldBuilds } from "./builds.mjs";
import { readCommand } from "./commands.mjs";
import {
  alone,
  checkSettings,
  endCommands,
  ensureGenerated,
  ensureInstalled,
  fingerprint,
  isStamped,
  printFailure,
  root,
  run,
  say,
  sentence,
  setStamp,
} from "./prepare.mjs";
import { compileSettings } from "./settings.mjs";

const folders = ["src", "public"];
const files = [
  ...["package-lock.json", "next.config.mjs", "postcss.config.mjs", "tsconfig.json", "tsconfig.build.json"],
  ...["prisma/schema.prisma", "src/main/build.mjs"],
];

/**
 * Fingerprint of the build's inputs. Settings are not included: every page is rendered per request.
 * @param {Record<string, string | undefined>} [env] Next inlines `NEXT_PUBLIC_` variables into the scripts
 */
function sources(env = process.env) {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("generated"))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const contents = [...paths, ...files].sort().flatMap((path) => [path, readFileSync(join(root, path))]);
  const inlined = Object.entries(env).flatMap(([name, value = ""]) =>
    name.startsWith("NEXT_PUBLIC_") ? [`${name}=${value}`] : [],
  );
  return fingerprint([...inlined.sort(), ...contents]);
}

/** @param {string} path */
function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** V8's explicit compile hint (https://v8.dev/blog/explicit-compile-hints); to other engines it is a comment. */
const hint = "//# allFunctionsCalledOnLoad\n";

/**
 * The folder of the build of the current sources, relative to the checkout.
 * @param {Record<string, string | undefined>} [env] of the build
 */
export function buildOfSources(env) {
  return folderOf(sources(env));
}

/**
 * Makes browsers compile scripts while they download. Lazy compilation on first call blocks input on a slow phone for
 * about 100 ms.
 * @param {string} build
 */
function hintScripts(build) {
  // Next documents this folder as the one to upload to a CDN.
  const folder = join(root, build, "static");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of names.filter((one) => one.endsWith(".js"))) {
    const script = readFileSync(join(folder, name), "utf8");
    if (!script.startsWith(hint)) writeFileSync(join(folder, name), hint + script);
  }
}

/**
 * Gives a build its own copy of the threads and their templates, which the product loads when it first needs them.
 * @param {string} build
 */
export function keepThreads(build) {
  const filter = (/** @type {string} */ path) => !path.endsWith(".ts");
  for (const folder of ["documents", "files", "spreadsheets"].map((name) => join("src/server", name)))
    cpSync(join(root, folder), resolve(root, build, folder), { recursive: true, filter });
}

/**
 * Builds unless a build of the current sources exists; returns its folder relative to the checkout.
 * @param {boolean} [isChecked] the caller has checked the types
 */
export async function ensureBuilt(isChecked = false) {
  for (;;) {
    const stamp = sources();
    const build = folderOf(stamp);
    if (isStamped(build, stamp)) return build;
    if (!isWritable(root)) {
      throw sentence(
        "The build does not match the sources, and this folder is read-only. Build again; for a container, run docker build.",
      );
    }
    await alone("build", async () => {
      if (!isStamped(build, stamp)) await makeBuild(build, stamp, isChecked);
    });
  }
}

/** Like {@link ensureBuilt}, and protects the build from removal until this process ends. */
export async function lockBuild() {
  const build = await ensureBuilt();
  if (isWritable(join(root, build))) noteRunning(root, build);
  return build;
}

/**
 * @param {string} build
 * @param {string} stamp
 * @param {boolean} isChecked
 */
async function makeBuild(build, stamp, isChecked) {
  await ensureInstalled();
  say("Building the site (about half a minute, only after the sources change) ...");
  // Next's own type check is off; a page that does not match its procedures must not ship.
  if (!isChecked) await run(process.execPath, ["node_modules/typescript/bin/tsc", "--project", "tsconfig.build.json"]);
  const env = { NODE_ENV: "production", LYCEUM_BUILD: build };
  await run(process.execPath, ["node_modules/next/dist/bin/next", "build"], env);
  rmSync(join(root, build, "cache"), { recursive: true });
  hintScripts(build);
  keepThreads(build);
  // The production file system may be read-only.
  await compileSettings();
  // Sources edited during the build may or may not be included.
  if (sources() === stamp) setStamp(build, stamp);
  removeOldBuilds(root, build);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { flags } = readCommand("build");
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => endCommands().then(() => process.exit(1)));
  try {
    // Settings that would stop the next start are reported while the product is still running.
    checkSettings();
    await ensureInstalled();
    await ensureGenerated();
    await ensureBuilt(flags.has("checked"));
  } catch (error) {
    printFailure(error);
    process.exitCode = 1;
  }
}
