import "server-only";
import { z } from "zod";
import { downloadView, startedView } from "@/lib/fields";
import { onceForSender } from "@/server/rest/once-for-form";
import { allow, publicProcedure, resolver, router } from "@/server/trpc/trpc";
import { listChoices, listSets } from "./data";
import { getCardFile, listCards } from "./data-cards";
import { getSheet } from "./data-sheet";
import { verifyCard } from "./data-verify";
import { addSet, editSet, removeSet } from "./mutations";
import { startPrint, withdrawCard } from "./mutations-cards";
import { saveEntries } from "./mutations-entries";
import { previewCard, startIssue } from "./mutations-issue";
import { actions } from "./rules";
import * as schema from "./schema";
import * as cards from "./schema-cards";

const idView = z.object({ _id: z.string() });

export const reportCardsRouter = router({
  /** The sets of a year that the caller manages, or writes in as a class teacher. */
  list: allow(actions.write)
    .input(schema.listSetsInput)
    .output(schema.setsView)
    .query(({ ctx, input }) => listSets(input.year, ctx.principal, new Date())),

  /** The exams that a set of a class can contain. */
  choices: allow(actions.make)
    .input(schema.choicesInput)
    .output(z.array(schema.examChoiceView))
    .query(({ input }) => listChoices(input, new Date())),

  /** A set with a row for each student. */
  get: allow(actions.write)
    .input(schema.setIdInput)
    .output(schema.sheetView)
    .query(({ ctx, input }) => getSheet(input.id, ctx.principal, new Date())),

  /** Adds a set of report cards. */
  add: allow(actions.make)
    .input(schema.addSetInput)
    .output(idView)
    .mutation(async ({ ctx: { principal }, input }) => {
      const add = (set: schema.AddSetInput) => addSet(set, principal, new Date());
      return { _id: await onceForSender(principal.userId, "reportCards.add", input, add) };
    }),

  /** Edits a set. */
  edit: allow(actions.make).input(schema.editSetInput).output(idView).mutation(resolver(editSet)),

  /** Deletes a set without issued cards. */
  remove: allow(actions.make).input(schema.setIdInput).output(idView).mutation(resolver(removeSet)),

  /** Saves attendance, remarks and lines. */
  saveEntries: allow(actions.write)
    .input(schema.saveEntriesInput)
    .output(schema.savedEntriesView)
    .mutation(resolver(saveEntries)),

  /** A draft of a student's card, which is not stored. */
  preview: allow(actions.write).input(schema.studentCardInput).output(downloadView).query(resolver(previewCard)),

  /** Starts the task that issues cards. */
  issue: allow(actions.make)
    .input(schema.issueInput)
    .output(startedView)
    .mutation(async ({ ctx, input }) => ({
      taskId: await startIssue(input, ctx.principal, new Date()),
    })),

  /** Starts the task that joins the valid cards of a set into one file. */
  print: allow(actions.make)
    .input(schema.setIdInput)
    .output(startedView)
    .mutation(async ({ ctx, input }) => ({ taskId: await startPrint(input.id, ctx.principal) })),

  /** Withdraws a valid card. */
  withdraw: allow(actions.make).input(schema.withdrawInput).output(idView).mutation(resolver(withdrawCard)),

  /** The report cards of the caller or a child; for the office, of any student. */
  cards: allow(actions.read)
    .input(cards.cardsInput)
    .output(z.array(cards.cardView))
    .query(({ ctx, input }) => listCards(ctx.principal, input.studentId)),

  /** The file of a card. */
  file: allow(actions.read).input(schema.setIdInput).output(downloadView).query(resolver(getCardFile)),

  /** The facts of a card. A mutation, because its secret must not be in a URL. */
  verify: publicProcedure
    .input(cards.verifyInput)
    .output(cards.verifiedView)
    .mutation(({ ctx, input }) => verifyCard(input, ctx.address)),
});
