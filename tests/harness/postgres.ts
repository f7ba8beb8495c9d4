import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { Connection } from "@/server/db/client";
import { startCluster } from "@/server/postgres/cluster";
import { superuserAt } from "@/server/postgres/database";
import { applyMigrations } from "@/server/postgres/migrate";
import { stopServer } from "@/server/postgres/running";
import { folderPrefix } from "./folders";
import { databaseOf, query } from "./sql";

declare module "vitest" {
  interface ProvidedContext {
    /** The database server of this run, and its migrated template database for the workers. */
    databases: { server: Connection; template: string };
  }
}

let close: (() => Promise<void>) | undefined;

/** Starts the database server of this run, or uses `TEST_DATABASE_URL`, and creates the template. */
export async function setup(project: TestProject): Promise<void> {
  // Each project of the run has its own template.
  const template = `lyceum_test_${process.pid}_${project.name.replace(/\W+/g, "_")}`;
  const given = process.env.TEST_DATABASE_URL;
  const { server, release } = given ? givenServer(given, template) : await ownServer();
  close = release;
  await query(server, `create database ${template}`);
  await applyMigrations(databaseOf(server, template), "prisma/migrations");
  project.provide("databases", { server, template });
}

export async function teardown(): Promise<void> {
  await close?.();
  await sweep();
}

type TestServer = { server: Connection; release: () => Promise<void> };

async function ownServer(): Promise<TestServer> {
  await sweep();
  const dataDir = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const cluster = await startCluster({ dataDir, throwAway: true });
  const release = async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true });
  };
  return { server: superuserAt(cluster.connection.host), release };
}

/** Removes folders of ended processes and stops servers of a killed run. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(folderPrefix) || isAlive(Number.parseInt(name.slice(folderPrefix.length), 10))) continue;
    const folder = join(tmpdir(), name);
    await Promise.all([stopServer(join(folder, "postgres/data")), stopServer(join(folder, "data/postgres/data"))])
      .then(() => rm(folder, { recursive: true }))
      .catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
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
