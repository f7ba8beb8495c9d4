import "server-only";
import { allow, innerProcedure, resolver, router } from "@/server/trpc/trpc";
import { getEdited } from "./data";
import { openPictureFile } from "./data-pictures";
import { bringBack, discardDraft, publishDraft, saveSection, takeBack } from "./mutations";
import { addPicture } from "./mutations-pictures";
import { actions } from "./rules";
import { draftInput, editedView, sectionInput, takeBackInput, versionInput } from "./schema";
import { addPictureInput, pictureFileInput, pictureFileView, pictureOwnerView, pictureView } from "./schema-pictures";

export const instituteRouter = router({
  /** The content of the site, for the editor. */
  get: allow(actions.edit).output(editedView).query(getEdited),

  /** Saves one section of the draft. */
  save: allow(actions.edit).input(sectionInput).output(editedView).mutation(resolver(saveSection)),

  /** Publishes the draft. */
  publish: allow(actions.edit).input(draftInput).output(editedView).mutation(resolver(publishDraft)),

  /** Resets one section of the draft to the published one. */
  takeBack: allow(actions.edit).input(takeBackInput).output(editedView).mutation(resolver(takeBack)),

  /** Deletes the draft. */
  discard: allow(actions.edit).input(draftInput).output(editedView).mutation(resolver(discardDraft)),

  /** Restores an earlier version as the draft. */
  bringBack: allow(actions.edit).input(versionInput).output(editedView).mutation(resolver(bringBack)),

  /** Checks, before the upload, that the caller may add a picture; returns the caller. */
  mayAddPicture: allow(actions.edit)
    .output(pictureOwnerView)
    .query(({ ctx }) => ({ ownerId: ctx.principal.userId })),

  /** Creates a picture from an upload. */
  addPicture: allow(actions.edit)
    .input(addPictureInput)
    .output(pictureView)
    .mutation(({ ctx, input }) => addPicture(input.key, input.kind, ctx.principal)),

  /** The location of a picture's file, if the caller may see it. */
  picture: innerProcedure.input(pictureFileInput).output(pictureFileView).query(resolver(openPictureFile)),
});
