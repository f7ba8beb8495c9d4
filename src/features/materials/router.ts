import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { subjectCounts } from "@/lib/fields";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { say } from "@/server/messages";
import { allow, innerProcedure, nothing, publicProcedure, resolver, router } from "@/server/trpc/trpc";
import {
  getMaterial,
  getMaterialFile,
  listMaterialClasses,
  listMaterialSubjects,
  listMaterials,
  withPublishers,
} from "./data";
import { addMaterial, checkMaterial, removeMaterial } from "./mutations";
import { editMaterial, extendMaterials, removeMaterials } from "./mutations-edit";
import { checkNewFile, replaceFile } from "./mutations-file";
import { actions } from "./rules";
import {
  addMaterialInput,
  checkMaterialInput,
  listClassesInput,
  listMaterialSubjectsInput,
  materialFile,
  materialIdInput,
  materialsPage,
  materialView,
} from "./schema";
import {
  checkFileInput,
  editMaterialInput,
  extendMaterialsInput,
  listOfficeInput,
  manyMaterialsView,
  removeMaterialsInput,
  replaceFileInput,
} from "./schema-office";

/** Only staff may list expired materials. @throws AppError FORBIDDEN */
function requireAccess(
  { includeExpired }: { includeExpired?: boolean | undefined },
  principal: Principal | null,
): void {
  if (includeExpired && !may(principal, actions.manage)) {
    throw new AppError("FORBIDDEN", say("notAllowed"));
  }
}

export const materialsRouter = router({
  /** The materials that visitors can see, newest first; with `includeExpired`, for staff only, expired ones as well. */
  list: publicProcedure
    .input(listOfficeInput)
    .output(materialsPage)
    .query(async ({ ctx, input }) => {
      requireAccess(input, ctx.principal);
      const page = await listMaterials(input, new Date());
      return input.includeExpired ? { ...page, items: await withPublishers(page.items, ctx.principal) } : page;
    }),

  /** A material for staff, also if it has expired. */
  get: allow(actions.manage).input(materialIdInput).output(materialView).query(resolver(getMaterial)),

  /** The classes with materials; `includeExpired` as in the list. */
  classes: publicProcedure
    .input(listClassesInput)
    .output(z.array(z.string()))
    .query(({ ctx, input }) => {
      requireAccess(input, ctx.principal);
      return listMaterialClasses(input, new Date());
    }),

  /** The subjects with the most visible materials. */
  subjects: publicProcedure
    .input(listMaterialSubjectsInput)
    .output(subjectCounts)
    .query(({ input }) => listMaterialSubjects(input, new Date())),

  /** The location of a material's file. */
  file: innerProcedure
    .input(materialIdInput)
    .output(materialFile)
    .query(({ ctx, input }) => getMaterialFile(input.id, ctx.principal, new Date())),

  /** Checks the right to publish before the request body is read. */
  mayAdd: allow(actions.manage)
    .output(z.null())
    .query(() => null),

  /** Checks, before the upload, what `add` would reject. */
  check: allow(actions.manage).input(checkMaterialInput).output(nothing).query(resolver(checkMaterial)),

  /** Publishes an uploaded file. */
  add: allow(actions.manage).input(addMaterialInput).output(materialView).mutation(resolver(addMaterial)),

  /** Edits a material. */
  edit: allow(actions.manage).input(editMaterialInput).output(materialView).mutation(resolver(editMaterial)),

  /** Checks, before the upload, what `replace` would reject. */
  checkFile: allow(actions.manage).input(checkFileInput).output(nothing).query(resolver(checkNewFile)),

  /** Replaces a material's file by an uploaded one. */
  replace: allow(actions.manage).input(replaceFileInput).output(materialView).mutation(resolver(replaceFile)),

  /** Sets a new expiry for several materials independently. */
  extendMany: allow(actions.manage)
    .input(extendMaterialsInput)
    .output(manyMaterialsView)
    .mutation(resolver(extendMaterials)),

  /** Deletes several materials independently. */
  removeMany: allow(actions.manage)
    .input(removeMaterialsInput)
    .output(manyMaterialsView)
    .mutation(({ ctx, input }) => removeMaterials(input.ids, ctx.principal)),

  /** Deletes a material and its file. */
  remove: allow(actions.manage)
    .input(materialIdInput)
    .output(materialView.pick({ _id: true }))
    .mutation(({ ctx, input }) => removeMaterial(input.id, ctx.principal)),
});
