import "server-only";
import { z } from "zod";
import { allow, router } from "@/server/trpc/trpc";
import { getImport, listImports, listRows } from "./data";
import { getRefused, getTemplate } from "./data-files";
import { addImport, removeImport } from "./mutations";
import { startApplying, startCheck, startUndoing } from "./mutations-tasks";
import { actions } from "./rules";
import * as schema from "./schema";

export const importsRouter = router({
  /** The imports of the last year and those that wait. */
  list: allow(actions.read).output(z.array(schema.importRowView)).query(listImports),

  get: allow(actions.read)
    .input(schema.importInput)
    .output(schema.importView)
    .query(({ input }) => getImport(input.id)),

  /** The rows that were looked through, a page at a time. */
  rows: allow(actions.read)
    .input(schema.listRowsInput)
    .output(schema.rowsPage)
    .query(({ input }) => listRows(input, new Date())),

  mayAdd: allow(actions.manage).query(() => true),

  /** Keeps the rows of a file for a week; nothing else is written. */
  add: allow(actions.manage)
    .input(schema.addImportInput)
    .output(schema.importView)
    .mutation(async ({ ctx, input }) => getImport(await addImport(input, ctx.principal, new Date()))),

  /** Looks through all rows, and says what each would do. */
  check: allow(actions.manage)
    .input(schema.checkInput)
    .output(schema.importView)
    .mutation(async ({ ctx, input }) => {
      await startCheck(input, ctx.principal, new Date());
      return getImport(input.id);
    }),

  carryOut: allow(actions.manage)
    .input(schema.applyInput)
    .output(schema.importView)
    .mutation(async ({ ctx, input }) => {
      await startApplying(input, ctx.principal, new Date());
      return getImport(input.id);
    }),

  /** Undoes an import, row by row. */
  undo: allow(actions.manage)
    .input(schema.importInput)
    .output(schema.importView)
    .mutation(async ({ ctx, input }) => {
      await startUndoing(input.id, ctx.principal, new Date());
      return getImport(input.id);
    }),

  /** Throws away an import that was not carried out. */
  remove: allow(actions.manage)
    .input(schema.importInput)
    .output(schema.importInput)
    .mutation(async ({ ctx, input }) => {
      await removeImport(input.id, ctx.principal);
      return input;
    }),

  refused: allow(actions.read)
    .input(schema.importInput)
    .output(schema.fileView)
    .mutation(({ input }) => getRefused(input.id)),

  /** An empty list with the heads that are understood, and an example. */
  template: allow(actions.read)
    .input(schema.templateInput)
    .output(schema.fileView)
    .mutation(({ input }) => getTemplate(input.kind)),
});
