import { followSeconds } from "@/lib/cookies";
import type { CalendarEvent } from "@/lib/icalendar";
import { familyCopy as copy } from "./messages-family";
import type { SubmissionState } from "./schema";
import type { FollowedView } from "./schema-family";

const [minute, hour] = [60, 60 * 60];

/** How long an emailed link is valid, and how long its session lasts, in milliseconds. */
export const followLength = { link: 1000 * 30 * minute, session: 1000 * followSeconds };

/** Attempts from a network with an earlier request are counted separately. */
const known = { name: "follow-known", points: 1, seconds: hour };

/** Rate limits for requesting a link: they protect mailboxes from floods and phone numbers from guessing. */
export const askLimits = {
  location: { name: "follow-place", points: 5, seconds: hour / 2 },
  account: { name: "follow-application", points: 10, seconds: hour },
  network: { name: "follow-network", points: 40, seconds: hour },
  known,
};

/** Rate limit per network for invalid links. */
export const followLinkLimit = { name: "follow-link", points: 20, seconds: hour };

export const familyWriteLimit = { name: "family-writes", points: 10, seconds: hour };

/** Duration of a visit in a calendar, in milliseconds. */
const visitLength = 1000 * hour;

/** A visit in a calendar. The event that is saved later replaces the earlier one (decision 208). */
export function visitEvent(
  { reference, at }: Pick<FollowedView, "reference" | "at">,
  start: Date,
  { name, place, toBring }: { name: string; place: string; toBring: readonly string[] },
): CalendarEvent {
  return {
    uid: reference,
    // A count of the invitations would fall when a merge is undone.
    sequence: Math.floor(at.getTime() / (1000 * minute)),
    changedAt: at,
    time: { start, end: new Date(start.getTime() + visitLength) },
    isCancelled: false,
    summary: copy.visitAt(name),
    location: place,
    url: null,
    description: toBring.length > 0 ? `${copy.bring}: ${toBring.join(", ")}` : null,
  };
}

export const familyToneOf = (state: SubmissionState): "accent" | "success" | "neutral" => {
  if (state === "accepted" || state === "enrolled" || state === "offered") return "success";
  return state === "declined" || state === "withdrawn" ? "neutral" : "accent";
};
