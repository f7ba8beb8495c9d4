import "server-only";
import { impersonal } from "@/server/privacy/inventory";
import type { Feature } from "../feature";
import { intakesRouter } from "./router";
import { actions } from "./rules";

export const intakes = {
  models: {
    Intake: {
      whose: "nobody",
      purpose: "to know for which classes families may apply, and how many seats there are",
      retention: "until the office deletes it",
      fields: {
        ...impersonal("key", "id", "schoolYearId"),
        ...impersonal("public", "className", "opensOn", "closesOn"),
        ...impersonal("technical", "seats", "taken"),
      },
    },
  },
  router: intakesRouter,
  duties: [{ words: "Intake", area: "people", right: actions.manage }],
  audit: {
    "intake-changed": { words: "Intake changed", icon: "CalendarPlus", about: "detail", counted: ["class", "classes"] },
  },
  calls: {
    "intakes.list": "To read the intake",
    "intakes.save": "To change the intake",
  },
} satisfies Feature;
