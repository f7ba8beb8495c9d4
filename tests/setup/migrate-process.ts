import { applyMigrations } from "@/server/postgres/migrate";

// One of several processes that start at once; says what it applied.
console.log(
  JSON.stringify(await applyMigrations(JSON.parse(process.argv[2] ?? ""), process.argv[3] ?? "prisma/migrations")),
);
