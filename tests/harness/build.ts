import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildOfSources } from "../../src/main/build.mjs";
import { removeFolder, temporaryFolder } from "./launch.mjs";

const root = join(import.meta.dirname, "../..");
const textOf = (path: string) => readFile(path, "utf8").catch(() => undefined);

export const buildFolder = () => join(root, buildOfSources());

/**
 * What a build did with its settings: the number of database connections, whether it created the data folder, and the files
 * that contain APP_URL.
 */
type Opened = { connections: number; folder: boolean; named: string[] };

const noteOf = (build: string) => join(build, "opened-by-build.json");

const APP_URL = "https://known-while-it-is-built.example";

/** The files of a build that contain APP_URL. */
async function filesThatName(address: string, build: string): Promise<string[]> {
  const entries = await readdir(build, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const host = new URL(address).host;
  const named = await Promise.all(paths.map(async (path) => ((await readFile(path)).includes(host) ? [path] : [])));
  return named.flat();
}

/** Builds the product unless a build exists, and records its use of APP_URL, database and data folder; `flags` are those of the build. */
export async function buildWatched(...flags: string[]): Promise<void> {
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
    const env = { ...process.env, APP_URL, DATA_DIR, DATABASE_URL };
    await promisify(execFile)(process.execPath, ["src/main/build.mjs", ...flags], { cwd: root, env, maxBuffer: 1e8 });
    const named = await filesThatName(APP_URL, buildFolder());
    const opened: Opened = { connections, folder: existsSync(DATA_DIR), named };
    await writeFile(noteOf(buildFolder()), JSON.stringify(opened));
  } finally {
    database.close();
    await removeFolder(folder);
  }
}

/** The record of the build under test; undefined if it existed before. */
export async function openedByBuild(): Promise<Opened | undefined> {
  return JSON.parse((await textOf(noteOf(buildFolder()))) ?? "null") ?? undefined;
}
