import { z } from "zod";
import type { Label } from "@/lib/catalogue";
import { idField, isWithin, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { subjectKey } from "@/lib/subject-key";
import { say } from "./messages";

/** Maximum number of other spellings that can be added in one request. */
export const mostSpellings = 20;

const mostLetters = 100;
const comparedField = (label: Label) =>
  textField(label, mostLetters).refine((text) => isWithin(text, mostLetters), sayLib("tooLong", label, mostLetters));

const name = comparedField(say("name"));
const spelling = comparedField(say("spelling")).transform(subjectKey);
const unique = (keys: string[]) => [...new Set(keys)];
const spellings = z.array(spelling).max(mostSpellings, say("tooManySpellings")).transform(unique);
// After merges, a subject may have more spellings than can be added in one request.
const spellingsRead = z.array(spelling).max(1000).transform(unique);

/** A subject. Spellings are only compared, not shown. */
export const subjectInput = z.strictObject({ name, spellings: spellings.default([]) });

export type SubjectInput = z.output<typeof subjectInput>;

/** Missing fields stay unchanged. */
export const editSubjectInput = z.strictObject({
  id: idField,
  name: name.optional(),
  spellings: spellingsRead.optional().describe(`All other spellings, at most ${mostSpellings} of them new`),
  spellingsWere: spellingsRead
    .optional()
    .describe("The spellings that were read; changes by others since then are kept"),
  retired: z
    .boolean()
    .optional()
    .describe("Whether the subject is retired, and so no longer offered; `isRetired` in answers"),
});

export type SubjectChanges = Omit<z.output<typeof editSubjectInput>, "id">;

export const retireSubjectInput = z.strictObject({ id: idField, retired: z.boolean() });

export const subjectView = z.object({
  _id: z.string(),
  name: z.string(),
  spellings: z.array(z.string()),
  isRetired: z.boolean(),
  used: z.object({ materials: z.number(), exams: z.number(), results: z.number(), tests: z.number() }),
});

export type SubjectView = z.infer<typeof subjectView>;

/** The suggestions of subject fields, with all spellings. */
export const subjectNameView = z.object({ name: z.string(), keys: z.array(z.string()), isRetired: z.boolean() });

/** A subject after a change. */
export const changedSubject = subjectView.omit({ used: true });

export type ChangedSubject = z.infer<typeof changedSubject>;
