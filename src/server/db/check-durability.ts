import "server-only";
import type pg from "pg";
import { reasonOf, StartError } from "@/lib/start-error";
import type { Connection } from "./client";
import { clientFor } from "./connect";

const risks = {
  fsync: "a power cut could ruin the database",
  full_page_writes: "a power cut could ruin the database",
  synchronous_commit: "a crash could lose what was already acknowledged",
};

const oldest = 15;

/** Returns the version of a PostgreSQL server. @throws StartError if it cannot hold the tables, or may lose acknowledged writes */
export async function checkDurability(connection: Connection): Promise<string> {
  let client: pg.Client | undefined;
  try {
    // Reads the certificates that the address names.
    client = clientFor(connection, { connectionTimeoutMillis: 4_000, application_name: "lyceum start" });
    client.on("error", () => {});
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name = any($1)",
      [[...Object.keys(risks), "server_version", "server_version_num", "server_encoding", "transaction_read_only"]],
    );
    const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
    refuseSettings(settings);
    return settings.get("server_version") ?? "";
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database cannot be reached (${reasonOf(error)}): is DATABASE_URL right?`, {
      cause: error,
    });
  } finally {
    await client?.end().catch(() => {});
  }
}

/** @throws StartError for a server with these settings that cannot hold the tables, or may lose acknowledged writes */
export function refuseSettings(settings: ReadonlyMap<string, string>): void {
  if (settings.get("transaction_read_only") === "on") {
    throw new StartError(
      "The PostgreSQL server is read-only (a standby, or set read-only): let DATABASE_URL point to its primary.",
    );
  }
  if (Number(settings.get("server_version_num")) < oldest * 10_000) {
    throw new StartError(
      `The server has PostgreSQL ${settings.get("server_version")}: Lyceum needs version ${oldest} or newer.`,
    );
  }
  const encoding = settings.get("server_encoding");
  if (encoding !== "UTF8") {
    throw new StartError(
      `The database has the encoding ${encoding}, which cannot hold every name: let DATABASE_URL point to one with UTF8.`,
    );
  }
  for (const [name, cost] of Object.entries(risks)) {
    if (settings.get(name) !== "off") continue;
    throw new StartError(`The PostgreSQL server runs with ${name} off, so ${cost}: turn ${name} on.`);
  }
}
