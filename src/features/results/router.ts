import "server-only";
import { z } from "zod";
import { adminProcedure, memberProcedure, router, userProcedure } from "@/server/trpc";
import { listResults, listResultsOf } from "./data";
import { addResults } from "./mutations";
import { addedResultView, addResultsInput, resultsOfInput, resultView } from "./schema";

export const resultsRouter = router({
  /** The student's own results, newest first. */
  mine: userProcedure.output(z.array(resultView)).query(({ ctx }) => listResults(ctx.principal.userId)),

  /** The results behind an address: one's own, or any for the administrator. */
  of: memberProcedure
    .input(resultsOfInput)
    .output(z.array(resultView))
    .query(({ ctx, input }) => listResultsOf(input.email, ctx.principal)),

  /** Writes all of the results, or none. */
  add: adminProcedure
    .input(addResultsInput)
    .output(z.array(addedResultView))
    .mutation(({ input }) => addResults(input.results)),
});
