import { issueCards } from "@/features/report-cards/mutations-issue";
import { openSecret } from "@/server/auth/secret";
import { openDatabase } from "@/server/db/client";
import { configureFiles } from "@/server/files/configure";
import { taskStub } from "./task-stub";

// A process that issues report cards, for tests to kill midway.
const { connection, dataDir, userId, setId, students } = JSON.parse(process.argv[2] ?? "");
openDatabase(connection);
await openSecret();
const callback = () => Promise.reject(new Error("Nobody uploads here."));
configureFiles({ secret: "a secret of a process that uploads nothing", dataDir, callback });
await issueCards(taskStub(userId), { setId, students });
process.exit(0);
