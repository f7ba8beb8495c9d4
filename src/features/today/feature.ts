import "server-only";
import type { Feature } from "../feature";
import { todayRouter } from "./router";

/** Combines data of other rooms on one page. */
export const today = {
  router: todayRouter,
  calls: { "today.get": "To see a family's day" },
} satisfies Feature;
