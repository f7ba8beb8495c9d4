import "server-only";
import { StartError } from "@/lib/start-error";
import type { Connection } from "./client";
import { clientFor } from "./connect";

const risks = {
  fsync: "a power cut could ruin the database",
  full_page_writes: "a power cut could ruin the database",
  synchronous_commit: "a crash could lose what was already acknowledged",
};

/** Returns the version of a PostgreSQL server. @throws StartError if it may lose acknowledged writes */
export async function checkDurability(connection: Connection): Promise<string> {
  const client = clientFor(connection, { connectionTimeoutMillis: 4_000, application_name: "lyceum start" });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name = any($1)",
      [[...Object.keys(risks), "server_version", "transaction_read_only"]],
    );
    const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
    if (settings.get("transaction_read_only") === "on") {
      throw new StartError(
        "The PostgreSQL server is read-only (a standby, or set read-only): let DATABASE_URL point to its primary.",
      );
    }
    for (const [name, cost] of Object.entries(risks)) {
      if (settings.get(name) !== "off") continue;
      throw new StartError(`The PostgreSQL server runs with ${name} off, so ${cost}: turn ${name} on.`);
    }
    return settings.get("server_version") ?? "";
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(`The database cannot be reached (${reason}): is DATABASE_URL right?`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}
