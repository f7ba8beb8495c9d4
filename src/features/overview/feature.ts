import "server-only";
import type { Feature } from "../feature";
import { overviewRouter } from "./router";

/** Combines data of other rooms on one page. */
export const overview = {
  router: overviewRouter,
  calls: {
    "overview.get": "To see what waits",
    "overview.find": "To look for something",
    "overview.tests": "To see the tests without marks",
  },
} satisfies Feature;
