import { releaseDue } from "@/features/exams/mutations-release";
import { openDatabase } from "@/server/db/client";

// One of several processes that look for planned releases at the same time.
openDatabase(JSON.parse(process.argv[2] ?? ""));
await releaseDue(new Date(process.argv[3] ?? ""));
process.exit(0);
