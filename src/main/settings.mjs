// Reads the settings with src/env.ts. It is compiled ahead: a TypeScript loader would stay in the server's memory.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fingerprint, root } from "./prepare.mjs";

const source = "src/env.ts";
// Not below .next: Node caches that no package.json exists there, and would load the later build as ES modules.
const folder = "src/server/generated/settings";

/** The path of the compiled settings, named after the fingerprint of their sources. */
function compiledPath() {
  const library = readdirSync(join(root, "src/lib")).map((name) => join("src/lib", name));
  const stamp = fingerprint([source, ...library].map((path) => readFileSync(join(root, path))));
  return join(root, folder, `${stamp.slice(0, 16)}.mjs`);
}

/** Compiles src/env.ts unless that is done; returns the path of the result. */
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

/** The settings from this process's environment. @throws EnvError */
export async function readSettings() {
  /** @type {typeof import("../env")} */
  const { readEnv } = await import(pathToFileURL(await compileSettings()).href);
  return readEnv(process.env);
}
