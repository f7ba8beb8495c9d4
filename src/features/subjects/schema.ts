import { z } from "zod";
import { idField, textField } from "@/lib/fields";
import { subjectKey } from "@/lib/subject-key";
import { say } from "./messages";

const spelling = textField(say("spellings"), 100).transform(subjectKey);

/** A subject as the administrator enters it. Spellings are compared, not shown as typed. */
export const subjectInput = z.strictObject({
  name: textField(say("name"), 100),
  spellings: z
    .array(spelling)
    .max(20, say("tooManySpellings"))
    .transform((keys) => [...new Set(keys)])
    .default([]),
});

export type SubjectInput = z.output<typeof subjectInput>;

export const editSubjectInput = subjectInput.extend({ id: idField });

export const retireSubjectInput = z.strictObject({ id: idField, retired: z.boolean() });

/** A subject with its spellings and how much is of it. */
export const subjectView = z.object({
  _id: z.string(),
  name: z.string(),
  spellings: z.array(z.string()),
  isRetired: z.boolean(),
  used: z.object({ materials: z.number(), results: z.number(), tests: z.number() }),
});

export type SubjectView = z.infer<typeof subjectView>;

/** What the fields for a subject suggest, with the texts that mean it. */
export const subjectNameView = z.object({ name: z.string(), keys: z.array(z.string()), isRetired: z.boolean() });

/** A subject after a change. */
export const changedSubject = subjectView.pick({ _id: true, name: true });

export type ChangedSubject = z.infer<typeof changedSubject>;
