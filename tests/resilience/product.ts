import { setTimeout as wait } from "node:timers/promises";
import { connectToCluster } from "@/server/postgres/cluster";
import { launch, removeFolder, startedFolder } from "../harness/launch.mjs";
import { administrator } from "../harness/product";
import { query } from "../harness/sql";

/** A product behind one proxy, whose X-Forwarded-For header tests set. */
export type Product = {
  url: string;
  pid: number;
  /** Runs a statement directly on its database, without pool and timeouts. */
  sql: (statement: string) => Promise<void>;
};

/**
 * Runs `work` with a product on new data; its log is `test-results/NAME.log`. @param flags for Node
 */
export async function withProduct<Result>(
  name: string,
  work: (product: Product) => Promise<Result>,
  flags: string[] = [],
): Promise<Result> {
  const dataDir = await startedFolder();
  try {
    const logFile = `test-results/${name}.log`;
    const more = { TRUSTED_PROXIES: "1" };
    const command = [process.execPath, ...flags, "src/main/serve.mjs"];
    const product = await launch({ dataDir, adminPassword: administrator.password, logFile, more, command });
    try {
      const connection = await connectToCluster(dataDir);
      if (!connection) throw new Error("The database is not running.");
      const sql = async (statement: string) => void (await query(connection, statement));
      return await work({ url: product.url, pid: product.pid, sql });
    } finally {
      await product.stop();
    }
  } finally {
    await removeFolder(dataDir);
  }
}

/** Status and duration in milliseconds; status 0 for a failed connection. */
export type Asked = { status: number; milliseconds: number; retryAfter: string | null };

/** Sends a request and reads the whole response; pass `send` for requests with a login. */
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

/** Polls the health check until `work` ends. */
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

/** Percentile of durations in milliseconds. */
export function percentile(asked: Asked[], percent: number): number {
  const sorted = asked.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0);
}

/** Number of responses by status, as `200: 31, 503: 4`. */
export function statusesOf(asked: Pick<Asked, "status">[]): string {
  const counts = new Map<number, number>();
  for (const { status } of asked) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", ");
}

/** A unique client address. */
export const visitor = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
