import "server-only";
import type { Feature } from "../feature";
import { todayRouter } from "./router";

/** What other rooms know of a family's day, on one page. */
export const today = {
  router: todayRouter,
  calls: { "today.get": "To see a family's day" },
} satisfies Feature;
