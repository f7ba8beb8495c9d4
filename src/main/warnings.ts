import "server-only";
import { env, siteOrigin } from "@/env";
import { codeOf } from "@/lib/start-error";
import { endLoginsOfOtherSecret, otherSecret } from "@/server/auth/other-secret";
import { access, constants, join } from "@/server/builtins";
import { lacksCallback } from "@/server/files/configure";
import { areFilesLost, countPublished, sampled } from "@/server/files/lost";
import { hasLocalLinks } from "@/server/mail/outbox";
import { log } from "@/server/observability/log";
import { makeFolder } from "@/server/postgres/data-dir";
import type { Say } from "./open-database";

function warn(say: Say, sentence: string): void {
  say(sentence);
  log().warn(sentence);
}

/** Ends all logins if the secret is not the one of the last start, and says so (decision 349). */
export async function warnOfOtherSecret(say: Say): Promise<void> {
  if (await endLoginsOfOtherSecret()) warn(say, otherSecret);
}

/** Says if no backup can be written to BACKUP_DIR. */
export async function warnOfBackupFolder(say: Say): Promise<void> {
  const folder = env().BACKUP_DIR;
  if (folder === undefined) return;
  try {
    await makeFolder(folder, 0o700);
    // If it is a file, it may be writable, but cannot be entered.
    await access(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = codeOf(error) ?? "unknown reason";
    warn(
      say,
      `WARNING: No backup can be written to ${folder} (${why}): let BACKUP_DIR name a folder that this account can write to.`,
    );
  }
}

/** Says if the data folder has none of the files that the database knows (decision 349). */
export async function warnOfLostFiles(say: Say): Promise<void> {
  if (!(await areFilesLost())) return;
  const count = await countPublished();
  const known = count === 1 ? "one file, and it is not" : `${count} files, and none of ${Math.min(count, sampled)} is`;
  warn(say, `WARNING: The database knows ${known} in ${join(env().DATA_DIR, "files")}: is DATA_DIR right?`);
}

const advice = "set APP_URL to the public address of the site";

/** Says if only this computer can open the links in emails. */
export function warnOfLocalLinks(say: Say): void {
  if (!hasLocalLinks()) return;
  warn(say, `WARNING: Links in emails lead to ${siteOrigin()}, which only this computer can open: ${advice}.`);
}

/** Says if UploadThing cannot reach this site after an upload. */
export function warnOfMissingCallback(say: Say): void {
  if (!lacksCallback()) return;
  warn(
    say,
    `WARNING: UploadThing cannot reach the address of this site, so uploads through the website fail at the end: ${advice}.`,
  );
}
