import "server-only";
import { allow, router } from "@/server/trpc/trpc";
import { getToday } from "./data";
import { actions } from "./rules";
import { todayView } from "./schema";

export const todayRouter = router({
  /** The data of today's page, for a student or a guardian's children. */
  get: allow(actions.readOwn)
    .output(todayView)
    .query(({ ctx }) => getToday(ctx.principal, new Date())),
});
