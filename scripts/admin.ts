// `npm run admin`: gives the administrator a new password and ends the administrator's sessions (decision 1). With
// `-- --no-codes` it also turns the two-step login off, for an administrator whose phone is lost.

import { env } from "../src/env";
import { endAdminCodes, ensureAdmin, resetAdminPassword } from "../src/features/auth/mutations-admin";
import { newToken } from "../src/server/passwords";
import { command, say } from "./command";
import { readCommand } from "./commands.mjs";

const { flags } = readCommand("admin");

await command(async () => {
  const password = env().ADMIN_PASSWORD ?? newToken().slice(0, 20);
  const username = await resetAdminPassword(password, new Date());
  const firstName = env().ADMIN_USERNAME ?? "admin";
  if (username === null) await ensureAdmin(firstName, password);
  say(`The administrator "${username ?? firstName}" has a new password: ${password}`);
  say("It is shown only now. All of the administrator's sessions have ended.");
  if (flags.has("no-codes") && (await endAdminCodes())) say("The two-step login is off.");
});
