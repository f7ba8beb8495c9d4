import "server-only";
import { allow, publicProcedure, router } from "@/server/trpc/trpc";
import { listSchedules } from "./data";
import { listForStaff } from "./data-staff";
import { addSchedule, removeSchedule } from "./mutations";
import { actions } from "./rules";
import {
  listSchedulesInput,
  scheduleIdInput,
  scheduleInput,
  schedulesPage,
  scheduleView,
  staffSchedulesPage,
} from "./schema";

export const schedulesRouter = router({
  /** The announced tests, the latest date first. */
  list: publicProcedure
    .input(listSchedulesInput)
    .output(schedulesPage)
    .query(({ input }) => listSchedules(input)),

  /** The same for staff, with who announced each. */
  listForStaff: allow(actions.manage)
    .input(listSchedulesInput)
    .output(staffSchedulesPage)
    .query(({ ctx, input }) => listForStaff(input, ctx.principal)),

  /** Announces a test. */
  add: allow(actions.manage)
    .input(scheduleInput)
    .output(scheduleView)
    .mutation(({ ctx, input }) => addSchedule(input, ctx.principal)),

  /** Takes an announcement back. */
  remove: allow(actions.manage)
    .input(scheduleIdInput)
    .output(scheduleView.pick({ _id: true }))
    .mutation(async ({ ctx, input }) => {
      await removeSchedule(input.id, ctx.principal);
      return { _id: input.id };
    }),
});
