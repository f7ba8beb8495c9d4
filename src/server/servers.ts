import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { serversIn } from "@/lib/database-address";
import type { Connection } from "./db";

/** What one of several servers says of itself. Every promotion of a standby begins a later time line. */
type Look = { host: string; port: number; isStandby: boolean; isReadOnly: boolean; timeline: number };

/** How long a server has to answer a look, in milliseconds, twice: to let the caller in, and to tell. */
const patience = 2_000;
/** How long the others are waited for, in milliseconds, once a primary was met. */
const grace = 100;

/** SQLSTATE of what may not write. */
export class NoWritableServer extends Error {
  override name = "NoWritableServer";
  readonly code = "25006";
}

async function lookAt(server: string): Promise<Look> {
  const client = new pg.Client({
    connectionString: server,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: "lyceum look",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Omit<Look, "host" | "port">>(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::boolean as "isReadOnly",
         case when pg_is_in_recovery() then 0 else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`,
    );
    const [found] = rows;
    if (!found) throw new Error("it says nothing of itself");
    return { host: client.host, port: client.port, ...found };
  } finally {
    await client.end().catch(() => {});
  }
}

/** The servers of one address. */
export class Servers {
  readonly addresses: string[];
  /** The newest time line that this process has met there. */
  timeline = 0;
  /** What is done when a later one is met. */
  readonly onPromotion = new Set<() => void>();
  #choosing: Promise<Look> | undefined;

  constructor(addresses: string[]) {
    this.addresses = addresses;
  }

  /**
   * The primary of the newest time line: one that a promotion has left behind may still take writes, which would be lost.
   * Of two alike, the one that takes writes. Whoever asks at the same time shares one look. @throws NoWritableServer
   */
  choose(): Promise<Look> {
    this.#choosing ??= this.#choose().finally(() => {
      this.#choosing = undefined;
    });
    return this.#choosing;
  }

  async #choose(): Promise<Look> {
    const { met, reasons } = await this.#meet();
    const [chosen] = met
      .filter(({ timeline }) => timeline >= this.timeline)
      .sort((a, b) => b.timeline - a.timeline || Number(a.isReadOnly) - Number(b.isReadOnly));
    if (!chosen) {
      const behind = met.map(({ host, port }) => `${host}:${port} was left behind by a promotion`);
      const why = [...behind, ...reasons].join("; ");
      throw new NoWritableServer(`none of ${this.addresses.length} servers takes writes: ${why}`);
    }
    const isPromotion = chosen.timeline > this.timeline;
    this.timeline = chosen.timeline;
    if (isPromotion) for (const listener of this.onPromotion) listener();
    return chosen;
  }

  /** The primaries, and why the others are none; who is silent is not waited for long once one was met. */
  async #meet(): Promise<{ met: Look[]; reasons: string[] }> {
    const met: Look[] = [];
    const reasons: string[] = [];
    const looks = this.addresses.map(async (address) => {
      try {
        const look = await lookAt(address);
        if (!look.isStandby) return void met.push(look);
        reasons.push(`${look.host}:${look.port} is a standby`);
      } catch (error) {
        reasons.push(error instanceof Error ? error.message : String(error));
      }
      throw new Error("no primary");
    });
    const waitForOthers = Promise.any(looks).then(() => delay(grace));
    await Promise.race([Promise.allSettled(looks), waitForOthers.catch(() => Promise.allSettled(looks))]);
    return { met, reasons };
  }
}

const known = new Map<string, Servers>();

/** What there is to choose from: several servers, or one of which it is said that it may be a standby. */
export function serversOf(connection: Connection): Servers | undefined {
  if (!("connectionString" in connection)) return undefined;
  const address = connection.connectionString;
  const found = serversIn(address);
  if (found.length < 2 && !address.includes("target_session_attrs=")) return undefined;
  const servers = known.get(address) ?? new Servers(found);
  known.set(address, servers);
  return servers;
}
