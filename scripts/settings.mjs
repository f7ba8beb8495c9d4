// The settings as src/env.ts reads them, for the process that serves: a loader of TypeScript would stay in its memory.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fingerprint, root } from "./prepare.mjs";

const source = "src/env.ts";
// Not below .next: Node would remember that no package.json is there yet, and take what is built later for modules.
const folder = "src/server/generated/settings";

/** The compiled file of these very sources. */
function compiledPath() {
  const library = readdirSync(join(root, "src/lib")).map((name) => join("src/lib", name));
  const stamp = fingerprint([source, ...library].map((path) => readFileSync(join(root, path))));
  return join(root, folder, `${stamp.slice(0, 16)}.mjs`);
}

/** Compiles the reader of the settings unless it is there, and answers where it lies. */
export async function compileSettings() {
  const path = compiledPath();
  if (existsSync(path)) return path;
  rmSync(join(root, folder), { recursive: true, force: true });
  const { buildSync } = await import("esbuild");
  buildSync({
    entryPoints: [join(root, source)],
    outfile: path,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
  });
  return path;
}

/** The settings of this process. @throws EnvError */
export async function readSettings() {
  /** @type {typeof import("../src/env")} */
  const { readEnv } = await import(pathToFileURL(await compileSettings()).href);
  return readEnv(process.env);
}
