import { z } from "zod";
import { classField, idField, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";
import { expiryField, fileClaim, momentOf, startField, startOfText, storedFile } from "./schema";

/** What is said of a material from now on; without an expiry it is always available. */
export const editMaterialInput = z
  .strictObject({
    id: idField,
    className: classField,
    subject: textField(sayLib("subject")),
    materialName: textField(say("materialName")),
    expiresAt: expiryField,
    /** Left out, it stays as it is. */
    availableFrom: startField,
  })
  .transform(({ expiresAt, availableFrom, ...rest }) => ({
    ...rest,
    expiresAt: !expiresAt || expiresAt === "null" ? null : (momentOf(expiresAt) ?? null),
    availableFrom: availableFrom ? startOfText(availableFrom) : availableFrom === undefined ? undefined : null,
  }));

export type EditMaterialInput = z.output<typeof editMaterialInput>;

/** A material and the file that is to replace its own, before a byte of it travels. */
export const checkFileInput = z.strictObject({ id: idField, file: fileClaim });

export type CheckFileInput = z.output<typeof checkFileInput>;

/** The same once the file lies in the store. */
export const replaceFileInput = z.strictObject({ id: idField, file: storedFile });

export type ReplaceFileInput = z.output<typeof replaceFileInput>;

/** Until when materials are available from now on; without a time always. */
export const extendMaterialsInput = z
  .strictObject({ ids: z.array(idField).min(1).max(100), expiresAt: expiryField })
  .transform(({ ids, expiresAt }) => ({
    ids,
    expiresAt: !expiresAt || expiresAt === "null" ? null : (momentOf(expiresAt) ?? null),
  }));

export type ExtendMaterialsInput = z.output<typeof extendMaterialsInput>;

export const removeMaterialsInput = z.strictObject({ ids: z.array(idField).min(1).max(100) });

/** The ids of those to which it was done, and why the others were refused. */
export const manyMaterialsView = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), why: z.enum(["notFound", "notYours", "endsTooEarly"]) })),
});

export type ManyMaterials = z.infer<typeof manyMaterialsView>;
