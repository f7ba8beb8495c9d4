import { join } from "node:path";
import { startCluster } from "@/server/postgres/cluster";
import type { SocketConnection } from "@/server/postgres/database";
import { startBalancer } from "./balancer";
import type { Served } from "./failover";
import { launch } from "./launch.mjs";

type Product = Awaited<ReturnType<typeof launch>>;

/** Several processes behind a load balancer, with one PostgreSQL server and one folder for files. */
export type Replicas = {
  url: string;
  database: SocketConnection;
  products: Product[];
  stop: () => Promise<void>;
};

/**
 * Starts them on fresh data below `dataDir`; shared files are in `shared`, logs in `LOGS-1.log` and so on.
 * @param serve starts their database; by default one server
 */
export async function startReplicas(
  { dataDir, logs, adminPassword }: { dataDir: string; logs: string; adminPassword: string },
  count: number,
  more: Record<string, string> = {},
  serve: (folder: string) => Promise<Served> = serveOne,
): Promise<Replicas> {
  const server = await serve(dataDir);
  const settings = { ...more, DATABASE_URL: server.address, TRUSTED_PROXIES: "2" };
  const products: Product[] = [];
  const stopAll = async () => {
    for (const product of products) await product.stop().catch(() => {});
    await server.stop();
  };
  try {
    for (let number = 1; number <= count; number += 1) {
      const [logFile, folder] = [`${logs}-${number}.log`, join(dataDir, "shared")];
      products.push(await launch({ dataDir: folder, adminPassword, logFile, more: settings }));
    }
    const balancer = await startBalancer(products.map(({ url }) => url));
    const stop = async () => {
      await balancer.close();
      await stopAll();
    };
    return { url: balancer.url, database: server.connection, products, stop };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function serveOne(folder: string): Promise<Served> {
  const { connection, stop } = await startCluster({ dataDir: join(folder, "server") });
  const { host, port, user, database } = connection;
  const address = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  return { address, connection, stop };
}
