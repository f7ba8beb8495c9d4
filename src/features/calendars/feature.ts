import "server-only";
import { daysInWords, kept } from "@/content/retention";
import { internal, own } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { exportCalendarsOf } from "./data";
import { endLapsedCalendars, removeCalendarsEndedBefore } from "./mutations";
import { calendarsRest } from "./rest";
import { calendarsRouter } from "./router";
import { feeds } from "./rules-feeds";

export const calendars = {
  models: {
    CalendarFeed: {
      whose: "students and guardians",
      purpose: "to bring tests into a person's calendar by a secret link",
      retention: `until the person ends it; ${daysInWords(kept.calendars)} after that`,
      fields: {
        ...internal("key", "joins rows", "id", "userId"),
        ...internal("secret", "a hash", "tokenHash"),
        ...own("usage", "createdAt", "lastUsedOn", "revokedAt"),
      },
    },
  },
  router: calendarsRouter,
  rest: mountOf(calendarsRest),
  restTag: { name: "Calendars", description: "The announced tests as calendar feeds." },
  publicLists: [{ tags: ["schedules", "settings"], procedures: [], paths: feeds.map((feed) => `/calendar/${feed}`) }],
  personalData: {
    name: "calendars",
    label: "Links of calendars",
    count: async ({ userId }) => (await exportCalendarsOf(userId)).length,
    list: ({ userId }) => exportCalendarsOf(userId),
    isHiddenFrom: () => false,
  },
  audit: {
    "calendar-made": { words: "Link of a calendar made", icon: "CalendarPlus" },
    "calendar-ended": { words: "Link of a calendar ended", icon: "CalendarMinus" },
  },
  calls: {
    "calendars.mine": "To see their own calendar link",
    "calendars.renew": "To make a calendar link",
    "calendars.end": "To end a calendar link",
  },
  tasks: { endLapsedCalendars: async () => void (await endLapsedCalendars(new Date())) },
  crontab: ["*/5 * * * * endLapsedCalendars"],
  retention: { name: "calendars", days: kept.calendars, purge: removeCalendarsEndedBefore },
} satisfies Feature;
