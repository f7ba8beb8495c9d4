import { setTimeout as wait } from "node:timers/promises";
import { connectToCluster } from "@/server/postgres/cluster";
import { launch, removeFolder, temporaryFolder } from "../../scripts/launch.mjs";
import { administrator } from "../setup/product";
import { query } from "../setup/sql";

/** A product of a proof's own, behind one proxy, which says where each request comes from. */
export type Proven = {
  url: string;
  pid: number;
  /** Runs a statement on its database, past its pool and its limits. */
  sql: (statement: string) => Promise<void>;
};

/**
 * Does `work` with a product on fresh data. What it logs is at `test-results/NAME.log`.
 * @param flags for Node
 */
export async function withProduct<Result>(
  name: string,
  work: (product: Proven) => Promise<Result>,
  flags: string[] = [],
): Promise<Result> {
  const dataDir = await temporaryFolder();
  try {
    const logFile = `test-results/${name}.log`;
    const more = { TRUSTED_PROXIES: "1" };
    const command = [process.execPath, ...flags, "scripts/start.mjs"];
    const product = await launch({ dataDir, adminPassword: administrator.password, logFile, more, command });
    try {
      const connection = await connectToCluster(dataDir);
      if (!connection) throw new Error("The database does not run.");
      const sql = async (statement: string) => void (await query(connection, statement));
      return await work({ url: product.url, pid: product.pid, sql });
    } finally {
      await product.stop();
    }
  } finally {
    await removeFolder(dataDir);
  }
}

/** What a request was answered, and after how many milliseconds; status 0 when it was not. */
export type Asked = { status: number; milliseconds: number; retryAfter: string | null };

/** Sends a request and reads its answer to the end; by `send` where it needs a login. */
export async function ask(url: string, init: RequestInit = {}, send = fetch as Send): Promise<Asked> {
  const began = performance.now();
  try {
    const answer = await send(url, { ...init, signal: AbortSignal.timeout(30_000) });
    await answer.arrayBuffer();
    const { status, headers } = answer;
    return { status, milliseconds: performance.now() - began, retryAfter: headers.get("retry-after") };
  } catch {
    return { status: 0, milliseconds: performance.now() - began, retryAfter: null };
  }
}

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Asks for the product's health again and again until `work` is over. */
export async function watchingHealth<Result>(url: string, work: () => Promise<Result>): Promise<[Result, Asked[]]> {
  const seen: Asked[] = [];
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      seen.push(await ask(`${url}/api/health`));
      await wait(50);
    }
  };
  const watching = watch();
  try {
    return [await work(), seen];
  } finally {
    isOver = true;
    await watching;
  }
}

/** The time, in milliseconds, that so many of a hundred requests stayed below. */
export function percentile(asked: Asked[], percent: number): number {
  const sorted = asked.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0);
}

/** How often each status was answered, as `200: 31, 503: 4`. */
export function statusesOf(asked: Pick<Asked, "status">[]): string {
  const counts = new Map<number, number>();
  for (const { status } of asked) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", ");
}

/** The address of a visitor that no other one has. */
export const visitor = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
