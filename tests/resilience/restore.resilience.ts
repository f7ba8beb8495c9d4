import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openArchive } from "@/server/backup/read";
import { connectToCluster } from "@/server/postgres/cluster";
import { adminToken, announcer } from "../harness/announcer";
import { launch, removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import { query } from "../harness/sql";
import type { ResilienceTest } from "./figures";

const sizes = { quick: { rows: 5_000, files: 20, kills: 1 }, long: { rows: 50_000, files: 200, kills: 5 } };
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Restore drill: backs up a school in use, kills some backups, and restores into a new folder. */
export const run: ResilienceTest = async (scale) => {
  const { rows, files, kills } = sizes[scale];
  const [dataDir, fresh] = [await temporaryFolder(), await temporaryFolder()];
  const options = { adminPassword: administrator.password, logFile: "test-results/restore.log" };
  let product = await launch({ dataDir, ...options });
  try {
    const hashes = await fillSchool(dataDir, rows, files);
    const log = announcer(() => product.url, await adminToken(product.url));
    const folder = join(dataDir, "backups");
    const isFirstGood = await command(["scripts/backup.ts"], dataDir);
    const survived = await killBackups(dataDir, folder, kills);

    let written = 0;
    let over = false;
    const writing = (async () => {
      for (; !over; written += 1) await log.announce(`Meanwhile ${written}`);
    })();
    const isMade = await command(["scripts/backup.ts"], dataDir);
    over = true;
    await writing;
    const refused = await command(["scripts/restore.ts", await newest(folder)], dataDir);
    await product.stop();

    const began = Date.now();
    const isBack = await command(["scripts/restore.ts", await newest(folder)], fresh);
    const milliseconds = Date.now() - began;
    product = await launch({ dataDir: fresh, ...options });
    const found = await foundIn(fresh);
    const isSame = isBack && found.rows === rows && found.meanwhile <= written && same(found.hashes, hashes);
    return [
      {
        requirement: "R45",
        what: `${rows} rows and ${files} files, backed up under writes, restored into an empty folder`,
        wanted: "all rows and files, equal hashes",
        measured: `${found.rows} rows, ${found.hashes.size} files, ${found.meanwhile} of ${written} written meanwhile`,
        holds: isFirstGood && isMade && isSame,
      },
      {
        requirement: "R45",
        what: "duration of the restore",
        wanted: "60 s",
        measured: `${(milliseconds / 1000).toFixed(1)} s`,
        holds: milliseconds < 60_000,
      },
      {
        requirement: "R45",
        what: `${kills} backup(s) killed in the middle`,
        wanted: "the earlier backup valid, no partial file with the name of a backup",
        measured: survived ? "as wanted" : "a partial or invalid backup",
        holds: survived,
      },
      {
        requirement: "R45",
        what: "a restore while the product runs",
        wanted: "refused",
        measured: refused ? "done" : "refused",
        holds: !refused,
      },
    ];
  } finally {
    await product.stop().catch(() => {});
    await removeFolder(dataDir);
    await removeFolder(fresh);
  }
};

async function fillSchool(dataDir: string, rows: number, files: number): Promise<Map<string, string>> {
  const connection = await clusterOf(dataDir);
  await query(
    connection,
    `insert into test_schedules (id, class_name, subject, test_date, test_time, description)
     select gen_random_uuid(), 1 + n % 12, 'Drill', '2027-01-15', '09:30', repeat(md5(n::text), 8) from generate_series(1, $1) n`,
    [rows],
  );
  const hashes = new Map<string, string>();
  await mkdir(join(dataDir, "files"), { recursive: true });
  for (let number = 0; number < files; number += 1) {
    const [key, bytes] = [randomBytes(20).toString("hex"), randomBytes(100_000)];
    await writeFile(join(dataDir, "files", key), bytes);
    await query(
      connection,
      "insert into uploads (key, state, name, size, type, changed_at) values ($1, 'stored', 'drill', $2, 'application/pdf', now())",
      [key, bytes.length],
    );
    hashes.set(key, sha256(bytes));
  }
  return hashes;
}

async function clusterOf(dataDir: string) {
  const connection = await connectToCluster(dataDir);
  if (!connection) throw new Error("The database is not running.");
  return connection;
}

function begin(words: string[], dataDir: string) {
  return spawn(process.execPath, ["scripts/run.mjs", ...words], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", BACKUP_DIR: "", BACKUP_KEY: "" },
    stdio: "ignore",
  });
}

/** True if the command printed the expected result. */
async function command(words: string[], dataDir: string): Promise<boolean> {
  const [code] = await once(begin(words, dataDir), "exit");
  return code === 0;
}

async function newest(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".zip")).sort();
  return join(folder, names.at(-1) ?? "");
}

/** Kills backups once they have written something; true if they leave only that partial file. */
async function killBackups(dataDir: string, folder: string, kills: number): Promise<boolean> {
  const before = await newest(folder);
  for (let kill = 0; kill < kills; kill += 1) {
    const halves = (await readdir(folder)).length;
    const child = spawn(process.execPath, ["--conditions=react-server", "--import", "tsx", "scripts/backup.ts"], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", BACKUP_DIR: "", BACKUP_KEY: "" },
      stdio: "ignore",
    });
    while ((await readdir(folder)).length === halves && child.exitCode === null) await wait(1);
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  const left = (await readdir(folder)).filter((name) => !name.endsWith(".unfinished"));
  (await openArchive(before, undefined)).close();
  return left.length === 1 && (await newest(folder)) === before;
}

async function foundIn(dataDir: string) {
  const counted = await query<{ rows: number; meanwhile: number }>(
    await clusterOf(dataDir),
    `select count(*) filter (where subject = 'Drill')::int as rows,
       count(*) filter (where subject like 'Meanwhile%')::int as meanwhile from test_schedules`,
  );
  const hashes = new Map<string, string>();
  for (const key of await readdir(join(dataDir, "files"))) {
    hashes.set(key, sha256(await readFile(join(dataDir, "files", key))));
  }
  return { rows: counted[0]?.rows ?? 0, meanwhile: counted[0]?.meanwhile ?? 0, hashes };
}

const same = (some: Map<string, string>, others: Map<string, string>) =>
  some.size === others.size && [...some].every(([key, hash]) => others.get(key) === hash);
