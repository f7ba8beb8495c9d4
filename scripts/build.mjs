// Builds the product when the build is older than its sources. `npm run build` does just that.
import { accessSync, constants, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
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
  ...["package-lock.json", "next.config.mjs", "postcss.config.mjs", "tsconfig.json", "prisma/schema.prisma"],
  "scripts/build.mjs",
];

/** What the build is made from, as one word. */
function sources() {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("generated"))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  // Pages that are rendered ahead carry the site's address.
  const address = process.env.APP_URL ?? "";
  const contents = [...paths, ...files].sort().flatMap((path) => [path, readFileSync(join(root, path))]);
  return fingerprint([address, ...contents]);
}

function isWritable() {
  try {
    accessSync(root, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** V8's explicit compile hint; to other engines it is a comment. */
const hint = "//# allFunctionsCalledOnLoad\n";

/**
 * Has browsers compile the scripts while these arrive, beside the page. Compiled one by one when they are first called, they
 * keep a weak phone from listening to its person for a tenth of a second.
 */
function hintScripts() {
  const folder = join(root, ".next/static/chunks");
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".js"))) {
    const script = readFileSync(join(folder, name), "utf8");
    if (!script.startsWith(hint)) writeFileSync(join(folder, name), hint + script);
  }
}

/** Builds unless the build was made from these very sources. */
export async function ensureBuilt() {
  if (isStamped(".next", sources())) return;
  if (!isWritable()) {
    throw sentence(
      "The site was built from other sources or for another APP_URL, and nothing can be written here: build it again. For the image: docker build --build-arg APP_URL=...",
    );
  }
  await alone("build", async () => {
    const stamp = sources();
    if (isStamped(".next", stamp)) return;
    await ensureInstalled();
    say("Building the site (about half a minute, after each change of its sources) ...");
    rmSync(join(root, ".next/.made-from"), { force: true });
    await run(process.execPath, ["node_modules/next/dist/bin/next", "build"], { NODE_ENV: "production" });
    hintScripts();
    // Where the product will run, nothing may be written beside it.
    await compileSettings();
    setStamp(".next", stamp);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  readCommand("build");
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => endCommands().then(() => process.exit(1)));
  await ensureInstalled();
  await ensureGenerated();
  await ensureBuilt();
}
