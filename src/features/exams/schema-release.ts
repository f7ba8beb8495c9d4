import { z } from "zod";
import { idField } from "@/lib/fields";

/** What a release would do, and what is confirmed of it. */
export const releaseView = z.object({
  results: z.number(),
  absent: z.number(),
  excused: z.number(),
  noMark: z.number(),
  /** Students who get a mail. */
  mailed: z.number(),
  /** Whose address is not confirmed. */
  notConfirmed: z.number(),
  /** Who log in without an address. */
  noAddress: z.number(),
  noLogin: z.number(),
  guardiansMailed: z.number(),
  /** Guardians who see the results and get no mail of them. */
  guardiansNotMailed: z.number(),
  digest: z.string(),
});

export type ReleaseView = z.infer<typeof releaseView>;

const fact = releaseView.omit({ digest: true }).keyof();

/** What a preview counts. */
export type ReleaseFact = z.infer<typeof fact>;

export const releaseFacts = fact.options;

export const releaseInput = z.strictObject({ id: idField, digest: z.string().regex(/^[0-9a-f]{64}$/) });

export type ReleaseInput = z.output<typeof releaseInput>;

/** Which number of the preview is opened. */
export const previewPeopleInput = z.strictObject({ id: idField, fact });

export type PreviewPeopleInput = z.output<typeof previewPeopleInput>;

/** Somebody whom a number counts: a student, or a guardian with the names of the children. */
export const previewPersonView = z.object({
  studentId: z.string(),
  name: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  guardianOf: z.string().nullable(),
});

export type PreviewPersonView = z.infer<typeof previewPersonView>;
