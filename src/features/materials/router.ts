import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { adminProcedure, atOnce, publicProcedure, router } from "@/server/trpc";
import { getMaterialFile, listMaterialClasses, listMaterials } from "./data";
import { addMaterial, checkMaterial, removeMaterial } from "./mutations";
import {
  addMaterialInput,
  checkMaterialInput,
  listMaterialsInput,
  materialFile,
  materialIdInput,
  materialsPage,
  materialView,
} from "./schema";

export const materialsRouter = router({
  /** What visitors can see, newest first; with `includeExpired`, for the administrator alone, what has expired too. */
  list: publicProcedure
    .input(atOnce(listMaterialsInput))
    .output(atOnce(materialsPage))
    .query(({ ctx, input }) => {
      if (input.includeExpired && ctx.principal?.role !== "admin") {
        throw new AppError("FORBIDDEN", "You are not allowed to do this.");
      }
      return listMaterials(input, new Date());
    }),

  /** The classes visitors can choose from. */
  classes: publicProcedure.output(z.array(z.string())).query(() => listMaterialClasses(new Date())),

  /** Where the bytes of a material lie. */
  file: publicProcedure
    .input(materialIdInput)
    .output(materialFile)
    .query(({ ctx, input }) => getMaterialFile(input.id, ctx.principal, new Date())),

  /** Refuses, before a byte travels, what `add` would refuse. */
  check: adminProcedure
    .input(checkMaterialInput)
    .output(z.null())
    .query(({ input }) => {
      checkMaterial(input, new Date());
      return null;
    }),

  /** Publishes a file that has arrived in the store. */
  add: adminProcedure
    .input(addMaterialInput)
    .output(materialView)
    .mutation(({ ctx, input }) => addMaterial(input, ctx.principal, new Date())),

  /** Deletes a material and its file. */
  remove: adminProcedure
    .input(materialIdInput)
    .output(materialView.pick({ _id: true }))
    .mutation(async ({ ctx, input }) => {
      await removeMaterial(input.id, ctx.principal);
      return { _id: input.id };
    }),
});
