import { chmod } from "node:fs/promises";
import { join } from "node:path";
import type { SocketConnection } from "@/server/postgres/database";
import { startPair, startSwitch } from "./postgres-pair";

/** A database for several processes: its URL for them, and a connection for the tests. */
export type Served = { address: string; connection: SocketConnection; stop: () => Promise<void> };

/**
 * A primary with a synchronous standby. After `seconds` the primary is killed and the standby promoted, without notice.
 * @throws at the end if the failover has not happened or has failed
 */
export async function serveFailingOver(folder: string, seconds: number): Promise<Served> {
  await chmod(folder, 0o755);
  const pair = await startPair(join(folder, "servers"), { throwAway: false });
  const proxy = await startSwitch(pair.primary);
  await pair.primary.sql("alter system set synchronous_standby_names = 'standby'");
  await pair.primary.sql("select pg_reload_conf()");
  const { user, database, host } = pair.primary.connection;
  const hosts = [host, pair.standby.connection.host].map(encodeURIComponent).join();

  let outcome: unknown = new Error(`The suite was over before its failover, which was to come after ${seconds} s.`);
  const failOver = async () => {
    const began = Date.now();
    await pair.primary.signal("SIGKILL");
    await pair.promote();
    proxy.leadTo(pair.standby);
    process.stderr.write(`\nThe primary was killed, and the standby promoted ${Date.now() - began} ms later.\n`);
    outcome = undefined;
  };
  const timer = setTimeout(() => {
    failOver().catch((error: unknown) => {
      outcome = error;
    });
  }, seconds * 1000);

  return {
    address: `postgresql://${user}@localhost/${database}?host=${hosts}&target_session_attrs=read-write`,
    connection: { host: "127.0.0.1", port: proxy.port, user, database },
    stop: async () => {
      clearTimeout(timer);
      await proxy.close();
      await pair.stop();
      if (outcome) throw outcome;
    },
  };
}
