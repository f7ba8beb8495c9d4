import "server-only";
import { allow, publicProcedure, router } from "@/server/trpc/trpc";
import { getEdited } from "./data";
import { openPictureFile } from "./data-pictures";
import { bringBack, discardDraft, publishDraft, saveSection, takeBack } from "./mutations";
import { addPicture } from "./mutations-pictures";
import { actions } from "./rules";
import { draftInput, editedView, sectionInput, takeBackInput, versionInput } from "./schema";
import { addPictureInput, pictureFileInput, pictureFileView, pictureOwnerView, pictureView } from "./schema-pictures";

export const instituteRouter = router({
  /** What the institute says of itself, as the office edits it. */
  get: allow(actions.edit).output(editedView).query(getEdited),

  /** Writes one part of the draft. */
  save: allow(actions.edit)
    .input(sectionInput)
    .output(editedView)
    .mutation(({ ctx, input }) => saveSection(input, ctx.principal)),

  /** Makes the draft what everyone sees. */
  publish: allow(actions.edit)
    .input(draftInput)
    .output(editedView)
    .mutation(({ ctx, input }) => publishDraft(input.seen, ctx.principal)),

  /** Makes one part of the draft what everyone sees of it. */
  takeBack: allow(actions.edit)
    .input(takeBackInput)
    .output(editedView)
    .mutation(({ ctx, input }) => takeBack(input, ctx.principal)),

  /** Throws the draft away. */
  discard: allow(actions.edit)
    .input(draftInput)
    .output(editedView)
    .mutation(({ ctx, input }) => discardDraft(input.seen, ctx.principal)),

  /** Makes an earlier version the draft. */
  bringBack: allow(actions.edit)
    .input(versionInput)
    .output(editedView)
    .mutation(({ ctx, input }) => bringBack(input.id, input.seen, ctx.principal)),

  /** Refuses who may not add a picture, before one is read; says whose it will be. */
  mayAddPicture: allow(actions.edit)
    .output(pictureOwnerView)
    .query(({ ctx }) => ({ ownerId: ctx.principal.userId })),

  /** Makes a picture of the site of a file that has arrived. */
  addPicture: allow(actions.edit)
    .input(addPictureInput)
    .output(pictureView)
    .mutation(({ ctx, input }) => addPicture(input.key, input.kind, ctx.principal)),

  /** Where a file of a picture lies, for who may see it. */
  picture: publicProcedure
    .input(pictureFileInput)
    .output(pictureFileView)
    .query(({ ctx, input }) => openPictureFile(input, ctx.principal)),
});
