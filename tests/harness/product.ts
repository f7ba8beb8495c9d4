import { join } from "node:path";
import { connectToCluster } from "@/server/postgres/cluster";
import type { SocketConnection } from "@/server/postgres/database";
import { unpackBrowser } from "./browser";
import { buildWatched } from "./build";
import { serveFailingOver } from "./failover";
import { copyFolder, launch, removeFolder, temporaryFolder } from "./launch.mjs";
import { expectCleanLogs, typedInto } from "./log-check";
import { startReplicas } from "./replicas";

export const administrator = { username: "admin", password: "chalk and seven lanterns" };

export const studentPassword = "mango-river-9";

type Product = { url: string; database: SocketConnection; stop: () => Promise<void> };

const results = join(import.meta.dirname, "../../test-results");

function start(dataDir: string, name: string, more: Record<string, string>) {
  // Trust the tests' X-Forwarded-For; GATEWAY=off runs them without the gateway.
  const settings = { TRUSTED_PROXIES: "1", GATEWAY: process.env.GATEWAY ?? "on", ...more };
  return launch({ dataDir, adminPassword: administrator.password, logFile: join(results, name), more: settings });
}

async function databaseOf(dataDir: string): Promise<SocketConnection> {
  const connection = await connectToCluster(dataDir);
  if (!connection) throw new Error("The database of the product under test does not run.");
  return connection;
}

/** Starts once and keeps a copy for the other products of this run: a first start mostly creates the database. */
async function startOne(dataDir: string): Promise<Product> {
  await (await start(dataDir, "first-start.log", {})).stop();
  process.env.STARTED_DATA_DIR = await copyFolder(dataDir);
  const { url, stop } = await start(dataDir, "product.log", {});
  return { url, stop, database: await databaseOf(dataDir) };
}

function startSeveral(dataDir: string, count: number): Promise<Product> {
  const place = { dataDir, logs: join(results, "product"), adminPassword: administrator.password };
  const seconds = Number(process.env.FAILOVER ?? 0);
  return startReplicas(place, count, {}, seconds > 0 ? (folder) => serveFailingOver(folder, seconds) : undefined);
}

/**
 * Starts the product once for all browser tests, on fresh data: one process, or three with REPLICAS=3, with a database failover
 * after FAILOVER seconds. Checks all logs at the end. PRODUCT_URL uses a running product instead.
 */
export default async function startProduct(): Promise<(() => Promise<void>) | undefined> {
  await unpackBrowser();
  if (process.env.PRODUCT_URL) return undefined;
  await buildWatched();
  const dataDir = await temporaryFolder();
  const began = new Date();
  const replicas = Number(process.env.REPLICAS ?? 1);
  const starting: Promise<Product> = replicas > 1 ? startSeveral(dataDir, replicas) : startOne(dataDir);
  const product = await starting.catch(async (error) => {
    await removeFolder(dataDir);
    throw error;
  });
  process.env.PRODUCT_URL = product.url;
  process.env.PRODUCT_DATA_DIR = replicas > 1 ? join(dataDir, "shared") : dataDir;
  process.env.PRODUCT_DATABASE = JSON.stringify(product.database);
  return async () => {
    try {
      const typed = [administrator.password, studentPassword, ...(await typedInto(product.database))];
      await product.stop();
      await expectCleanLogs(results, began, typed);
    } finally {
      await removeFolder(dataDir);
      await removeFolder(process.env.STARTED_DATA_DIR ?? "");
    }
  };
}
