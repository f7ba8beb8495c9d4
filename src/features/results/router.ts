import "server-only";
import { z } from "zod";
import { allow, nothing, resolver, router } from "@/server/trpc/trpc";
import { halfView } from "../exams/schema-statistics";
import { countUnread, listClasses, listOwnResults, listPlaces, listResultsOf, pageOwnResults } from "./data";
import { requireNamed } from "./data-access";
import { listOwnHalves } from "./data-halves";
import { listWithdrawn } from "./data-versions";
import { say } from "./messages-refusals";
import { addResults, markRead } from "./mutations";
import { correctResult, withdrawResult } from "./mutations-corrections";
import { addResultsOnce } from "./mutations-once";
import { takeBackResults } from "./mutations-takeback";
import { actions } from "./rules";
import {
  addedResultView,
  addOnceInput,
  addResultsInput,
  correctResultInput,
  familyInput,
  myResultView,
  ownResultsInput,
  placeView,
  readResultsInput,
  resultsOfInput,
  resultsPage,
  resultView,
  takeBackResultsInput,
  withdrawnResultView,
  withdrawResultInput,
} from "./schema";

export const resultsRouter = router({
  /** The student's own results, or those of a guardian's child, newest first. */
  mine: allow(actions.readFamily)
    .input(familyInput)
    .output(z.array(myResultView))
    .query(({ ctx, input }) => listOwnResults(ctx.principal, input?.studentId)),

  /** The class whose materials and tests concern the student or the child. */
  classes: allow(actions.readFamily)
    .input(familyInput)
    .output(z.array(z.string()))
    .query(({ ctx, input }) => listClasses(ctx.principal, input?.studentId)),

  /** The caller's classes with sections, whose tests concern the caller. */
  places: allow(actions.readFamily)
    .output(z.array(placeView))
    .query(({ ctx }) => listPlaces(ctx.principal)),

  /** The number of unread results. */
  unread: allow(actions.readFamily)
    .input(familyInput)
    .output(z.number())
    .query(({ ctx, input }) => countUnread(ctx.principal, input?.studentId)),

  /** The withdrawn ones of these results, without marks. */
  withdrawn: allow(actions.readFamily)
    .input(familyInput)
    .output(z.array(withdrawnResultView))
    .query(({ ctx, input }) => listWithdrawn(ctx.principal, input?.studentId)),

  /** The middle half of the class for these results, if families may see it. */
  halves: allow(actions.readFamily)
    .input(familyInput)
    .output(z.array(halfView))
    .query(({ ctx, input }) => listOwnHalves(ctx.principal, input?.studentId)),

  /** Marks results as read by the caller. */
  markRead: allow(actions.readFamily).input(readResultsInput).output(nothing).mutation(resolver(markRead)),

  /** A page of the student's own results, newest first. */
  own: allow(actions.readFamily)
    .input(ownResultsInput)
    .output(resultsPage)
    .query(async ({ ctx, input: { studentId, ...page } }) => {
      await requireNamed(ctx.principal, studentId, say("whoseResults"));
      return pageOwnResults(page, ctx.principal, studentId);
    }),

  /** A page of the results under an address: own ones, those of a child, or any for the office. */
  of: allow(actions.read)
    .input(resultsOfInput)
    .output(resultsPage)
    .query(({ ctx, input: { email, ...page } }) => listResultsOf(email, page, ctx.principal)),

  /** Adds all of the results, or none. */
  add: allow(actions.add)
    .input(addResultsInput)
    .output(z.array(addedResultView))
    .mutation(({ ctx, input }) => addResults(input.results, ctx.principal, new Date())),

  /** Adds the results of a form; sent again with the same key, it adds nothing. */
  addOnce: allow(actions.add).input(addOnceInput).output(z.array(addedResultView)).mutation(resolver(addResultsOnce)),

  correct: allow(actions.correct).input(correctResultInput).output(resultView).mutation(resolver(correctResult)),

  withdraw: allow(actions.correct).input(withdrawResultInput).output(nothing).mutation(resolver(withdrawResult)),

  /** Undoes what was added or corrected moments ago, before anybody is notified. */
  takeBack: allow(actions.add).input(takeBackResultsInput).output(nothing).mutation(resolver(takeBackResults)),
});
