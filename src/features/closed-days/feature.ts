import "server-only";
import { impersonal, internal } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { closedDaysRest } from "./rest";
import { closedDaysRouter } from "./router";
import { actions } from "./rules";

export const closedDays = {
  models: {
    ClosedDay: {
      whose: "the colleague who added it",
      purpose: "to know on which days there are lessons",
      retention: "until the office deletes it",
      fields: {
        ...impersonal("key", "id"),
        ...impersonal("public", "firstDay", "lastDay", "kind", "name", "createdAt"),
        ...internal("key", "is in the trail", "createdById"),
      },
    },
  },
  router: closedDaysRouter,
  rest: mountOf(closedDaysRest),
  restTag: { name: "Closed days", description: "The days without lessons, or with half a day of lessons." },
  // Closed days are shown among the tests.
  publicLists: [{ tags: ["schedules"], procedures: ["closedDays.coming"], paths: [] }],
  duties: [{ words: "Closed days", area: "institute", right: actions.manage }],
  audit: {
    "closed-days-added": { words: "Closed days added", icon: "CalendarMinus", about: "detail", counted: "day" },
    "closed-days-removed": { words: "Closed days deleted", icon: "CalendarPlus", about: "detail", counted: "day" },
  },
  calls: {
    "closedDays.list": "To see the closed days",
    "closedDays.add": "To add closed days",
    "closedDays.remove": "To delete closed days",
  },
} satisfies Feature;
