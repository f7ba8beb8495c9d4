import { z } from "zod";
import { idField, storedClassField, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";
import { expiryField, fileClaim, listMaterialsInput, momentOf, startField, startOfText, storedFile } from "./schema";
import { materialStates } from "./schema-states";

/** The filters of the public list, and the office's own filter. */
export const listOfficeInput = listMaterialsInput.extend({ state: z.enum(materialStates).optional() });

export type ListOfficeInput = z.output<typeof listOfficeInput>;

/** The new values of a material; missing ones stay unchanged, and an empty expiry means always available. */
export const editMaterialInput = z
  .strictObject({
    id: idField,
    className: storedClassField.optional(),
    subject: textField(sayLib("subject")).optional(),
    materialName: textField(say("materialName")).optional(),
    expiresAt: expiryField,
    availableFrom: startField,
  })
  .transform(({ expiresAt, availableFrom, ...rest }) => ({
    ...rest,
    expiresAt: ifGiven(expiresAt === "null" ? null : expiresAt, momentOf),
    availableFrom: ifGiven(availableFrom, startOfText),
  }));

/** The moment that a text means; null for an empty text, undefined if no text was given. */
function ifGiven(text: string | null | undefined, read: (text: string) => Date | undefined): Date | null | undefined {
  return text ? (read(text) ?? null) : text === undefined ? undefined : null;
}

export type EditMaterialInput = z.output<typeof editMaterialInput>;

/** A material and the replacement file, before the upload. */
export const checkFileInput = z.strictObject({ id: idField, file: fileClaim });

export type CheckFileInput = z.output<typeof checkFileInput>;

/** A material and the uploaded replacement file. */
export const replaceFileInput = z.strictObject({ id: idField, file: storedFile });

export type ReplaceFileInput = z.output<typeof replaceFileInput>;

/** The new expiry of materials; without a time, always available. */
export const extendMaterialsInput = z
  .strictObject({ ids: z.array(idField).min(1).max(100), expiresAt: expiryField })
  .transform(({ ids, expiresAt }) => ({
    ids,
    expiresAt: !expiresAt || expiresAt === "null" ? null : (momentOf(expiresAt) ?? null),
  }));

export type ExtendMaterialsInput = z.output<typeof extendMaterialsInput>;

export const removeMaterialsInput = z.strictObject({ ids: z.array(idField).min(1).max(100) });

/** The ids that succeeded, and why the others were rejected. */
export const manyMaterialsView = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), why: z.enum(["notFound", "notYours", "endsTooEarly"]) })),
});

export type ManyMaterials = z.infer<typeof manyMaterialsView>;
