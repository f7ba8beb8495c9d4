import { z } from "zod";
import { classField, idField, isStorable, pageFields, searchField, textField, unusable } from "@/lib/fields";
import { fileKinds } from "@/lib/file-kinds";
import { copy } from "./copy";

// Answers write years with four digits; a zone must not carry a time past the last of them. -1: without seconds.
const isoTime = (parts: { precision?: -1 }) =>
  z.iso.datetime({ offset: true, ...parts }).refine((text) => new Date(text).getUTCFullYear() <= 9999);

/** An ISO 8601 time with its zone; the text `null`, an empty text and nothing mean none (decision 17). */
const expiryField = z
  .union([z.literal(["null", ""]), z.null(), isoTime({}), isoTime({ precision: -1 })], copy.expiryRequired)
  .optional();

/** What the administrator says about a new material (spec §5). The text `null` means always available (spec §7). */
export const materialInput = z
  .strictObject({
    className: classField,
    subject: textField("Subject"),
    materialName: textField("Material Name"),
    expiresAt: expiryField,
    alwaysAvailable: z.boolean().optional(),
  })
  .transform(({ expiresAt, alwaysAvailable = expiresAt === "null", ...rest }) => ({
    ...rest,
    alwaysAvailable,
    expiresAt: alwaysAvailable || !expiresAt || expiresAt === "null" ? null : new Date(expiresAt),
  }));

export type MaterialInput = z.output<typeof materialInput>;

const badFileName = "The file's name can have 255 characters at most. Please rename the file.";
const badFile = "This file cannot be read. Please select another file.";

/** What the browser says about a file before it sends it. */
const fileClaim = z.strictObject({
  name: z.string(badFileName).min(1, badFileName).max(255, badFileName).refine(isStorable, unusable("The file's name")),
  type: z.string(badFile).max(200, badFile).refine(isStorable, unusable("The file's type")),
  size: z.number(badFile).int(badFile).nonnegative(badFile),
});

/** A material and its file, before a byte of it travels. */
export const checkMaterialInput = z.strictObject({ material: materialInput, file: fileClaim });

export type CheckMaterialInput = z.output<typeof checkMaterialInput>;

/** A material and its file, which lies in the store by now. */
export const addMaterialInput = z.strictObject({
  material: materialInput,
  file: fileClaim.extend({ key: z.string().regex(/^[A-Za-z0-9]{20,120}$/) }),
});

export type AddMaterialInput = z.output<typeof addMaterialInput>;

export const listMaterialsInput = z.strictObject({
  className: classField.optional(),
  q: searchField,
  /** For the administrator alone: expired ones too. */
  includeExpired: z.boolean().default(false),
  ...pageFields,
});

export type ListMaterialsInput = z.output<typeof listMaterialsInput>;

export const materialIdInput = z.strictObject({ id: idField });

/** A material as every answer shows it (spec §3). */
export const materialView = z.object({
  _id: z.string(),
  className: z.string(),
  subject: z.string(),
  materialName: z.string(),
  /** The site's own link (decision 18). */
  pdfFile: z.string(),
  fileKind: z.enum(fileKinds),
  fileSize: z.number(),
  uploadedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
});

export type MaterialView = z.infer<typeof materialView>;

export const materialsPage = z.object({
  items: z.array(materialView),
  nextCursor: z.string().nullable(),
  /** How many match the filter in all; 1001 where there are more than a thousand. */
  total: z.number(),
});

export type MaterialsPage = z.infer<typeof materialsPage>;

/** Where the bytes of a material lie, for the door that streams them. */
export const materialFile = z.object({
  key: z.string(),
  name: z.string(),
  kind: z.enum(fileKinds),
  /** SHA-256, hexadecimal. */
  hash: z.string(),
});
