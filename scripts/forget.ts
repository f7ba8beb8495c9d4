// `npm run forget`: counts the data past its retention (`content/retention.ts`); `-- --now` purges it, like the nightly job.

import { readCommand } from "../src/main/commands.mjs";
import { purgeExpired } from "../src/main/retention";
import { command, say } from "./command";

const trial = !readCommand("forget").flags.has("now");

await command(async () => {
  const purged = await purgeExpired(new Date(), { trial });
  say(trial ? "Nothing was deleted. Past its retention:" : "Purged:");
  for (const [what, count] of Object.entries(purged)) say(`${String(count).padStart(8)}  ${what}`);
});
