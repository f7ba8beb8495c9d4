import "server-only";
import { daysInWords, kept } from "@/content/retention";
import { impersonal, internal } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { testMails } from "./emails";
import { removeTestsBefore } from "./mutations";
import { schedulesRest } from "./rest";
import { changesRest } from "./rest-changes";
import { testsRest } from "./rest-tests";
import { schedulesRouter } from "./router";
import { actions } from "./rules";

export const schedules = {
  models: {
    TestSchedule: {
      whose: "none: published by the institute",
      purpose: "to announce tests",
      retention: `${daysInWords(kept.tests)} after its date`,
      fields: {
        ...impersonal("key", "id"),
        ...impersonal("public", "className", "sections", "subject", "testDate", "testTime", "minutes", "room"),
        ...impersonal("public", "description", "state", "movedFromDate", "movedFromTime", "reason", "createdAt"),
        ...impersonal("technical", "hiddenAt", "sequence", "changedAt", "rowVersion"),
        ...internal("key", "is in the trail", "createdById"),
      },
    },
    ScheduleChange: {
      whose: "none: about a test",
      purpose: "to know who moved or cancelled it, and why",
      retention: "as long as the test",
      fields: {
        ...impersonal("key", "id", "scheduleId"),
        ...impersonal("usage", "at", "kind", "before", "after", "warnings", "confirmed", "reason"),
        ...internal("key", "is in the trail", "byId"),
      },
    },
  },
  router: schedulesRouter,
  rest: mountOf(schedulesRest.route("/", testsRest).route("/", changesRest)),
  restTag: { name: "Test schedules", description: "The announced tests, with their dates and times." },
  publicLists: [
    { tags: ["schedules"], procedures: ["schedules.list", "schedules.subjects"], paths: ["/notifications", "/tests"] },
  ],
  retention: { name: "tests", days: kept.tests, purge: removeTestsBefore },
  duties: [{ words: "Tests", area: "teaching", right: actions.manage }],
  emails: testMails,
  emailNames: { testNews: "Test moved or cancelled" },
  audit: {
    "schedule-added": { words: "Test announced", icon: "CalendarPlus", about: "test" },
    "schedule-moved": { words: "Test moved", icon: "CalendarDays", about: "test" },
    "schedule-changed": { words: "Test changed", icon: "PencilLine", about: "test" },
    "schedule-cancelled": { words: "Test cancelled", icon: "CalendarMinus", about: "test" },
    "schedule-restored": { words: "Test restored", icon: "CalendarPlus", about: "test" },
    "schedule-removed": { words: "Test removed", icon: "CalendarMinus", about: "test" },
  },
  calls: {
    "schedules.listForStaff": "To see who announced tests",
    "schedules.get": "To see a test",
    "schedules.changes": "To read the history of a test",
    "schedules.check": "To check the date of a test",
    "schedules.reach": "To see whom a change of a test reaches",
    "schedules.edit": "To change or move a test",
    "schedules.cancel": "To cancel a test",
    "schedules.restore": "To restore a test",
    "schedules.add": "To announce a test",
    "schedules.remove": "To remove a test",
  },
} satisfies Feature;
