import "server-only";
import { allow, router } from "@/server/trpc/trpc";
import { listClosedDays } from "./data";
import { addClosedDays, removeClosedDays } from "./mutations";
import { actions } from "./rules";
import { closedDayIdInput, closedDayInput, closedDaysPage, closedDayView, listClosedDaysInput } from "./schema";

export const closedDaysRouter = router({
  /** The closed days, the latest first. */
  list: allow(actions.manage)
    .input(listClosedDaysInput)
    .output(closedDaysPage)
    .query(({ input }) => listClosedDays(input)),

  /** Adds closed days. */
  add: allow(actions.manage)
    .input(closedDayInput)
    .output(closedDayView)
    .mutation(({ ctx, input }) => addClosedDays(input, ctx.principal)),

  /** Removes closed days. */
  remove: allow(actions.manage)
    .input(closedDayIdInput)
    .output(closedDayView.pick({ _id: true }))
    .mutation(async ({ ctx, input }) => {
      await removeClosedDays(input.id, ctx.principal);
      return { _id: input.id };
    }),
});
