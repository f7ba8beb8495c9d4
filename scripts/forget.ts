// `npm run forget`: says what the nightly job would forget by now (`content/retention.ts`); with `-- --now` it does it.

import { forgetOld } from "../src/api/retention";
import { command, say } from "./command";
import { readCommand } from "./commands.mjs";

const trial = !readCommand("forget").flags.has("now");

await command(async () => {
  const forgotten = await forgetOld(new Date(), { trial });
  say(trial ? "Nothing was deleted. It is time to forget:" : "Forgotten:");
  for (const [what, count] of Object.entries(forgotten)) say(`${String(count).padStart(8)}  ${what}`);
});
