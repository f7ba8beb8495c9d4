import "server-only";
import type { DeliveryFailure } from "./failure";

/** Result of a delivery. "needless": obsolete, "broken off": aborted by the shutdown of this process. */
export type Outcome = "sent" | "kept" | "needless" | "broken off" | DeliveryFailure;

/** The result for an email that could not be composed. */
export const renderFailure: DeliveryFailure = {
  words: "It could not be written.",
  isFinal: false,
  isGeneral: false,
  isCounted: true,
};

/** True if the mail server received the email, so that it counts towards the daily limit. */
export const wasHandedOver = (outcome: Outcome) =>
  outcome === "sent" || (typeof outcome === "object" && !outcome.isGeneral && outcome !== renderFailure);

export const isOutage = (outcome: Outcome) => typeof outcome === "object" && outcome.isGeneral;

export function serverResponded(outcome: Outcome): boolean {
  if (typeof outcome === "object") return !outcome.isGeneral && outcome !== renderFailure;
  return outcome === "sent" || outcome === "kept";
}
