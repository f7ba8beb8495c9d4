import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildFor } from "../../scripts/build.mjs";
import { removeFolder, temporaryFolder } from "../../scripts/launch.mjs";

const root = join(import.meta.dirname, "../..");
const textOf = (path: string) => readFile(path, "utf8").catch(() => undefined);

/** The folder of the build under test, once it is there. */
export const buildFolder = () => join(root, buildFor(""));

/** What a build did with the data it was shown: how often it called its database, and whether it made its folder. */
type Opened = { connections: number; folder: boolean };

const noteOf = (build: string) => join(build, "opened-by-build.json");

/** Builds the product, unless it is built, and notes what that opens of a database and a data folder of its own. */
export async function buildWatched(): Promise<void> {
  if (existsSync(join(buildFolder(), ".made-from"))) return;
  let connections = 0;
  const database = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(database, "listening");
  const { port } = database.address() as AddressInfo;
  const folder = await temporaryFolder();
  const [DATA_DIR, DATABASE_URL] = [join(folder, "data"), `postgresql://nobody@127.0.0.1:${port}/none`];
  try {
    const env = { ...process.env, APP_URL: "", DATA_DIR, DATABASE_URL };
    await promisify(execFile)(process.execPath, ["scripts/build.mjs"], { cwd: root, env, maxBuffer: 1e8 });
    const opened: Opened = { connections, folder: existsSync(DATA_DIR) };
    await writeFile(noteOf(buildFolder()), JSON.stringify(opened));
  } finally {
    database.close();
    await removeFolder(folder);
  }
}

/** What the build under test opened while it was made; undefined when nobody watched it. */
export async function openedByBuild(): Promise<Opened | undefined> {
  return JSON.parse((await textOf(noteOf(buildFolder()))) ?? "null") ?? undefined;
}
