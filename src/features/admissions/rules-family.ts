import { followSeconds } from "@/lib/cookies";
import type { SubmissionState } from "./schema";

const [minute, hour] = [60, 60 * 60];

/** How long a mailed link is good, and how long what it opens stays open, in milliseconds. */
export const followLength = { link: 1000 * 30 * minute, session: 1000 * followSeconds };

/** From an address where somebody has asked before, tries are not counted together with those of the world. */
const known = { name: "follow-known", points: 1, seconds: hour };

/** How often one may ask to follow an application: nobody's mailbox is to be filled, and no number to be found by trying. */
export const askLimits = {
  location: { name: "follow-place", points: 5, seconds: hour / 2 },
  account: { name: "follow-application", points: 10, seconds: hour },
  network: { name: "follow-network", points: 40, seconds: hour },
  known,
};

/** How often a network may come with a link that is not good. */
export const followLinkLimit = { name: "follow-link", points: 20, seconds: hour };

export const familyWriteLimit = { name: "family-writes", points: 10, seconds: hour };

/** How long a visit takes in a calendar, in milliseconds. */
export const visitLength = 1000 * hour;

export const familyToneOf = (state: SubmissionState): "accent" | "success" | "neutral" => {
  if (state === "accepted" || state === "enrolled" || state === "offered") return "success";
  return state === "declined" || state === "withdrawn" ? "neutral" : "accent";
};
