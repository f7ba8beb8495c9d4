import { startCluster } from "@/server/postgres/cluster";
import { lockDataDir } from "@/server/postgres/lock";

// A process for tests to kill: locks a data folder and runs its database, like the product.
const dataDir = process.argv[2] ?? "";
await lockDataDir(dataDir);
const { folder, connection } = await startCluster({ dataDir, throwAway: true });
console.log(JSON.stringify({ folder, connection }));
setInterval(() => {}, 60_000);
