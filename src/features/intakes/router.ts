import "server-only";
import { allow, publicProcedure, router, thenShow } from "@/server/trpc/trpc";
import { intakesOf, listWaiting } from "./data";
import { saveIntakes } from "./mutations";
import { actions } from "./rules";
import { intakesView, listIntakesInput, saveIntakesInput, waitingView } from "./schema";

export const intakesRouter = router({
  /** The classes with a waiting list today, which families see before they apply. */
  waiting: publicProcedure.output(waitingView).query(() => listWaiting(new Date())),

  list: allow(actions.manage)
    .input(listIntakesInput)
    .output(intakesView)
    .query(({ input }) => intakesOf(input.year, new Date())),

  save: allow(actions.manage)
    .input(saveIntakesInput)
    .output(intakesView)
    .mutation(thenShow(saveIntakes, ({ year }, _by, now) => intakesOf(year, now))),
});
