import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { Connection } from "@/server/db";
import { startCluster } from "@/server/postgres/cluster";
import { superuserAt } from "@/server/postgres/database";
import { applyMigrations } from "@/server/postgres/migrate";
import { databaseOf, query } from "./sql";

declare module "vitest" {
  interface ProvidedContext {
    /** The server of this run, and the migrated database on it that each worker's own is copied from. */
    databases: { server: Connection; template: string };
  }
}

let close: (() => Promise<void>) | undefined;

/** Starts the database server of this run, or takes the one of `TEST_DATABASE_URL`, and makes the template. */
export async function setup(project: TestProject): Promise<void> {
  const template = `lyceum_test_${process.pid}`;
  const given = process.env.TEST_DATABASE_URL;
  const { server, release } = given ? givenServer(given, template) : await ownServer();
  close = release;
  await query(server, `create database ${template}`);
  await applyMigrations(databaseOf(server, template), "prisma/migrations");
  project.provide("databases", { server, template });
}

export async function teardown(): Promise<void> {
  await close?.();
}

type TestServer = { server: Connection; release: () => Promise<void> };

async function ownServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "lyceum-test-"));
  const cluster = await startCluster({ dataDir, throwAway: true });
  const release = async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true });
  };
  return { server: superuserAt(cluster.connection.host), release };
}

function givenServer(connectionString: string, template: string): TestServer {
  const server = { connectionString };
  const release = async () => {
    const made = "select datname from pg_database where datname = $1 or starts_with(datname, $1 || '_')";
    for (const { datname } of await query<{ datname: string }>(server, made, [template])) {
      await query(server, `drop database ${datname} with (force)`);
    }
  };
  return { server, release };
}
