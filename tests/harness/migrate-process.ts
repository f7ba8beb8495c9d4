import { applyMigrations } from "@/server/postgres/migrate";

// One of several concurrent processes; prints the migrations that it applied.
console.log(
  JSON.stringify(await applyMigrations(JSON.parse(process.argv[2] ?? ""), process.argv[3] ?? "prisma/migrations")),
);
