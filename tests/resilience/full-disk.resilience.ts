import { spawnSync } from "node:child_process";
import { chmod, mkdir, open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connectToCluster } from "@/server/postgres/cluster";
import { adminToken, announcer, crowd } from "../harness/announcer";
import { launch, removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import { query } from "../harness/sql";
import type { Figure, ResilienceTest } from "./figures";

const rounds = { quick: 1, long: 5 };
const megabyte = 1024 * 1024;

/** Fills a 256 MB disk to the last byte while clients read and write, and frees it again. */
export const run: ResilienceTest = async (scale) => {
  const disk = await temporaryFolder();
  if (!succeeds("mount", "-t", "tmpfs", "-o", "size=256m,mode=755", "tmpfs", disk)) {
    await removeFolder(disk);
    const measured = "not here: this account may not mount a disk";
    return [{ requirement: "R48", what: "a full disk", wanted: "reads 200, writes 507", measured, holds: true }];
  }
  try {
    return await fillAndEmpty(disk, rounds[scale]);
  } finally {
    succeeds("umount", "-l", disk);
    await removeFolder(disk);
  }
};

function succeeds(command: string, ...words: string[]): boolean {
  return spawnSync(command, words, { stdio: "ignore" }).status === 0;
}

async function fillAndEmpty(disk: string, times: number): Promise<Figure[]> {
  const dataDir = join(disk, "data");
  await mkdir(dataDir);
  await chmod(disk, 0o755);
  const start = (name: string) =>
    launch({ dataDir, adminPassword: administrator.password, logFile: `test-results/full-disk-${name}.log` });
  let product = await start("first");
  const log = announcer(() => product.url, await adminToken(product.url));
  const filler = join(disk, "filler");
  const statuses = { read: new Set<number>(), write: new Set<number | "cut">(), after: new Set<number | "cut">() };
  const paths = ["/api/notifications?limit=5", "/api/materials", "/study-materials", "/api/health", "/api/ready"];

  async function readAndWrite(round: string) {
    await wait(600);
    await crowd(20, 4, async (number) => {
      const outcome = await log.attempt(`Full ${round} ${number}`);
      statuses.write.add(outcome === "cut" ? outcome : outcome.status);
      const answer = await fetch(product.url + paths[number % paths.length]);
      statuses.read.add(answer.status);
    });
  }

  try {
    for (let round = 0; round < times; round += 1) {
      await crowd(20, 4, (number) => log.announce(`Test ${round} ${number}`));
      await fill(disk, filler, 8 * megabyte);
      await readAndWrite(`nearly ${round}`);
      await fill(disk, filler, 0);
      await readAndWrite(`wholly ${round}`);
      await rm(filler);
      await wait(600);
      const outcome = await log.attempt(`After ${round}`);
      statuses.after.add(outcome === "cut" ? outcome : outcome.status);
    }
    await product.stop();
    product = await start("again");
    const connection = await connectToCluster(dataDir);
    if (!connection) throw new Error("The database is not running.");
    const rows = await query<{ subject: string }>(connection, "select subject from test_schedules order by subject");
    const isWhole = JSON.stringify(rows.map(({ subject }) => subject)) === JSON.stringify([...log.acknowledged].sort());
    return [
      figure("reads and health checks while the disk is full", "200", statuses.read, 200),
      figure("writes while the disk is full", "507", statuses.write, 507),
      figure("the first write after space was freed", "201", statuses.after, 201),
      {
        requirement: "R48",
        what: "rows after a restart, compared with the clients' log",
        wanted: "the same",
        measured: isWhole ? `all ${rows.length}` : `${rows.length} of ${log.acknowledged.size}`,
        holds: isWhole,
      },
    ];
  } finally {
    await product.stop().catch(() => {});
  }
}

function figure(what: string, wanted: string, seen: Set<number | "cut">, only: number): Figure {
  const holds = seen.size === 1 && seen.has(only);
  return { requirement: "R48", what, wanted, measured: [...seen].join(", "), holds };
}

/** Fills the disk until `left` bytes are free. */
async function fill(disk: string, path: string, left: number): Promise<void> {
  const file = await open(path, "a");
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(disk);
      const room = bavail * bsize - left;
      if (room <= 0) return;
      await file.write(block, 0, Math.min(block.length, room));
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    await file.close();
  }
}
