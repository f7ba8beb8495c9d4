import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "@/lib/start-error";
import { runAs } from "./account";
import type { Binaries } from "./binaries";
import { exists } from "./data-dir";
import type { Place } from "./place";
import { serverEnvironment } from "./settings";

/** The role that owns the server; the product itself connects as one that may do less. */
export const superuser = "postgres";

const options = [
  `--username=${superuser}`,
  // Whoever can enter the socket's folder is the account itself, or root.
  "--auth=trust",
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--data-checksums",
  "--no-instructions",
];

type CreateOptions = { binaries: Binaries; say: (line: string) => void; throwAway: boolean };

/**
 * Makes the cluster of `place` unless it is there already; a start that is killed meanwhile leaves no half of one.
 * @throws StartError when it cannot be made, or is another major version's.
 */
export async function ensureCluster(place: Place, { binaries, say, throwAway }: CreateOptions): Promise<void> {
  const version = await readFile(join(/*turbopackIgnore: true*/ place.data, "PG_VERSION"), "utf8").catch(() => "");
  if (version) return refuseOtherMajor(place, version.trim(), binaries);
  if (await exists(place.data)) {
    throw new StartError(
      `The folder ${place.data} is in the way: it is not a database, and Lyceum does not delete it.`,
    );
  }
  say(`Making the database in ${place.folder} ...`);
  for (const name of await readdir(/*turbopackIgnore: true*/ place.folder)) {
    if (name.startsWith("data-unfinished")) await remove(join(/*turbopackIgnore: true*/ place.folder, name));
  }
  const unfinished = join(/*turbopackIgnore: true*/ place.folder, `data-unfinished-${randomUUID()}`);
  const program = join(/*turbopackIgnore: true*/ binaries.folder, "bin", "initdb");
  try {
    const sync = throwAway ? ["--no-sync"] : [];
    await promisify(execFile)(program, [...options, ...sync, `--pgdata=${unfinished}`], {
      ...runAs(place.account),
      cwd: "/",
      env: serverEnvironment,
    });
    await rename(/*turbopackIgnore: true*/ unfinished, place.data);
    await syncFolder(place.folder);
  } catch (error) {
    await remove(unfinished);
    throw new StartError(`The database could not be made in ${place.folder}: ${reasonIn(error)}`, { cause: error });
  }
}

function refuseOtherMajor(place: Place, found: string, binaries: Binaries): void {
  const brought = binaries.version.split(".")[0];
  if (found === brought) return;
  throw new StartError(
    `The database in ${place.folder} was made by PostgreSQL ${found}, and this Lyceum brings PostgreSQL ${brought}: go back to the version of Lyceum that made it, or move the data over with pg_dump.`,
  );
}

/** As far as it goes: the initdb of a killed start may still be writing there, and the next start sweeps the rest. */
async function remove(path: string): Promise<void> {
  await rm(/*turbopackIgnore: true*/ path, { recursive: true, force: true }).catch(() => {});
}

/** Makes the new name itself outlast a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(/*turbopackIgnore: true*/ path, "r");
  await folder.sync().finally(() => folder.close());
}

function reasonIn(error: unknown): string {
  const written = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  const lines = written.split("\n").filter((text) => text.trim() !== "");
  const line = lines.find((text) => /error|fatal/i.test(text)) ?? lines.find((text) => text.startsWith("initdb:"));
  return `${(line ?? lines.at(-1) ?? "no reason given").replace(/^initdb: (error: )?/, "")}.`;
}
