import "server-only";
import { z } from "zod";
import { downloadView } from "@/lib/fields";
import { allow, router, thenShow } from "@/server/trpc/trpc";
import { getImport, listImports } from "./data";
import { getRefused, listRows } from "./data-checked";
import { getTemplate } from "./data-files";
import { addImport, removeImport } from "./mutations";
import { startApplying, startCheck, startUndoing } from "./mutations-tasks";
import { actions } from "./rules";
import * as schema from "./schema";

const shown = ({ id }: { id: string }) => getImport(id);

export const importsRouter = router({
  /** The imports of the last year and unfinished ones. */
  list: allow(actions.read).output(z.array(schema.importRowView)).query(listImports),

  get: allow(actions.read)
    .input(schema.importInput)
    .output(schema.importView)
    .query(({ input }) => getImport(input.id)),

  /** A page of the checked rows. */
  rows: allow(actions.read)
    .input(schema.listRowsInput)
    .output(schema.rowsPage)
    .query(({ input }) => listRows(input, new Date())),

  mayAdd: allow(actions.manage).query(() => true),

  /** Stores the rows of a file for a week; nothing else is written. */
  add: allow(actions.manage)
    .input(schema.addImportInput)
    .output(schema.importView)
    .mutation(async ({ ctx, input }) => getImport(await addImport(input, ctx.principal, new Date()))),

  /** Checks all rows and previews their changes. */
  check: allow(actions.manage).input(schema.checkInput).output(schema.importView).mutation(thenShow(startCheck, shown)),

  carryOut: allow(actions.manage)
    .input(schema.applyInput)
    .output(schema.importView)
    .mutation(thenShow(startApplying, shown)),

  /** Undoes an import row by row. */
  undo: allow(actions.manage)
    .input(schema.importInput)
    .output(schema.importView)
    .mutation(thenShow(startUndoing, shown)),

  /** Deletes an import that was not applied. */
  remove: allow(actions.manage)
    .input(schema.importInput)
    .output(schema.importInput)
    .mutation(async ({ ctx, input }) => {
      await removeImport(input.id, ctx.principal);
      return input;
    }),

  refused: allow(actions.read)
    .input(schema.importInput)
    .output(downloadView)
    .mutation(({ input }) => getRefused(input.id)),

  /** A template with all known headings and an example. */
  template: allow(actions.read)
    .input(schema.templateInput)
    .output(downloadView)
    .mutation(({ input }) => getTemplate(input.kind)),
});
