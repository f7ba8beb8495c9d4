import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { adminToken, announcer, crowd, type Outcome } from "../harness/announcer";
import { launch, removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { type Pair, type Switch, startPair, startSwitch } from "../harness/postgres-pair";
import { administrator } from "../harness/product";
import type { Figure, ResilienceTest } from "./figures";

/** Number of processes, and of writes during the loss of a synchronous primary. */
const sizes = { quick: { processes: 2, writes: 0 }, long: { processes: 3, writes: 600 } };
const requirement = "R53";

/**
 * Runs processes on a replicated pair of PostgreSQL servers. All but the last list both servers in their connection
 * string; the last one connects through a proxy.
 */
export const run: ResilienceTest = async (scale) => {
  const { processes, writes } = sizes[scale];
  const figures = await withPair(processes, "lost", async (scene) => [
    ...(await readOnly(scene)),
    ...(await lostCommits(scene)),
  ]);
  if (writes === 0) return figures;
  return [...figures, ...(await withPair(processes, "kept", (scene) => confirmedCommits(scene, writes)))];
};

type Scene = { pair: Pair; proxy: Switch; urls: string[]; token: string };

async function withPair(processes: number, name: string, work: (scene: Scene) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const pair = await startPair(join(folder, "servers"), { throwAway: false });
  const proxy = await startSwitch(pair.primary);
  const products: Awaited<ReturnType<typeof launch>>[] = [];
  try {
    for (let number = 1; number <= processes; number += 1) {
      const hosts = [pair.standby, pair.primary].map(({ connection }) => encodeURIComponent(connection.host)).join();
      const several = `postgres://lyceum@localhost/lyceum?host=${hosts}&target_session_attrs=read-write`;
      const DATABASE_URL = number < processes ? several : `postgres://lyceum@127.0.0.1:${proxy.port}/lyceum`;
      const logFile = join("test-results", `failover-${name}-${number}.log`);
      const [dataDir, adminPassword] = [join(folder, "shared"), administrator.password];
      products.push(await launch({ dataDir, adminPassword, logFile, more: { DATABASE_URL } }));
    }
    const urls = products.map(({ url }) => url);
    return await work({ pair, proxy, urls, token: await adminToken(urls[0] ?? "") });
  } finally {
    for (const product of products) await product.stop();
    await proxy.close();
    await pair.stop();
    await removeFolder(folder);
  }
}

const listAt = async (url: string) => (await fetch(`${url}/api/notifications?limit=1000`)).text();

/** Milliseconds until `isSo` holds for every process, at most about 20 s. */
async function untilAll(urls: string[], isSo: (url: string) => Promise<boolean>): Promise<number> {
  const began = Date.now();
  for (const url of urls) while (!(await isSo(url)) && Date.now() - began < 20_000) await wait(20);
  return Date.now() - began;
}

const isReady = async (url: string) => (await fetch(`${url}/api/ready`)).status === 200;

/** The primary rejects writes for a while, like a managed server with a full disk. */
async function readOnly({ pair, urls, token }: Scene): Promise<Figure[]> {
  const log = announcer(() => urls[0] ?? "", token);
  const set = async (statement: string) => {
    await pair.primary.sql(`alter system ${statement}`);
    await pair.primary.sql("select pg_reload_conf()");
  };
  await log.announce("Before");
  await fetch(`${urls[0]}/api/services/submit`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ...{ selectedClass: 7, name: "Kiran Das", parentName: "Mohan Das" },
      ...{ email: "das@school.example", phone: "+91 98765 43210" },
    }),
  });
  await set("set default_transaction_read_only = on");
  const turned = await untilAll(urls, async (url) => !(await isReady(url)));
  const told = await Promise.all(
    urls.map(async (url) => {
      const outcome = await announcer(() => url, token).attempt("Meanwhile");
      const [list, ready, reads, results] = await Promise.all([
        fetch(`${url}/api/notifications?q=anew`),
        fetch(`${url}/api/ready`),
        fetch(`${url}/api/ready?for=reads`),
        fetch(`${url}/api/services`, { headers: { authorization: `Bearer ${token}` } }),
      ]);
      const write = outcome === "cut" ? outcome : `${outcome.status} after ${outcome.retryAfter}`;
      return `write ${write}, list ${list.status}, ready ${ready.status}, for reads ${reads.status}, on record ${results.status}`;
    }),
  );
  await set("reset default_transaction_read_only");
  const well = await untilAll(urls, isReady);
  const wanted = "write 503 after 2, list 200, ready 503, for reads 200, on record 503";
  const others = told.filter((one) => one !== wanted);
  return [
    {
      requirement,
      what: `${urls.length} processes while the primary is read-only`,
      wanted,
      measured: others[0] ?? wanted,
      holds: others.length === 0 && turned < 20_000,
    },
    {
      requirement,
      what: "ready after the primary accepts writes again, without a restart",
      wanted: "2 s",
      measured: `${(well / 1000).toFixed(1)} s`,
      holds: well <= 2_000,
    },
  ];
}

/** The primary dies with a change that was not replicated, and the standby is promoted. */
async function lostCommits({ pair, proxy, urls, token }: Scene): Promise<Figure[]> {
  const log = announcer(() => urls[0] ?? "", token);
  await log.announce("Kept");
  await pair.caughtUp();
  await pair.stopReceiver();
  await log.announce("Lost");
  await untilAll(urls, async (url) => (await listAt(url)).includes("Lost"));
  await pair.primary.signal("SIGKILL");
  const away = await Promise.all(urls.map((url) => announcer(() => url, token).attempt("Nowhere")));
  await pair.promote();
  proxy.leadTo(pair.standby);
  const ready = await untilAll(urls, isReady);
  await log.announce("New");
  const seen = await untilAll(urls, async (url) => {
    const list = await listAt(url);
    return list.includes("New") && list.includes("Kept") && !list.includes("Lost");
  });
  const statuses = away.map((outcome) => (outcome === "cut" ? outcome : outcome.status));
  return [
    {
      requirement,
      what: "a write while no server accepts writes",
      wanted: "503 with Retry-After",
      measured: statuses.join(", "),
      holds: away.every((outcome) => outcome !== "cut" && outcome.status === 503 && Number(outcome.retryAfter) > 0),
    },
    {
      requirement,
      what: `${urls.length} processes ready after the promotion of the standby`,
      wanted: "5 s",
      measured: `${(ready / 1000).toFixed(1)} s`,
      holds: ready <= 5_000,
    },
    {
      requirement,
      what: "all processes list the change made after the promotion and not the one lost with the primary",
      wanted: "2 s",
      measured: `${(seen / 1000).toFixed(1)} s`,
      holds: seen <= 2_000,
    },
  ];
}

async function confirmedCommits({ pair, proxy, urls, token }: Scene, writes: number): Promise<Figure[]> {
  await pair.primary.sql("alter system set synchronous_standby_names = 'standby'");
  await pair.primary.sql("select pg_reload_conf()");
  let turn = 0;
  const log = announcer(() => urls[turn++ % urls.length] ?? "", token);
  const fail = async () => {
    while (log.acknowledged.size < writes / 3) await wait(10);
    await pair.primary.signal("SIGKILL");
    await pair.promote();
    proxy.leadTo(pair.standby);
  };
  await Promise.all([crowd(writes, 8, (number) => log.announce(`Confirmed ${number}`)), fail()]);
  const lists = await Promise.all(urls.map(listAt));
  const found = [...(lists[0] ?? "").matchAll(/"subject":"(Confirmed \d+)"/g)].map(([, subject]) => subject ?? "");
  const lost = [...log.acknowledged].filter((subject) => !found.includes(subject)).length;
  const doubled = found.length - new Set(found).size;
  // 409: the first attempt still holds its key.
  const isRefused = (outcome: Outcome) =>
    outcome !== "cut" && [503, 409].includes(outcome.status) && Number(outcome.retryAfter) > 0;
  const odd = log.outcomes.filter((outcome) => !isRefused(outcome)).length;
  return [
    {
      requirement,
      what: `a primary killed during ${writes} writes with synchronous_standby_names set, and its standby promoted (${log.outcomes.length} rejected and retried)`,
      wanted: "0 lost, 0 duplicated, 0 rejected without Retry-After",
      measured: `${lost} lost, ${doubled} duplicated, ${odd} rejected without Retry-After`,
      holds: lost === 0 && doubled === 0 && odd === 0,
    },
  ];
}
