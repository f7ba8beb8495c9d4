import "server-only";
import { createHash } from "node:crypto";
import { privacy, terms } from "@/content/policies";

/** Which text somebody agrees to today: the day it is in force since, and a digest that changes with every word of it. */
export function policyVersion(): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([terms, privacy]))
    .digest("hex");
  return `${privacy.updated} ${digest.slice(0, 16)}`;
}

/** That somebody agreed to the terms and the privacy policy just now. */
export function consentAt(now: Date) {
  return { consentAt: now, consentVersion: policyVersion() };
}
