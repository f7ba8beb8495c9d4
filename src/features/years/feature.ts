import "server-only";
import { impersonal } from "@/server/privacy/inventory";
import { mountOf } from "@/server/rest/call";
import type { Feature } from "../feature";
import { yearsRest } from "./rest";
import { yearsRouter } from "./router";
import { actions, auditValues as values } from "./rules";

export const years = {
  models: {
    SchoolYear: {
      whose: "nobody",
      purpose: "to know which classes students attend in which year",
      retention: "until the administrator deletes it",
      fields: { ...impersonal("key", "id"), ...impersonal("public", "label", "firstDay", "lastDay") },
    },
  },
  router: yearsRouter,
  rest: mountOf(yearsRest),
  duties: [{ words: "School years", area: "institute", right: actions.manage }],
  audit: {
    "year-added": { words: "School year added", icon: "CalendarPlus", about: "detail", values },
    "year-changed": { words: "School year changed", icon: "PencilLine", about: "detail", values },
    "year-removed": { words: "School year deleted", icon: "CalendarMinus", about: "detail" },
  },
  calls: {
    "years.list": "To read the school years",
    "years.add": "To add a school year",
    "years.edit": "To change a school year",
    "years.remove": "To delete a school year",
  },
} satisfies Feature;
