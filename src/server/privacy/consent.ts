import "server-only";
import { createHash } from "node:crypto";
import { privacy } from "@/content/policies";
import { terms } from "@/content/terms";

/** Version of the terms and the privacy policy: date and digest of the text. */
export function policyVersion(): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([terms, privacy]))
    .digest("hex");
  return `${privacy.updated} ${digest.slice(0, 16)}`;
}

export function consentAt(now: Date) {
  return { consentAt: now, consentVersion: policyVersion() };
}
