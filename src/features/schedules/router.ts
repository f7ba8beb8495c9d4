import "server-only";
import { adminProcedure, atOnce, publicProcedure, router } from "@/server/trpc";
import { listSchedules } from "./data";
import { addSchedule, removeSchedule } from "./mutations";
import { listSchedulesInput, scheduleIdInput, scheduleInput, schedulesPage, scheduleView } from "./schema";

export const schedulesRouter = router({
  /** The announced tests, the latest date first. */
  list: publicProcedure
    .input(atOnce(listSchedulesInput))
    .output(atOnce(schedulesPage))
    .query(({ input }) => listSchedules(input)),

  /** Announces a test. */
  add: adminProcedure
    .input(scheduleInput)
    .output(scheduleView)
    .mutation(({ ctx, input }) => addSchedule(input, ctx.principal)),

  /** Takes an announcement back. */
  remove: adminProcedure
    .input(scheduleIdInput)
    .output(scheduleView.pick({ _id: true }))
    .mutation(async ({ ctx, input }) => {
      await removeSchedule(input.id, ctx.principal);
      return { _id: input.id };
    }),
});
