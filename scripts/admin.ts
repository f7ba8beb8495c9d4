// `npm run admin`: sets a new password for the administrator and ends the administrator's sessions (decision 1).
// `-- --no-codes` also turns off two-step login, for an administrator who lost their phone.

import { env } from "../src/env";
import { endAdminCodes, ensureAdmin, resetAdminPassword } from "../src/features/auth/mutations-admin";
import { wordsOf } from "../src/lib/catalogue";
import { AppError } from "../src/lib/errors";
import { StartError } from "../src/lib/start-error";
import { readCommand } from "../src/main/commands.mjs";
import { newToken } from "../src/server/auth/passwords";
import { command, say } from "./command";

const { flags } = readCommand("admin");

await command(async () => {
  const { ADMIN_PASSWORD, ADMIN_USERNAME: firstName = "admin" } = env();
  const password = ADMIN_PASSWORD ?? newToken().slice(0, 20);
  const username = await resetAdminPassword(password, new Date()).catch((error: unknown) => {
    if (!ADMIN_PASSWORD || !(error instanceof AppError)) throw error;
    throw new StartError(`ADMIN_PASSWORD was not set as the password. ${wordsOf(error.message)}`);
  });
  if (username === null) await ensureAdmin(firstName, password);
  const whose = `The administrator "${username ?? firstName}" has`;
  say(ADMIN_PASSWORD ? `${whose} the password from ADMIN_PASSWORD.` : `${whose} a new password: ${password}`);
  say(`${ADMIN_PASSWORD ? "" : "It is shown only once. "}All of the administrator's sessions have ended.`);
  if (flags.has("no-codes") && (await endAdminCodes())) say("Two-step login is off.");
});
