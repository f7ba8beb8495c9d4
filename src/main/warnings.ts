import "server-only";
import { endLoginsOfOtherSecret, otherSecret } from "@/server/auth/other-secret";
import { log } from "@/server/observability/log";
import type { Say } from "./open-database";

function warn(say: Say, sentence: string): void {
  say(sentence);
  log().warn(sentence);
}

/** Ends all logins if the secret is not the one of the last start, and says so (decision 349). */
export async function warnOfOtherSecret(say: Say): Promise<void> {
  if (await endLoginsOfOtherSecret()) warn(say, otherSecret);
}
