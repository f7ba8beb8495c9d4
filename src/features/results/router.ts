import "server-only";
import { z } from "zod";
import { allow, router } from "@/server/trpc/trpc";
import { countUnread, listClasses, listOwnResults, listResultsOf, pageOwnResults } from "./data";
import { addResults, markRead } from "./mutations";
import { actions } from "./rules";
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
  mine: allow(actions.readOwn)
    .output(z.array(myResultView))
    .query(({ ctx }) => listOwnResults(ctx.principal)),

  /** The classes the student has results of, the latest first. */
  classes: allow(actions.readOwn)
    .output(z.array(z.string()))
    .query(({ ctx }) => listClasses(ctx.principal)),

  /** How many of the student's results no page has shown yet. */
  unread: allow(actions.readOwn)
    .output(z.number())
    .query(({ ctx }) => countUnread(ctx.principal)),

  /** Notes that a page has shown these results to the student. */
  markRead: allow(actions.readOwn)
    .input(readResultsInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await markRead(input.ids, ctx.principal);
      return null;
    }),

  /** The student's own results, newest first, a page at a time. */
  own: allow(actions.readOwn)
    .input(ownResultsInput)
    .output(resultsPage)
    .query(({ ctx, input }) => pageOwnResults(input, ctx.principal)),

  /** The results behind an address, a page at a time: one's own, or any for the administrator. */
  of: allow(actions.read)
    .input(resultsOfInput)
    .output(resultsPage)
    .query(({ ctx, input: { email, ...page } }) => listResultsOf(email, page, ctx.principal)),

  /** Writes all of the results, or none. */
  add: allow(actions.add)
    .input(addResultsInput)
    .output(z.array(addedResultView))
    .mutation(({ ctx, input }) => addResults(input.results, ctx.principal, new Date())),
});
