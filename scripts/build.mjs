// Builds the product unless there is a build of these very sources. `npm run build` does just that.
import { accessSync, constants, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { folderOf, noteRunning, removeOldBuilds } from "./builds.mjs";
import { readCommand } from "./commands.mjs";
import {
  alone,
  endCommands,
  ensureGenerated,
  ensureInstalled,
  fingerprint,
  isStamped,
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
  ...["prisma/schema.prisma", "scripts/build.mjs"],
];

/**
 * What the build is made from, as one word. No setting of the product is part of it: every page is made when somebody asks.
 * @param {Record<string, string | undefined>} [env] Next writes the values of `NEXT_PUBLIC_` variables into the scripts
 */
function sources(env = process.env) {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("generated"))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const contents = [...paths, ...files].sort().flatMap((path) => [path, readFileSync(join(root, path))]);
  const written = Object.entries(env).flatMap(([name, value = ""]) =>
    name.startsWith("NEXT_PUBLIC_") ? [`${name}=${value}`] : [],
  );
  return fingerprint([...written.sort(), ...contents]);
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

/** V8's explicit compile hint; to other engines it is a comment. */
const hint = "//# allFunctionsCalledOnLoad\n";

/**
 * Where the build of these sources lies, below the checkout, once it is made.
 * @param {Record<string, string | undefined>} [env] of the build
 */
export function buildOfSources(env) {
  return folderOf(sources(env));
}

/**
 * Has browsers compile the scripts while these arrive, beside the page. Compiled one by one when they are first called, they
 * keep a weak phone from listening to its person for a tenth of a second.
 * @param {string} build
 */
function hintScripts(build) {
  const folder = join(root, build, "static/chunks");
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".js"))) {
    const script = readFileSync(join(folder, name), "utf8");
    if (!script.startsWith(hint)) writeFileSync(join(folder, name), hint + script);
  }
}

/** Builds, unless the build was made from these very sources, and answers its folder below the checkout. */
export async function ensureBuilt() {
  for (;;) {
    const stamp = sources();
    const build = folderOf(stamp);
    if (isStamped(build, stamp)) return build;
    if (!isWritable(root)) {
      throw sentence(
        "The site was built from other sources, and nothing can be written here: build it again. For the image: docker build.",
      );
    }
    await alone("build", async () => {
      if (!isStamped(build, stamp)) await makeBuild(build, stamp);
    });
  }
}

/** As {@link ensureBuilt}, for a process that runs from the build: nobody removes it before that has ended. */
export async function holdBuild() {
  const build = await ensureBuilt();
  if (isWritable(join(root, build))) noteRunning(root, build);
  return build;
}

/**
 * @param {string} build
 * @param {string} stamp
 */
async function makeBuild(build, stamp) {
  await ensureInstalled();
  say("Building the site (about half a minute, after each change of its sources) ...");
  // A page that does not follow what a procedure answers now reaches nobody.
  await run(process.execPath, ["node_modules/typescript/bin/tsc", "--project", "tsconfig.build.json"]);
  const env = { NODE_ENV: "production", LYCEUM_BUILD: build };
  await run(process.execPath, ["node_modules/next/dist/bin/next", "build"], env);
  rmSync(join(root, build, "cache"), { recursive: true });
  hintScripts(build);
  // Where the product will run, nothing may be written beside it.
  await compileSettings();
  // What was edited meanwhile may be in it or not.
  if (sources() === stamp) setStamp(build, stamp);
  removeOldBuilds(root, build);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  readCommand("build");
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => endCommands().then(() => process.exit(1)));
  await ensureInstalled();
  await ensureGenerated();
  await ensureBuilt();
}
