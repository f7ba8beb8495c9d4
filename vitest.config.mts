import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { patience } from "./tests/harness/patience.mjs";

// Far from UTC and across its date line, so that a date read in the wrong zone shows.
process.env.TZ = "Pacific/Auckland";
// Keeps the server's routine log lines out of a test run.
process.env.LOG_LEVEL = "warn";

const onDatabase = {
  env: { NEXTAUTH_SECRET: "a secret that only the tests know" },
  globalSetup: "tests/harness/postgres.ts",
  setupFiles: ["tests/harness/console.ts", "tests/harness/database.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

const filesIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(new URL(folder, import.meta.url))
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );

/** Files that set environment variables or replace modules need a process of their own. */
const ownProcess = /process\.env(\.\w+|\[\w+\]) = |assign\(process\.env|vi\.(mock|stubEnv|resetModules)/;
const isApart = (path: string) => ownProcess.test(readFileSync(path, "utf8"));

const pure = { setupFiles: "tests/harness/console.ts", testTimeout: 60_000 };
const pureFiles = filesIn("tests", "tests/unit");
const onDatabaseFiles = filesIn("tests/api", "tests/rest", "tests/server");

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { "server-only": fileURLToPath(new URL("tests/harness/empty.ts", import.meta.url)) },
  },
  test: {
    environment: "node",
    // One more than the processors, because tests wait for the database.
    maxWorkers: 3,
    // Short-lived objects fit into a larger young generation, which saves 5 to 8 % of the work.
    execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=128"],
    restoreMocks: true,
    expect: { poll: { timeout: patience } },
    tags: [{ name: "long", description: "Runs in `npm run resilience`.", skip: process.env.FC_RUNS === undefined }],
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: pureFiles.filter((path) => !isApart(path)),
          isolate: false,
          ...pure,
        },
      },
      {
        extends: true,
        test: {
          name: "rules apart",
          include: pureFiles.filter(isApart),
          ...pure,
        },
      },
      {
        extends: true,
        test: {
          name: "screens",
          include: filesIn("tests/screens"),
          environment: "jsdom",
          isolate: false,
          unstubGlobals: true,
          setupFiles: ["tests/harness/console.ts", "tests/harness/dom.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: onDatabaseFiles.filter((path) => !isApart(path)),
          isolate: false,
          ...onDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: "api apart",
          include: onDatabaseFiles.filter(isApart),
          ...onDatabase,
        },
      },
    ],
  },
});
