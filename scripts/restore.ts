// `npm run restore -- FILE`: replaces all data with the contents of a backup. The product must not be running. Asks for the
// passphrase of a sealed backup unless BACKUP_KEY opens it.

import { join, resolve } from "node:path";
import { env } from "../src/env";
import { restoreFrom } from "../src/main/backups";
import { readCommand } from "../src/main/commands.mjs";
import { databasePlace } from "../src/main/open-database";
import { withDatabaseAlone } from "../src/main/start";
import { say, withPlainErrors } from "./command";
import { askPassphrase } from "./passphrase";

const [file = ""] = readCommand("restore").words;

await withPlainErrors(async () => {
  say(`Restoring the database (${await databasePlace()}) and the files (in ${join(env().DATA_DIR, "files")}) ...`);
  const { at, rows, files, erased, warnings } = await restoreFrom(
    resolve(file),
    (work) => withDatabaseAlone(say, work),
    askPassphrase,
    say,
  );
  say(`Restored the backup of ${at}: ${rows} rows and ${files} files.`);
  if (erased > 0) say(`Erased ${erased} rows again that had been erased after the backup.`);
  say("Email choices are those of the backup: anyone who has stopped emails since then gets them again.");
  say(
    "Passwords and two-step logins are those of the backup: a password that was changed since then because others knew it must be changed again.",
  );
  say(
    "The choice that only the office links a student's guardians is that of the backup: make it again where it was made since then.",
  );
  for (const warning of warnings) say(warning);
  say("All sessions have ended. Start Lyceum with `npm start`.");
});
