// `npm run backup [-- FOLDER]`: writes all data into one archive, while the product may be running.

import { join, resolve } from "node:path";
import { backUp } from "../src/api/backups";
import { withDatabase } from "../src/api/start";
import { env } from "../src/env";
import { endingInSentences, say } from "./command";
import { readCommand } from "./commands.mjs";

const [given] = readCommand("backup").words;

await endingInSentences(async () => {
  const folder = resolve(given ?? env().BACKUP_DIR ?? join(env().DATA_DIR, "backups"));
  const { path, bytes } = await withDatabase(say, (connection) => backUp(connection, folder));
  say(`Everything is in ${path} (${(bytes / 1e6).toFixed(1)} MB), and was read again from there.`);
  if (!env().BACKUP_KEY) say("It is not sealed: whoever reads it reads all data. BACKUP_KEY seals the next one.");
});
