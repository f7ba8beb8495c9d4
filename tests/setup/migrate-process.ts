import { closeDatabase, openDatabase } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import { applyMigrations } from "@/server/postgres/migrate";

// One of several processes that start at once; says what it applied.
const connection = JSON.parse(process.argv[2] ?? "");
const applied = await applyMigrations(connection, process.argv[3] ?? "prisma/migrations");
openDatabase(connection);
// Each has a connection of its own, as another process would.
await Promise.all([prepareJobs(), prepareJobs(), prepareJobs()]);
await closeDatabase();
console.log(JSON.stringify(applied));
