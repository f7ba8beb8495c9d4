import "server-only";
import { z } from "zod";
import { adminProcedure, atOnce, memberProcedure, router, userProcedure } from "@/server/trpc";
import { countUnread, listClasses, listOwnResults, listResultsOf, pageOwnResults } from "./data";
import { addResults, markRead } from "./mutations";
import {
  addedResultView,
  addResultsInput,
  myResultView,
  ownResultsInput,
  readResultsInput,
  resultsOfInput,
  resultsPage,
} from "./schema";

export const resultsRouter = router({
  /** The student's own results, newest first. */
  mine: userProcedure.output(atOnce(z.array(myResultView))).query(({ ctx }) => listOwnResults(ctx.principal)),

  /** The classes the student has results of, the latest first. */
  classes: userProcedure.output(z.array(z.string())).query(({ ctx }) => listClasses(ctx.principal)),

  /** How many of the student's results no page has shown yet. */
  unread: userProcedure.output(z.number()).query(({ ctx }) => countUnread(ctx.principal)),

  /** Notes that a page has shown these results to the student. */
  markRead: userProcedure
    .input(readResultsInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await markRead(input.ids, ctx.principal);
      return null;
    }),

  /** The student's own results, newest first, a page at a time. */
  own: userProcedure
    .input(atOnce(ownResultsInput))
    .output(atOnce(resultsPage))
    .query(({ ctx, input }) => pageOwnResults(input, ctx.principal)),

  /** The results behind an address, a page at a time: one's own, or any for the administrator. */
  of: memberProcedure
    .input(atOnce(resultsOfInput))
    .output(atOnce(resultsPage))
    .query(({ ctx, input: { email, ...page } }) => listResultsOf(email, page, ctx.principal)),

  /** Writes all of the results, or none. */
  add: adminProcedure
    .input(atOnce(addResultsInput))
    .output(atOnce(z.array(addedResultView)))
    .mutation(({ ctx, input }) => addResults(input.results, ctx.principal)),
});
