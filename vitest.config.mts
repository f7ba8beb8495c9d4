import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Far from UTC and across its date line, so that a date read in the wrong zone shows.
process.env.TZ = "Pacific/Auckland";
// What the server tells of its everyday work is no business of a test run.
process.env.LOG_LEVEL = "warn";

const onDatabase = {
  globalSetup: "tests/setup/postgres.ts",
  setupFiles: ["tests/setup/console.ts", "tests/setup/database.ts"],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    alias: { "server-only": fileURLToPath(new URL("tests/setup/empty.ts", import.meta.url)) },
  },
  test: {
    environment: "node",
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: ["tests/rules/**/*.test.ts", "tests/*.test.ts"],
          setupFiles: "tests/setup/console.ts",
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: ["tests/{api,rest,server}/**/*.test.ts"],
          ...onDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: "rest in front",
          include: ["tests/rest/*.test.ts"],
          // These ask no server, or look into files.
          exclude: ["tests/rest/{corpus,file-link,malformed,materials,metrics,names,openapi,words}.test.ts"],
          env: { MOUNT: "front" },
          ...onDatabase,
        },
      },
    ],
  },
});
