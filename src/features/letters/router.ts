import "server-only";
import { allow, router } from "@/server/trpc/trpc";
import { previewClass, previewLetter } from "./data";
import { printLetter, startClass } from "./mutations";
import { actions } from "./rules";
import * as schema from "./schema";

export const lettersRouter = router({
  /** Whom a letter for a student would hold a code for. */
  preview: allow(actions.print)
    .input(schema.studentLetterInput)
    .output(schema.letterPreview)
    .query(({ input }) => previewLetter(input.id)),

  /** The letter for a student and one guardian, with new codes. */
  print: allow(actions.print)
    .input(schema.studentLetterInput)
    .output(schema.madeLetterView)
    .mutation(({ ctx, input }) => printLetter(input.id, ctx.principal, new Date())),

  /** What printing the letters of a class would do. */
  previewClass: allow(actions.print)
    .input(schema.classLettersInput)
    .output(schema.classPreview)
    .query(({ input }) => previewClass(input, new Date())),

  /** Starts to print the letters of a class as one file. */
  printClass: allow(actions.print)
    .input(schema.classLettersInput)
    .output(schema.startedView)
    .mutation(async ({ ctx, input }) => ({ taskId: await startClass(input, ctx.principal, new Date()) })),
});
