import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { patience } from "./tests/harness/patience.mjs";

// Far from UTC and across its date line, so that a date read in the wrong zone shows.
process.env.TZ = "Pacific/Auckland";
// What the server tells of its everyday work is no business of a test run.
process.env.LOG_LEVEL = "warn";

const onDatabase = {
  env: { NEXTAUTH_SECRET: "a secret that only the tests know" },
  globalSetup: "tests/harness/postgres.ts",
  setupFiles: ["tests/harness/console.ts", "tests/harness/database.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

const onDatabaseFiles = ["api", "rest", "server"].flatMap((folder) =>
  readdirSync(new URL(`tests/${folder}`, import.meta.url))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/${folder}/${name}`),
);

/** Files that set variables of the environment, replace modules or open the upload route need a process of their own. */
const ownProcess =
  /process\.env(\.\w+|\[\w+\]) = |assign\(process\.env|vi\.(mock|stubEnv|resetModules)|handleUploadRoute/;
const apart = onDatabaseFiles.filter((path) => ownProcess.test(readFileSync(path, "utf8")));

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { "server-only": fileURLToPath(new URL("tests/harness/empty.ts", import.meta.url)) },
  },
  test: {
    environment: "node",
    // One more than there are processors: tests wait for the database.
    maxWorkers: 3,
    // Short lives fit into a larger young generation: 5 to 8 % less work in all.
    execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=128"],
    restoreMocks: true,
    expect: { poll: { timeout: patience } },
    tags: [{ name: "long", description: "Runs in `npm run resilience`.", skip: process.env.FC_RUNS === undefined }],
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: ["tests/unit/**/*.test.ts", "tests/*.test.ts"],
          isolate: false,
          setupFiles: "tests/harness/console.ts",
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: onDatabaseFiles.filter((path) => !apart.includes(path)),
          isolate: false,
          ...onDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: "api apart",
          include: apart,
          ...onDatabase,
        },
      },
    ],
  },
});
