import "server-only";
import { z } from "zod";
import { downloadView } from "@/lib/fields";
import type { Principal } from "@/lib/principal";
import { allow, resolver, thenShow } from "@/server/trpc/trpc";
import { getFile, listFiles } from "./data-file";
import { getFileTemplate, getRefusedOfFile } from "./data-file-tables";
import { addFile, carryOutFile, checkFile, removeFile, requireOpen, undoFile } from "./mutations-file";
import { actions } from "./rules";
import { examIdInput } from "./schema";
import * as files from "./schema-files";

const shown = ({ fileId }: { fileId: string }, by: Principal, now: Date) => getFile(fileId, by, now);

/** The procedures of files of marks, merged into those of exams. */
export const fileProcedures = {
  /** Requires that the caller may upload a file of marks. */
  mayAddFile: allow(actions.mark)
    .input(examIdInput)
    .query(async ({ ctx, input }) => (await requireOpen(input.id, ctx.principal)).id === input.id),

  /** The newest files of marks of an exam. */
  files: allow(actions.mark).input(examIdInput).output(z.array(files.fileHeadView)).query(resolver(listFiles)),

  /** A file of marks, with what each row would do or has done. */
  file: allow(actions.mark)
    .input(files.fileInput)
    .output(files.fileView)
    .query(({ ctx, input }) => getFile(input.fileId, ctx.principal, new Date())),

  /** Stores the rows of a file; no mark is written. */
  addFile: allow(actions.mark)
    .input(files.addFileInput)
    .output(files.fileView)
    .mutation(async ({ ctx, input }) => {
      const now = new Date();
      return getFile(await addFile(input, ctx.principal, now), ctx.principal, now);
    }),

  /** Sets the meaning of the columns and checks all rows. */
  checkFile: allow(actions.mark)
    .input(files.checkFileInput)
    .output(files.fileView)
    .mutation(thenShow(checkFile, shown)),

  /** Writes the marks of a file into the drafts. */
  carryOutFile: allow(actions.mark)
    .input(files.carryOutInput)
    .output(files.fileView)
    .mutation(thenShow(carryOutFile, shown)),

  /** Deletes a file that was not written. */
  removeFile: allow(actions.mark)
    .input(files.fileInput)
    .output(files.fileInput)
    .mutation(async ({ ctx, input }) => {
      await removeFile(input.fileId, ctx.principal);
      return input;
    }),

  /** The rejected rows of a file, as a file to correct. */
  refusedOfFile: allow(actions.mark).input(files.fileInput).output(downloadView).mutation(resolver(getRefusedOfFile)),

  /** A template with the students whose marks an exam still accepts. */
  fileTemplate: allow(actions.mark)
    .input(files.fileTemplateInput)
    .output(downloadView)
    .mutation(resolver(getFileTemplate)),

  /** Restores the values that a file replaced. */
  undoFile: allow(actions.mark).input(files.fileInput).output(files.fileView).mutation(thenShow(undoFile, shown)),
};
