import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { subjectCounts } from "@/lib/fields";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { say } from "@/server/messages";
import { allow, publicProcedure, router } from "@/server/trpc/trpc";
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
  listMaterialsInput,
  materialFile,
  materialIdInput,
  materialsPage,
  materialView,
} from "./schema";
import {
  checkFileInput,
  editMaterialInput,
  extendMaterialsInput,
  manyMaterialsView,
  removeMaterialsInput,
  replaceFileInput,
} from "./schema-office";

/** Expired materials are shown to the administrator alone. @throws AppError FORBIDDEN */
function requireSight({ includeExpired }: { includeExpired?: boolean | undefined }, principal: Principal | null): void {
  if (includeExpired && !may(principal, actions.manage)) {
    throw new AppError("FORBIDDEN", say("notAllowed"));
  }
}

export const materialsRouter = router({
  /** What visitors can see, newest first; with `includeExpired`, for the administrator alone, what has expired too. */
  list: publicProcedure
    .input(listMaterialsInput)
    .output(materialsPage)
    .query(async ({ ctx, input }) => {
      requireSight(input, ctx.principal);
      const page = await listMaterials(input, new Date());
      return input.includeExpired ? { ...page, items: await withPublishers(page.items, ctx.principal) } : page;
    }),

  /** A material as staff see it, though it has expired. */
  get: allow(actions.manage)
    .input(materialIdInput)
    .output(materialView)
    .query(({ ctx, input }) => getMaterial(input.id, ctx.principal)),

  /** The classes that have a material; with `includeExpired` as in the list. */
  classes: publicProcedure
    .input(listClassesInput)
    .output(z.array(z.string()))
    .query(({ ctx, input }) => {
      requireSight(input, ctx.principal);
      return listMaterialClasses(input, new Date());
    }),

  /** The subjects that most of the materials have which visitors can see. */
  subjects: publicProcedure
    .input(listMaterialSubjectsInput)
    .output(subjectCounts)
    .query(({ input }) => listMaterialSubjects(input, new Date())),

  /** Where the bytes of a material lie. */
  file: publicProcedure
    .input(materialIdInput)
    .output(materialFile)
    .query(({ ctx, input }) => getMaterialFile(input.id, ctx.principal, new Date())),

  /** Refuses who may not publish, before anything of theirs is read. */
  mayAdd: allow(actions.manage)
    .output(z.null())
    .query(() => null),

  /** Refuses, before a byte travels, what `add` would refuse. */
  check: allow(actions.manage)
    .input(checkMaterialInput)
    .output(z.null())
    .query(({ ctx, input }) => {
      checkMaterial(input, ctx.principal, new Date());
      return null;
    }),

  /** Publishes a file that has arrived in the store. */
  add: allow(actions.manage)
    .input(addMaterialInput)
    .output(materialView)
    .mutation(({ ctx, input }) => addMaterial(input, ctx.principal, new Date())),

  /** Changes what is said of a material. */
  edit: allow(actions.manage)
    .input(editMaterialInput)
    .output(materialView)
    .mutation(({ ctx, input }) => editMaterial(input, ctx.principal, new Date())),

  /** Refuses, before a byte travels, what `replace` would refuse. */
  checkFile: allow(actions.manage)
    .input(checkFileInput)
    .output(z.null())
    .query(async ({ ctx, input }) => {
      await checkNewFile(input, ctx.principal);
      return null;
    }),

  /** Replaces the file of a material by one that has arrived in the store. */
  replace: allow(actions.manage)
    .input(replaceFileInput)
    .output(materialView)
    .mutation(({ ctx, input }) => replaceFile(input, ctx.principal, new Date())),

  /** Gives materials a new end, each by itself. */
  extendMany: allow(actions.manage)
    .input(extendMaterialsInput)
    .output(manyMaterialsView)
    .mutation(({ ctx, input }) => extendMaterials(input, ctx.principal, new Date())),

  /** Deletes materials, each by itself. */
  removeMany: allow(actions.manage)
    .input(removeMaterialsInput)
    .output(manyMaterialsView)
    .mutation(({ ctx, input }) => removeMaterials(input.ids, ctx.principal)),

  /** Deletes a material and its file. */
  remove: allow(actions.manage)
    .input(materialIdInput)
    .output(materialView.pick({ _id: true }))
    .mutation(async ({ ctx, input }) => {
      await removeMaterial(input.id, ctx.principal);
      return { _id: input.id };
    }),
});
