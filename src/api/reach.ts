import "server-only";
import { env } from "@/env";
import type { Connection } from "@/server/db";
import { startCluster } from "@/server/postgres/cluster";
import { openDataDir } from "@/server/postgres/data-dir";
import { holdDataDir } from "@/server/postgres/lock";
import { watchRoom } from "@/server/room";

export type Say = (line: string) => void;
export type Stop = () => Promise<void>;

/**
 * Makes sure that there is a database, which is started here unless it is a server of the institute's own, and says how to
 * reach it. Adds to `stops` what ends it again. Needs little of the product, so that the rest can be loaded meanwhile.
 * @throws StartError
 */
export async function reachDatabase(say: Say, stops: Stop[]): Promise<Connection> {
  const { DATA_DIR, DATABASE_URL } = env();
  if (DATABASE_URL) {
    await openDataDir(DATA_DIR);
    return { connectionString: DATABASE_URL };
  }
  const hold = await holdDataDir(DATA_DIR);
  stops.push(() => hold.release());
  const cluster = await startCluster({ dataDir: DATA_DIR, say });
  stops.push(() => cluster.stop());
  watchRoom(cluster.folder);
  if (cluster.adopted) say("The embedded PostgreSQL of a start that was killed still runs; going on with it.");
  return cluster.connection;
}
