import { startCluster } from "@/server/postgres/cluster";
import { holdDataDir } from "@/server/postgres/lock";

// A process like the product's own, for tests that kill it: it holds a data folder and runs its database.
const dataDir = process.argv[2] ?? "";
await holdDataDir(dataDir);
const { folder, connection } = await startCluster({ dataDir, throwAway: true });
console.log(JSON.stringify({ folder, connection }));
setInterval(() => {}, 60_000);
