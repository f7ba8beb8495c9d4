import "server-only";
import { z } from "zod";
import { allow, resolver, router } from "@/server/trpc/trpc";
import { getEnrolment, listEnrolments } from "./data";
import { listPromotions } from "./data-many";
import * as one from "./mutations";
import { endMany, placeMany } from "./mutations-many";
import { numberByName, previewNumbers } from "./mutations-numbers";
import { previewPromotion, promote } from "./mutations-promotion";
import { confirmProposed } from "./mutations-proposed";
import { undoPromotion } from "./mutations-undo";
import { actions } from "./rules";
import * as schema from "./schema";
import * as promotion from "./schema-promotion";

export const enrolmentsRouter = router({
  /** Enrolments, newest first. */
  list: allow(actions.read)
    .input(schema.listEnrolmentsInput)
    .output(schema.enrolmentsPage)
    .query(({ input }) => listEnrolments(input, new Date())),

  enrol: allow(actions.manage)
    .input(schema.enrolInput)
    .output(schema.enrolmentView)
    .mutation(async ({ ctx, input }) => getEnrolment(await one.enrol(input, ctx.principal, new Date()))),

  change: allow(actions.manage)
    .input(schema.changeEnrolmentInput)
    .output(schema.enrolmentView)
    .mutation(async ({ ctx, input }) => {
      const { studentId } = await getEnrolment(input.id);
      return getEnrolment(await one.changeEnrolment(input, studentId, ctx.principal, new Date()));
    }),

  /** Moves a student to another class or section during the year. */
  move: allow(actions.manage)
    .input(schema.moveInput)
    .output(schema.enrolmentView)
    .mutation(async ({ ctx, input }) => getEnrolment(await one.moveStudent(input, ctx.principal, new Date()))),

  /** Ends a student's enrolment; results stay. */
  end: allow(actions.manage)
    .input(schema.endInput)
    .output(schema.enrolmentView)
    .mutation(async ({ ctx, input }) => getEnrolment(await one.endEnrolment(input, ctx.principal, new Date()))),

  return: allow(actions.manage)
    .input(schema.enrolInput)
    .output(schema.enrolmentView)
    .mutation(async ({ ctx, input }) => getEnrolment(await one.returnStudent(input, ctx.principal, new Date()))),

  /** Enrols many students in a class and section, or moves them there. */
  placeMany: allow(actions.manage)
    .input(schema.placeManyInput)
    .output(schema.rowsDoneView)
    .mutation(resolver(placeMany)),

  endMany: allow(actions.manage).input(schema.endManyInput).output(schema.rowsDoneView).mutation(resolver(endMany)),

  /** Enrols many students in the classes proposed by their latest results. */
  confirmProposed: allow(actions.manage)
    .input(schema.confirmProposedInput)
    .output(schema.confirmedView)
    .mutation(resolver(confirmProposed)),

  previewPromotion: allow(actions.manage)
    .input(promotion.promotionInput)
    .output(promotion.promotionView)
    .query(({ input }) => previewPromotion(input, new Date())),

  promote: allow(actions.manage)
    .input(promotion.promoteInput)
    .output(promotion.promotedView)
    .mutation(resolver(promote)),

  promotions: allow(actions.read).output(z.array(promotion.batchView)).query(listPromotions),

  /** Undoes a promotion, row by row. */
  undoPromotion: allow(actions.manage)
    .input(promotion.batchInput)
    .output(promotion.undoneView)
    .mutation(({ ctx, input }) => undoPromotion(input.batchId, ctx.principal, new Date())),

  previewNumbers: allow(actions.manage)
    .input(promotion.numberByNameInput)
    .output(promotion.numbersView)
    .query(({ input }) => previewNumbers(input, new Date())),

  /** Assigns roll numbers by name in a class, from 1 in each section. Returns the number of students. */
  numberByName: allow(actions.manage)
    .input(promotion.giveNumbersInput)
    .output(z.number())
    .mutation(resolver(numberByName)),
});
