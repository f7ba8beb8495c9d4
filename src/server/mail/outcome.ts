import "server-only";
import type { DeliveryFailure } from "./failure";

/** Result of a delivery. "needless": obsolete, "broken off": aborted by the shutdown of this process. */
export type Outcome = "sent" | "kept" | "needless" | "broken off" | DeliveryFailure;

/** An email that could not be written. */
export const renderFailure: DeliveryFailure = {
  words: "It could not be written.",
  isFinal: false,
  isGeneral: false,
  isCounted: true,
};

/** Whether the mail server was given the email, so that it counts as one of the day. */
export const leftHere = (outcome: Outcome) =>
  outcome === "sent" || (typeof outcome === "object" && !outcome.isGeneral && outcome !== renderFailure);

export const isOutage = (outcome: Outcome) => typeof outcome === "object" && outcome.isGeneral;

export function serverResponded(outcome: Outcome): boolean {
  if (typeof outcome === "object") return !outcome.isGeneral && outcome !== renderFailure;
  return outcome === "sent" || outcome === "kept";
}
