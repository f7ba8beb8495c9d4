import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { serversIn } from "@/lib/database-address";
import type { Connection } from "./client";

/** State of one server. Every promotion of a standby starts a higher timeline. */
type ServerState = { host: string; port: number; isStandby: boolean; isReadOnly: boolean; timeline: number };

const timeout = 2_000;
/** How long to wait for the other servers once a primary has responded, in milliseconds. */
const gracePeriod = 100;

/** No server accepts writes; 25006 is the SQLSTATE for read-only. */
export class NoWritableServer extends Error {
  override name = "NoWritableServer";
  readonly code = "25006";
}

async function inspect(server: string): Promise<ServerState> {
  const client = new pg.Client({
    connectionString: server,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    application_name: "lyceum look",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Omit<ServerState, "host" | "port">>(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::boolean as "isReadOnly",
         case when pg_is_in_recovery() then 0 else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`,
    );
    const [found] = rows;
    if (!found) throw new Error("it sent no status");
    return { host: client.host, port: client.port, ...found };
  } finally {
    await client.end().catch(() => {});
  }
}

/** The servers of one connection string, and which of them is the primary. */
export class Servers {
  readonly addresses: string[];
  timeline = 0;
  readonly onPromotion = new Set<() => void>();
  #choosing: Promise<ServerState> | undefined;

  constructor(addresses: string[]) {
    this.addresses = addresses;
  }

  /**
   * Finds the primary on the highest timeline. A former primary may still accept writes, which would be lost. Among
   * equals it prefers one that accepts writes. Concurrent callers share one search. @throws NoWritableServer
   */
  choose(): Promise<ServerState> {
    this.#choosing ??= this.#choose().finally(() => {
      this.#choosing = undefined;
    });
    return this.#choosing;
  }

  async #choose(): Promise<ServerState> {
    const { primaries, reasons } = await this.#meet();
    const [chosen] = primaries
      .filter(({ timeline }) => timeline >= this.timeline)
      .sort((a, b) => b.timeline - a.timeline || Number(a.isReadOnly) - Number(b.isReadOnly));
    if (!chosen) {
      const behind = primaries.map(({ host, port }) => `${host}:${port} was left behind by a promotion`);
      const why = [...behind, ...reasons].join("; ");
      throw new NoWritableServer(`none of ${this.addresses.length} servers takes writes: ${why}`);
    }
    const isPromotion = chosen.timeline > this.timeline;
    this.timeline = chosen.timeline;
    if (isPromotion) for (const listener of this.onPromotion) listener();
    return chosen;
  }

  async #meet(): Promise<{ primaries: ServerState[]; reasons: string[] }> {
    const primaries: ServerState[] = [];
    const reasons: string[] = [];
    const looks = this.addresses.map(async (address) => {
      try {
        const look = await inspect(address);
        if (!look.isStandby) return void primaries.push(look);
        reasons.push(`${look.host}:${look.port} is a standby`);
      } catch (error) {
        reasons.push(error instanceof Error ? error.message : String(error));
      }
      throw new Error("no primary");
    });
    const waitForOthers = Promise.any(looks).then(() => delay(gracePeriod));
    await Promise.race([Promise.allSettled(looks), waitForOthers.catch(() => Promise.allSettled(looks))]);
    return { primaries, reasons };
  }
}

const serversByAddress = new Map<string, Servers>();

/** Server list of a connection string that names several servers or sets `target_session_attrs`. */
export function serversOf(connection: Connection): Servers | undefined {
  if (!("connectionString" in connection)) return undefined;
  const address = connection.connectionString;
  const found = serversIn(address);
  if (found.length < 2 && !address.includes("target_session_attrs=")) return undefined;
  const servers = serversByAddress.get(address) ?? new Servers(found);
  serversByAddress.set(address, servers);
  return servers;
}
