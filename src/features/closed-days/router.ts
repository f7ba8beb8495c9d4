import "server-only";
import { allow, publicProcedure, resolver, router } from "@/server/trpc/trpc";
import { listClosedDays, listComingClosedDays } from "./data";
import { addClosedDays, removeClosedDays } from "./mutations";
import { actions } from "./rules";
import {
  addedClosedDaysView,
  closedDayIdInput,
  closedDayInput,
  closedDaysPage,
  closedDayView,
  comingClosedDaysInput,
  listClosedDaysInput,
} from "./schema";

export const closedDaysRouter = router({
  /** The closed days, newest first. */
  list: allow(actions.manage)
    .input(listClosedDaysInput)
    .output(closedDaysPage)
    .query(({ input }) => listClosedDays(input)),

  /** The coming closed days, earliest first, for everyone. */
  coming: publicProcedure
    .input(comingClosedDaysInput)
    .output(closedDayView.array())
    .query(({ input }) => listComingClosedDays(input.from)),

  /** Adds closed days. */
  add: allow(actions.manage).input(closedDayInput).output(addedClosedDaysView).mutation(resolver(addClosedDays)),

  /** Removes closed days. */
  remove: allow(actions.manage)
    .input(closedDayIdInput)
    .output(closedDayView.pick({ _id: true }))
    .mutation(resolver(removeClosedDays)),
});
