// `npm run backup [-- FOLDER]`: writes all data into one archive; the product may be running.

import { join, resolve } from "node:path";
import { env } from "../src/env";
import { backUp } from "../src/main/backups";
import { readCommand } from "../src/main/commands.mjs";
import { withDatabase } from "../src/main/start";
import { say, withPlainErrors } from "./command";

const [given] = readCommand("backup").words;

await withPlainErrors(async () => {
  const folder = resolve(given ?? env().BACKUP_DIR ?? join(env().DATA_DIR, "backups"));
  const { path, bytes, missing } = await withDatabase(say, (connection) => backUp(connection, folder));
  say(`Backup written to ${path} (${(bytes / 1e6).toFixed(1)} MB) and verified.`);
  if (missing.length > 0)
    say(`It lacks ${missing.length} published files that are missing in the data folder: ${missing.join(", ")}`);
  if (!env().BACKUP_KEY)
    say(
      "The archive is not encrypted: anyone who can read the file can read all data. Set BACKUP_KEY to encrypt backups.",
    );
});
