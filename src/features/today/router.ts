import "server-only";
import { allow, router } from "@/server/trpc/trpc";
import { getToday } from "./data";
import { actions } from "./rules";
import { todayView } from "./schema";

export const todayRouter = router({
  /** What concerns a student, or a guardian's children, today. */
  get: allow(actions.readOwn)
    .output(todayView)
    .query(({ ctx }) => getToday(ctx.principal, new Date())),
});
