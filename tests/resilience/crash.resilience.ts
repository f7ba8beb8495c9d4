import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connectToCluster } from "@/server/postgres/cluster";
import { readPidFile } from "@/server/postgres/running";
import { adminToken, announcer, crowd } from "../harness/announcer";
import { launch, removeFolder, startedFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import { query } from "../harness/sql";
import type { ResilienceTest } from "./figures";

const sizes = { quick: { writes: 150, kills: 1 }, long: { writes: 10_000, kills: 20 } };
const victims = ["both", "web", "database"] as const;

/**
 * Eight clients write while the product, its database or both are killed; then compares the rows with the clients'
 * log.
 */
export const run: ResilienceTest = async (scale) => {
  const { writes, kills } = sizes[scale];
  const dataDir = await startedFolder();
  let starts = 0;
  const start = () => {
    starts += 1;
    const logFile = `test-results/crash-${starts}.log`;
    return launch({ dataDir, adminPassword: administrator.password, logFile });
  };
  let product = await start();
  const log = announcer(() => product.url, await adminToken(product.url));
  const recoveries: number[] = [];

  async function killOne(victim: (typeof victims)[number]): Promise<void> {
    const began = Date.now();
    if (victim === "database") {
      process.kill((await readPidFile(join(dataDir, "postgres/data")))?.pid ?? 0, "SIGKILL");
      // Otherwise the readiness of the old process could count.
      await wait(100);
      await untilReady(product.url);
    } else {
      if (victim === "both") await product.kill();
      else process.kill(product.pid, "SIGKILL");
      product = await start();
    }
    recoveries.push(Date.now() - began);
  }

  async function killAll(): Promise<void> {
    for (let kill = 0; kill < kills; kill += 1) {
      const due = (writes / (kills + 1)) * (kill + 1);
      while (log.acknowledged.size < due) await wait(10);
      await killOne(victims[kill % victims.length] ?? "both");
    }
  }

  try {
    await Promise.all([crowd(writes, 8, (number) => log.announce(`Test ${number}`)), killAll()]);
    const connection = await connectToCluster(dataDir);
    if (!connection) throw new Error("The database is not running.");
    const rows = await query<{ subject: string; count: number }>(
      connection,
      "select subject, count(*)::int as count from test_schedules group by subject",
    );
    const lost = [...log.acknowledged].filter((subject) => !rows.some((row) => row.subject === subject));
    const doubled = rows.filter(({ count }) => count > 1);
    const slowest = Math.max(...recoveries);
    const cut = log.outcomes.filter((outcome) => outcome === "cut").length;
    const what = `kill -9 of web, database, both: ${kills} times during ${log.acknowledged.size} acknowledged writes`;
    return [
      {
        requirement: "R40",
        what: `${what} (${cut} disconnected, ${log.outcomes.length - cut} rejected and retried)`,
        wanted: "0 lost, 0 duplicated",
        measured: `${lost.length} lost, ${doubled.length} duplicated`,
        holds: lost.length === 0 && doubled.length === 0 && log.acknowledged.size === writes,
      },
      {
        requirement: "R40",
        what: "slowest recovery from a kill",
        wanted: "5 s",
        measured: `${(slowest / 1000).toFixed(1)} s`,
        // Timings mean nothing while other tests run.
        holds: slowest < (scale === "long" ? 5_000 : 60_000),
      },
    ];
  } finally {
    await product.stop().catch(() => {});
    await removeFolder(dataDir);
  }
};

async function untilReady(url: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(20)) {
    const answer = await fetch(`${url}/api/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
  }
  throw new Error("The product did not become ready again.");
}
