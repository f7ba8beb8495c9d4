import "server-only";
import { impersonal } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { schedulesRest } from "./rest";
import { schedulesRouter } from "./router";
import { actions } from "./rules";

export const schedules = {
  models: {
    TestSchedule: {
      whose: "none: published by the institute",
      purpose: "to announce tests",
      retention: "until the administrator deletes it",
      fields: {
        ...impersonal("key", "id"),
        ...impersonal("public", "className", "subject", "testDate", "testTime", "description", "createdAt"),
      },
    },
  },
  router: schedulesRouter,
  rest: mountOf(schedulesRest),
  restTag: { name: "Test schedules", description: "Which test is when." },
  publicLists: [{ tag: "schedules", procedures: ["schedules.list"], paths: ["/notifications"] }],
  duties: [{ words: "Tests", right: actions.manage }],
  audit: {
    "schedule-added": { words: "Test announced", icon: "CalendarPlus", about: "test" },
    "schedule-removed": { words: "Test removed", icon: "CalendarMinus", about: "test" },
  },
  calls: {
    "schedules.listForStaff": "To see who announced tests",
    "schedules.add": "To announce a test",
    "schedules.remove": "To remove a test",
  },
} satisfies Feature;
