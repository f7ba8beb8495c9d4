import "server-only";
import { downloadView, startedView } from "@/lib/fields";
import { allow, router } from "@/server/trpc/trpc";
import { previewClass, previewLetter, previewMany } from "./data";
import { printLetter, startClass, startMany } from "./mutations";
import { actions } from "./rules";
import * as schema from "./schema";

export const lettersRouter = router({
  /** The people for whom a letter to a student would contain codes. */
  preview: allow(actions.print)
    .input(schema.studentLetterInput)
    .output(schema.letterPreview)
    .query(({ input }) => previewLetter(input.id)),

  /** The letter for a student and one guardian, with new codes. */
  print: allow(actions.print)
    .input(schema.printLetterInput)
    .output(downloadView)
    .mutation(({ ctx, input }) => printLetter(input.id, input.guardianId, ctx.principal, new Date())),

  previewClass: allow(actions.print)
    .input(schema.classLettersInput)
    .output(schema.classPreview)
    .query(({ input }) => previewClass(input, new Date())),

  printClass: allow(actions.print)
    .input(schema.classLettersInput)
    .output(startedView)
    .mutation(async ({ ctx, input }) => ({ taskId: await startClass(input, ctx.principal, new Date()) })),

  /** A preview of the letters for the selected students. A mutation, because their ids are too long for a URL. */
  previewMany: allow(actions.print)
    .input(schema.manyLettersInput)
    .output(schema.manyPreview)
    .mutation(({ input }) => previewMany(input.students)),

  printMany: allow(actions.print)
    .input(schema.manyLettersInput)
    .output(startedView)
    .mutation(async ({ ctx, input }) => ({ taskId: await startMany(input.students, ctx.principal) })),
});
