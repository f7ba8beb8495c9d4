import { z } from "zod";
import { institute } from "@/content/institute";
import {
  classField,
  idField,
  momentView,
  pageFields,
  searchField,
  storedClassField,
  subjectFilterField,
  textField,
} from "@/lib/fields";
import { fileKinds } from "@/lib/file-kinds";
import { momentOfIso } from "@/lib/iso-time";
import { say as sayLib } from "@/lib/messages";
import { control, withoutDirections } from "@/lib/plain-text";
import { say } from "./messages";

/** The time of an ISO 8601 text; without a zone, in the institute's zone. */
export const momentOf = (text: string) => momentOfIso(text, institute.timeZone);

/** A date or time in ISO 8601; the text `null`, an empty text or a missing value mean none (decision 17). */
export const expiryField = z
  .union(
    [
      z.literal(["null", ""]),
      z.null(),
      z
        .string()
        .refine((text) => momentOf(text) !== undefined, say("expiryUnreadable"))
        .meta({
          description:
            "ISO 8601. A date, week, month or year without a time means its end; without a time zone, the institute's zone applies.",
        }),
    ],
    say("expiryUnreadable"),
  )
  .optional();

/** A start time; a day without a time means its beginning. */
export const startOfText = (text: string) => momentOf(/T/i.test(text) ? text : `${text.trim()}T00:00`);

/** When a material becomes available; null means immediately. */
export const startField = z
  .union(
    [z.literal(""), z.null(), z.string().refine((text) => startOfText(text) !== undefined, say("startUnreadable"))],
    say("startUnreadable"),
  )
  .optional();

/** The fields of a new material (spec §5). The text `null` means always available (spec §7). */
export const materialInput = z
  .strictObject({
    className: classField,
    subject: textField(sayLib("subject")),
    materialName: textField(say("materialName")),
    expiresAt: expiryField,
    alwaysAvailable: z.boolean().optional(),
    availableFrom: startField,
    /** Notify students of the class and their guardians by email. */
    tellClass: z.boolean().optional(),
  })
  .transform(({ expiresAt, alwaysAvailable = expiresAt === "null", availableFrom, ...rest }) => ({
    ...rest,
    alwaysAvailable,
    ...(availableFrom && { availableFrom: startOfText(availableFrom) ?? null }),
    expiresAt: alwaysAvailable || !expiresAt || expiresAt === "null" ? null : (momentOf(expiresAt) ?? null),
  }));

export type MaterialInput = z.output<typeof materialInput>;

const badFileName = say("badFileName");
const badFile = say("badFile");
const isPlainLine = (text: string) => !control.test(text);

/** The browser's description of a file before the upload. */
export const fileClaim = z.strictObject({
  name: z
    .string(badFileName)
    .overwrite(withoutDirections)
    .min(1, badFileName)
    .max(255, badFileName)
    .refine(isPlainLine, sayLib("unusable", say("fileName"))),
  type: z
    .string(badFile)
    .max(200, badFile)
    .refine(isPlainLine, sayLib("unusable", say("fileType"))),
  size: z.number(badFile).int(badFile).nonnegative(badFile),
});

/** An uploaded file. */
export const storedFile = fileClaim.extend({ key: z.string().regex(/^[A-Za-z0-9]{20,120}$/) });

/** A material and its file, before the upload. */
export const checkMaterialInput = z.strictObject({ material: materialInput, file: fileClaim });

export type CheckMaterialInput = z.output<typeof checkMaterialInput>;

/** A material and its uploaded file. */
export const addMaterialInput = z.strictObject({
  material: materialInput,
  file: storedFile,
});

export type AddMaterialInput = z.output<typeof addMaterialInput>;

const includeExpired = z
  .union([z.boolean(), z.literal(["true", "false"])], say("badIncludeExpired"))
  .transform((value) => value === true || value === "true")
  .default(false)
  .describe("For staff only: includes expired materials");

export const listMaterialsInput = z.strictObject({
  className: storedClassField.optional(),
  subject: subjectFilterField,
  q: searchField,
  includeExpired,
  ...pageFields,
});

export const listClassesInput = z.strictObject({ includeExpired }).prefault({});

export type ListClassesInput = z.output<typeof listClassesInput>;

export const listMaterialSubjectsInput = listMaterialsInput.pick({ className: true });

export type ListMaterialSubjectsInput = z.output<typeof listMaterialSubjectsInput>;

export const materialIdInput = z.strictObject({ id: idField });

/** A material as every response shows it (spec §3). */
export const materialView = z.object({
  _id: z.string(),
  className: z.string(),
  subject: z.string(),
  materialName: z.string(),
  pdfFile: z.string().describe("The site's own link to the file"),
  fileKind: z.enum(fileKinds),
  fileSize: z.number(),
  uploadedAt: momentView,
  expiresAt: momentView.nullable(),
  uploadedBy: z
    .string()
    .nullable()
    .optional()
    .describe("Only for staff, in lists with expired materials: the publisher; null if deleted"),
  mayRemove: z.boolean().optional().describe("Only for staff: whether the caller may delete it"),
  availableFrom: momentView
    .nullable()
    .optional()
    .describe("Only for staff: when visitors will see it; null if they already do"),
  downloads: z.number().optional().describe("Only for staff: the number of downloads, without names"),
});

export type MaterialView = z.infer<typeof materialView>;

export const materialsPage = z.object({
  items: z.array(materialView),
  nextCursor: z.string().nullable(),
  /** Total number of matches; 1001 means more than a thousand. */
  total: z.number(),
});

export type MaterialsPage = z.infer<typeof materialsPage>;

/** The location of a material's file, for the route that streams it. */
export const materialFile = z.object({
  key: z.string(),
  name: z.string(),
  kind: z.enum(fileKinds),
  /** SHA-256, hexadecimal. */
  hash: z.string(),
});
