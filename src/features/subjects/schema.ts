import { z } from "zod";
import { idField, textField } from "@/lib/fields";
import { subjectKey } from "@/lib/subject-key";
import { say } from "./messages";

/** Maximum number of other spellings that are added at once. */
export const mostSpellings = 20;

const spelling = textField(say("spellings"), 100).transform(subjectKey);

const name = textField(say("name"), 100);
const unique = (keys: string[]) => [...new Set(keys)];
const spellings = z.array(spelling).max(mostSpellings, say("tooManySpellings")).transform(unique);
// Merges leave a subject more spellings than may be added at once.
const spellingsRead = z.array(spelling).max(1000).transform(unique);

/** A subject. Spellings are only compared, not shown. */
export const subjectInput = z.strictObject({ name, spellings: spellings.default([]) });

export type SubjectInput = z.output<typeof subjectInput>;

/** Missing fields stay unchanged. */
export const editSubjectInput = z.strictObject({
  id: idField,
  name: name.optional(),
  spellings: spellingsRead.optional().describe(`At most ${mostSpellings} new ones at once`),
  spellingsWere: spellingsRead
    .optional()
    .describe("The spellings that were read: what others changed since then stays"),
  retired: z.boolean().optional().describe("A retired one is no longer offered"),
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
