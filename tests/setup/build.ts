import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { removeFolder, temporaryFolder } from "../../scripts/launch.mjs";

const root = join(import.meta.dirname, "../..");
const note = join(root, ".next/opened-by-build.json");
const textOf = (path: string) => readFile(path, "utf8").catch(() => undefined);
const stampOf = () => textOf(join(root, ".next/.made-from"));

/** What a build did with the data it was shown: how often it called its database, and whether it made its folder. */
type Opened = { stamp: string; connections: number; folder: boolean };

/** Builds the product, unless it is built, and notes what that opens of a database and a data folder of its own. */
export async function buildWatched(): Promise<void> {
  const before = await stampOf();
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
    const stamp = await stampOf();
    if (stamp === undefined || stamp === before) return;
    await writeFile(note, JSON.stringify({ stamp, connections, folder: existsSync(DATA_DIR) } satisfies Opened));
  } finally {
    database.close();
    await removeFolder(folder);
  }
}

/** What the build that is there has opened; undefined when nobody watched it. */
export async function openedByBuild(): Promise<Opened | undefined> {
  const opened = JSON.parse((await textOf(note)) ?? "null") as Opened | null;
  return opened !== null && opened.stamp === (await stampOf()) ? opened : undefined;
}
