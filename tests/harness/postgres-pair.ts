import { chmod, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { binariesFor } from "@/server/postgres/binaries";
import { ensureCluster } from "@/server/postgres/create";
import { connectionAt, ensureDatabase, type SocketConnection, superuserAt } from "@/server/postgres/database";
import { type Location, openLocation } from "@/server/postgres/location";
import { readPidFile, stopServer } from "@/server/postgres/running";
import { startServer } from "@/server/postgres/server";
import { closeSocketFolder, socketFolderOf, socketPort } from "@/server/postgres/socket";
import { query } from "./sql";

/** A PostgreSQL server without a supervisor: after a kill it stays down. */
export type Standing = {
  connection: SocketConnection;
  /** Runs a statement as the owner of the server. */
  sql: <Row extends object>(statement: string) => Promise<Row[]>;
  /** Sends a signal to the server: SIGKILL ends it as a power cut does. */
  signal: (signal: NodeJS.Signals) => Promise<void>;
  /** Restarts it with the same data. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** A primary and a standby with streaming replication. */
export type Pair = {
  primary: Standing;
  standby: Standing;
  /** Waits until the standby has replayed all writes of the primary. */
  caughtUp: () => Promise<void>;
  stopReceiver: () => Promise<void>;
  /** Promotes the standby to a primary with a new timeline. */
  promote: () => Promise<void>;
  stop: () => Promise<void>;
};

type Options = { throwAway: boolean };

async function standing(place: Location, { throwAway }: Options): Promise<Standing> {
  const socket = socketFolderOf(place);
  const start = async () => {
    await startServer(place, { binaries: await binariesFor(place.folder, place.account), socket, throwAway });
  };
  const pid = (await readPidFile(place.data))?.pid;
  if (pid === undefined) await start();
  return {
    connection: connectionAt(socket),
    sql: (statement) => query(superuserAt(socket), statement),
    signal: async (signal) => void process.kill((await readPidFile(place.data))?.pid ?? 0, signal),
    start,
    stop: async () => {
      await stopServer(place.data);
      await closeSocketFolder(place, socket);
    },
  };
}

/** Starts both below an empty, traversable folder. `throwAway` disables fsync. */
export async function startPair(folder: string, options: Options): Promise<Pair> {
  const [first, second] = [join(folder, "primary"), join(folder, "standby")];
  await mkdir(first, { recursive: true });
  const place = await openLocation(first, () => {});
  const binaries = await binariesFor(place.folder, place.account);
  await ensureCluster(place, { binaries, say: () => {}, throwAway: options.throwAway });
  const primary = await standing(place, options);
  await ensureDatabase(primary.connection.host);
  const standby = await copied(place, primary, second, options);
  const until = async (server: Standing, statement: string) => {
    const deadline = Date.now() + 20_000;
    while (!(await server.sql<{ is: boolean }>(statement))[0]?.is) {
      if (Date.now() > deadline) throw new Error(`Never true: ${statement}`);
      await wait(20);
    }
  };
  await until(standby, "select exists (select from pg_stat_wal_receiver where status = 'streaming') as is");
  return {
    primary,
    standby,
    caughtUp: async () => {
      const [row] = await primary.sql<{ at: string }>("select pg_current_wal_lsn() as at");
      await until(standby, `select pg_last_wal_replay_lsn() >= '${row?.at}' as is`);
    },
    stopReceiver: async () => {
      await standby.sql("alter system set primary_conninfo = ''");
      await standby.sql("select pg_reload_conf()");
      await until(standby, "select not exists (select from pg_stat_wal_receiver) as is");
    },
    promote: async () => {
      await standby.sql("select pg_promote()");
      await until(standby, "select not pg_is_in_recovery() as is");
    },
    stop: async () => {
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

/** Starts a standby from an online base backup, as in PostgreSQL's manual. */
async function copied(from: Location, primary: Standing, dataDir: string, options: Options): Promise<Standing> {
  const data = join(dataDir, "postgres", "data");
  await mkdir(data, { recursive: true });
  const client = new pg.Client(superuserAt(primary.connection.host));
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    const isServers = (path: string) =>
      !/postmaster\.(pid|opts)$|\/pg_(wal|replslot|dynshmem|notify|stat_tmp)\/./.test(path);
    await cp(from.data, data, { recursive: true, filter: isServers });
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    await writeFile(join(data, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
  await chmod(data, 0o700);
  await writeFile(join(data, "standby.signal"), "");
  const { host, user } = superuserAt(primary.connection.host);
  const conninfo = `host=${host} port=${socketPort} user=${user} application_name=standby`;
  await writeFile(join(data, "postgresql.auto.conf"), `primary_conninfo = '${conninfo}'\n`);
  await rm(join(data, "postmaster.pid"), { force: true });
  return standing(await openLocation(dataDir, () => {}), options);
}

/** A TCP proxy that forwards a port to one server at a time. */
export type Switch = {
  port: number;
  /** Switches to another server and closes existing connections unless `gently`. */
  leadTo: (server: Standing, gently?: "gently") => void;
  close: () => Promise<void>;
};

/** Opens a port that forwards to `server`. */
export async function startSwitch(server: Standing): Promise<Switch> {
  let target = server;
  const open = new Set<Socket>();
  const door = createServer((caller) => {
    const onward = createConnection(join(target.connection.host, `.s.PGSQL.${socketPort}`));
    for (const [one, other] of [[caller, onward] as const, [onward, caller] as const]) {
      open.add(one);
      one.pipe(other);
      one
        .on("error", () => other.destroy())
        .on("close", () => {
          open.delete(one);
          other.destroy();
        });
    }
  });
  await new Promise<void>((ready) => door.listen(0, "127.0.0.1", ready));
  const address = door.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    leadTo: (next, gently) => {
      target = next;
      if (!gently) for (const socket of open) socket.destroy();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => door.close(closed));
    },
  };
}
