// `npm run restore -- FILE`: puts what a backup holds in the place of what is there. The product must not be running.

import { resolve } from "node:path";
import { restoreFrom } from "../src/api/backups";
import { withDatabaseAlone } from "../src/api/start";
import { endingInSentences, say } from "./command";
import { readCommand } from "./commands.mjs";

const [file = ""] = readCommand("restore").words;

await endingInSentences(async () => {
  const { at, rows, files, erased } = await restoreFrom(resolve(file), (work) => withDatabaseAlone(say, work));
  say(`Everything is as it was at ${at}: ${rows} rows and ${files} files.`);
  if (erased > 0) say(`${erased} rows of what was erased since were erased again.`);
  say("All logins have ended. `npm start` opens Lyceum again.");
});
