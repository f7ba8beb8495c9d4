import { afterAll, beforeEach } from "vitest";
import { withSettings } from "./settings";
import { startSmtp } from "./smtp";

/** Gives the current test file a mail server of its own, and settings that name it. Each test starts without received emails. */
export async function ownMailServer(more: Record<string, string> = {}) {
  const smtp = await startSmtp();
  withSettings({ SMTP_URL: smtp.url, ...more });
  beforeEach(() => {
    smtp.received.length = 0;
  });
  afterAll(smtp.close);
  return smtp;
}
