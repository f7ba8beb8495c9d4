import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { StartError } from "@/lib/start-error";
import { join, open, readdir, readFile, rename, rm } from "@/server/builtins";
import { runAs } from "./account";
import type { Binaries } from "./binaries";
import { exists } from "./data-dir";
import type { Location } from "./location";
import { serverEnvironment } from "./settings";

/** Superuser role; the product itself connects as a role with fewer rights. */
export const superuser = "postgres";

const options = [
  `--username=${superuser}`,
  // Only the account itself and root can enter the folder of the socket.
  "--auth=trust",
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--data-checksums",
  "--no-instructions",
];

type CreateOptions = { binaries: Binaries; say: (line: string) => void; throwAway: boolean };

/** Creates the cluster atomically, unless it exists. @throws StartError also for another major version */
export async function ensureCluster(place: Location, { binaries, say, throwAway }: CreateOptions): Promise<void> {
  const version = await readFile(join(place.data, "PG_VERSION"), "utf8").catch(() => "");
  if (version) return refuseOtherMajor(place, version.trim(), binaries);
  if (await exists(place.data)) {
    throw new StartError(
      `The folder ${place.data} is in the way: it is not a database, and Lyceum does not delete it.`,
    );
  }
  say(`Creating the database in ${place.folder} ...`);
  for (const name of await readdir(place.folder)) {
    if (name.startsWith("data-unfinished")) await remove(join(place.folder, name));
  }
  const unfinished = join(place.folder, `data-unfinished-${randomUUID()}`);
  const program = join(binaries.folder, "bin", "initdb");
  try {
    const sync = throwAway ? ["--no-sync"] : [];
    await promisify(execFile)(program, [...options, ...sync, `--pgdata=${unfinished}`], {
      ...runAs(place.account),
      cwd: "/",
      env: serverEnvironment,
    });
    await rename(unfinished, place.data);
    await syncFolder(place.folder);
  } catch (error) {
    await remove(unfinished);
    throw new StartError(`The database could not be created in ${place.folder}: ${reasonIn(error)}`, { cause: error });
  }
}

function refuseOtherMajor(place: Location, found: string, binaries: Binaries): void {
  const brought = binaries.version.split(".")[0];
  if (found === brought) return;
  throw new StartError(
    `The database in ${place.folder} was made by PostgreSQL ${found}, and this Lyceum brings PostgreSQL ${brought}: make a backup with the version of Lyceum that made it (\`npm run backup\`), set DATA_DIR to an empty folder, and restore the backup there with this one.`,
  );
}

/** Best effort: the initdb of a killed start may still write there, and the next start deletes the rest. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => {});
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

function reasonIn(error: unknown): string {
  const written = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  const lines = written.split("\n").filter((text) => text.trim() !== "");
  const line = lines.find((text) => /error|fatal/i.test(text)) ?? lines.find((text) => text.startsWith("initdb:"));
  return `${(line ?? lines.at(-1) ?? "no reason given").replace(/^initdb: (error: )?/, "")}.`;
}
