import "server-only";
import pg from "pg";
import type { Connection } from "./client";
import { NoWritableServer, type Servers, serversOf } from "./servers";

/** Lifetime of a connection in seconds, so that a promotion that breaks no connection is noticed. */
const maxLifetimeSeconds = 30;

class PrimaryClient extends pg.Client {
  readonly #servers: Servers;
  #timeline = 0;

  constructor(config: pg.ClientConfig, servers: Servers) {
    super({ ...config, connectionString: servers.addresses[0] });
    this.#servers = servers;
  }

  /** True after a later promotion: writes on this connection would be lost. */
  isOutdated(): boolean {
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

/** Opens a single connection, to the primary if the address names several servers. */
export function clientFor(connection: Connection, options: pg.ClientConfig): pg.Client {
  const servers = serversOf(connection);
  return servers ? new PrimaryClient(options, servers) : new pg.Client({ ...connection, ...options });
}

/**
 * Creates a pool that connects to the primary only. A standby lags, so it would still accept sessions that have ended
 * and show erased data. Connections to a former primary, or with an open transaction, are closed on release.
 */
export function poolFor(connection: Connection, options: pg.PoolConfig): pg.Pool {
  const pool = createPool(connection, options);
  pool.on("release", (_error, client) => {
    // The caller has gone, but the connection still waits for the response to its statement.
    if (client.getTransactionStatus() !== "I") void client.end();
  });
  return pool;
}

function createPool(connection: Connection, options: pg.PoolConfig): pg.Pool {
  if (!("connectionString" in connection)) return new pg.Pool({ ...connection, ...options });
  const servers = serversOf(connection);
  return servers ? primaryPool(servers, options) : new pg.Pool({ ...connection, ...options, verify: refuseStandby });
}

function primaryPool(servers: Servers, options: pg.PoolConfig): pg.Pool {
  class Client extends PrimaryClient {
    constructor(config: pg.ClientConfig = {}) {
      super(config, servers);
    }
  }
  const pool = new pg.Pool({ ...options, Client, maxLifetimeSeconds, verify: refuseStandby });
  pool.on("release", (_error, client) => {
    if (client instanceof PrimaryClient && client.isOutdated()) void client.end();
  });
  servers.onPromotion.add(() => recheckIdle(pool));
  return pool;
}

/** Checks out and releases idle connections, so that the release handler closes outdated ones. */
function recheckIdle(pool: pg.Pool): void {
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
