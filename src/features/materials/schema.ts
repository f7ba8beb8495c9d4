import { z } from "zod";
import { institute } from "@/content/institute";
import { dateIn } from "@/lib/dates";
import {
  classField,
  idField,
  isStorable,
  momentView,
  pageFields,
  searchField,
  subjectFilterField,
  textField,
} from "@/lib/fields";
import { fileKinds } from "@/lib/file-kinds";
import { momentOfIso } from "@/lib/iso-time";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

/** When a text in any form of ISO 8601 means; without a zone it is the institute's. */
export const momentOf = (text: string) => momentOfIso(text, institute.timeZone);

/** The institute's day of a moment. */
export const dayOf = (moment: Date) => dateIn(institute.timeZone, moment);

/** A date or time in ISO 8601; the text `null`, an empty text and nothing mean none (decision 17). */
export const expiryField = z
  .union(
    [
      z.literal(["null", ""]),
      z.null(),
      z
        .string()
        .refine((text) => momentOf(text) !== undefined, say("expiryUnreadable"))
        .meta({ description: "ISO 8601. A date alone means its end; without a zone it is the institute's time." }),
    ],
    say("expiryUnreadable"),
  )
  .optional();

/** When something starts: a date alone means its beginning. */
export const startOfText = (text: string) => momentOf(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);

/** The moment from which a material is available; none means at once. */
export const startField = z
  .union(
    [z.literal(""), z.null(), z.string().refine((text) => momentOf(text) !== undefined, say("startUnreadable"))],
    say("startUnreadable"),
  )
  .optional();

/** What the administrator says about a new material (spec §5). The text `null` means always available (spec §7). */
export const materialInput = z
  .strictObject({
    className: classField,
    subject: textField(sayLib("subject")),
    materialName: textField(say("materialName")),
    expiresAt: expiryField,
    alwaysAvailable: z.boolean().optional(),
    availableFrom: startField,
    /** Students of the class and their guardians get a mail. */
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

/** What the browser says about a file before it sends it. */
export const fileClaim = z.strictObject({
  name: z
    .string(badFileName)
    .min(1, badFileName)
    .max(255, badFileName)
    .refine(isStorable, sayLib("unusable", say("fileName"))),
  type: z
    .string(badFile)
    .max(200, badFile)
    .refine(isStorable, sayLib("unusable", say("fileType"))),
  size: z.number(badFile).int(badFile).nonnegative(badFile),
});

/** A file that lies in the store by now. */
export const storedFile = fileClaim.extend({ key: z.string().regex(/^[A-Za-z0-9]{20,120}$/) });

/** A material and its file, before a byte of it travels. */
export const checkMaterialInput = z.strictObject({ material: materialInput, file: fileClaim });

export type CheckMaterialInput = z.output<typeof checkMaterialInput>;

/** A material and its file, which lies in the store by now. */
export const addMaterialInput = z.strictObject({
  material: materialInput,
  file: storedFile,
});

export type AddMaterialInput = z.output<typeof addMaterialInput>;

/** For the administrator alone: expired ones too. */
const includeExpired = z
  .union([z.boolean(), z.literal(["true", "false"])], say("badIncludeExpired"))
  .transform((value) => value === true || value === "true")
  .default(false);

export const listMaterialsInput = z.strictObject({
  className: classField.optional(),
  subject: subjectFilterField,
  q: searchField,
  includeExpired,
  ...pageFields,
});

export const listClassesInput = z.strictObject({ includeExpired }).prefault({});

export type ListClassesInput = z.output<typeof listClassesInput>;

export const listMaterialSubjectsInput = listMaterialsInput.pick({ className: true });

export type ListMaterialSubjectsInput = z.output<typeof listMaterialSubjectsInput>;

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
  uploadedAt: momentView,
  expiresAt: momentView.nullable(),
  /** For staff, in the list with what has expired: who published it; null for somebody who is gone. */
  uploadedBy: z.string().nullable().optional(),
  /** For staff, likewise: the caller may delete it. */
  mayRemove: z.boolean().optional(),
  /** For staff, likewise: the moment from which visitors see it; null once they do. */
  availableFrom: momentView.nullable().optional(),
  /** For staff, likewise: how often it was downloaded, by nobody in particular. */
  downloads: z.number().optional(),
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
