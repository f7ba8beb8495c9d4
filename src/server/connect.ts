import "server-only";
import pg from "pg";
import type { Connection } from "./db";
import { NoWritableServer, type Servers, serversOf } from "./servers";

/** After so many seconds a connection is made anew, so that a promotion is noticed where none breaks. */
const longest = 30;

/** A client that goes, whenever it connects, to the server that takes writes. */
class ChoosingClient extends pg.Client {
  readonly #servers: Servers;
  #timeline = 0;

  constructor(config: pg.ClientConfig, servers: Servers) {
    super({ ...config, connectionString: servers.addresses[0] });
    this.#servers = servers;
  }

  /** True once a later time line is known: what is written here would be lost. */
  isLeftBehind(): boolean {
    return this.#timeline < this.#servers.timeline;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client: pg.Client) => void): void;
  override connect(callback?: (error: Error | null, client: pg.Client) => void): Promise<pg.Client> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(
      () => callback(null, this),
      (error: Error) => callback(error, this),
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    const { host, port, timeline } = await this.#servers.choose();
    this.host = host;
    this.port = port;
    this.#timeline = timeline;
    return super.connect();
  }
}

/** A connection of its own to the database; where several servers are named, to the one that takes writes. */
export function clientFor(connection: Connection, options: pg.ClientConfig): pg.Client {
  const servers = serversOf(connection);
  return servers ? new ChoosingClient(options, servers) : new pg.Client({ ...connection, ...options });
}

/**
 * Connections to the database for many works, chosen alike. None goes to a standby, which tells what was true a while ago:
 * who has been logged out or erased since would be there. None stays at a server that was left behind, or in a transaction.
 */
export function poolFor(connection: Connection, options: pg.PoolConfig): pg.Pool {
  const pool = poolTo(connection, options);
  pool.on("release", (_error, client) => {
    // It still waits for the answer to a statement that nobody waits for any more.
    if (client.getTransactionStatus() !== "I") void client.end();
  });
  return pool;
}

function poolTo(connection: Connection, options: pg.PoolConfig): pg.Pool {
  if (!("connectionString" in connection)) return new pg.Pool({ ...connection, ...options });
  const servers = serversOf(connection);
  return servers ? choosingPool(servers, options) : new pg.Pool({ ...connection, ...options, verify: refuseStandby });
}

function choosingPool(servers: Servers, options: pg.PoolConfig): pg.Pool {
  class Client extends ChoosingClient {
    constructor(config: pg.ClientConfig = {}) {
      super(config, servers);
    }
  }
  const pool = new pg.Pool({ ...options, Client, maxLifetimeSeconds: longest, verify: refuseStandby });
  pool.on("release", (_error, client) => {
    if (client instanceof ChoosingClient && client.isLeftBehind()) void client.end();
  });
  servers.onPromotion.add(() => takeUpIdle(pool));
  return pool;
}

/** Takes up those that nobody uses, so that each is looked at as it is given back. */
function takeUpIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left -= 1) {
    pool.connect().then(
      (client) => client.release(),
      () => {},
    );
  }
}

function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  client
    .query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
    .then(({ rows }) => done(rows[0]?.isStandby ? new NoWritableServer("the server is a standby") : undefined), done);
}
