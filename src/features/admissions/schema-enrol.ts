import { z } from "zod";
import { placeFields } from "@/features/enrolments/schema";
import { addressField, phoneField } from "@/features/guardians/schema-links";
import { foundGuardianView } from "@/features/guardians/schema-people";
import { addStudentInput } from "@/features/students/schema";
import { classField, idField, momentView, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages-refusals";

const { name, admissionNo, bornOn } = addStudentInput.shape;

const relation = textField(say("relation"), 60);

/**
 * A known guardian by `guardianId`, or a new person. `isAnother` confirms that a person with the same phone number is
 * somebody else.
 */
const guardianInput = z.union([
  z.strictObject({ guardianId: idField, relation }),
  z.strictObject({
    name: textField(sayLib("name")),
    relation,
    phone: phoneField.transform((text) => text ?? null),
    email: addressField.transform((text) => text ?? null),
    isAnother: z.boolean().default(false),
  }),
]);

export type GuardianInput = z.output<typeof guardianInput>;

/** A guardian as typed in the form. */
export type EnteredGuardian = z.input<typeof guardianInput>;

/** Enrols an accepted applicant as a new student, or as the existing student `studentId`. */
export const enrolInput = z.strictObject({
  id: idField,
  rowVersion: z.number().int(),
  /** The child is already a student here. */
  studentId: idField.optional(),
  name,
  admissionNo,
  bornOn,
  /** Students with the same name or birthday who were shown: this is another child. */
  others: z.array(idField).max(100).default([]),
  /** The form of the previous version sends it instead; it is ignored. */
  isAnother: z.boolean().optional(),
  className: classField,
  ...placeFields,
  guardians: z.array(guardianInput).max(4),
  /** The first guardian submitted the form, and thereby gave consent. */
  consents: z.boolean().default(true),
  /** Emails a first-login code to the guardians who have an address. */
  invite: z.boolean().default(true),
  /** An additional message; without it, no other email is sent. */
  message: textField(say("messageText"), 4000, true).optional(),
});

export type EnrolInput = z.output<typeof enrolInput>;

/** A preview of an enrolment with possible matches. */
export const enrolPreview = z.object({
  /** The next admission number. */
  admissionNo: z.string(),
  namesakes: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      admissionNo: z.string().nullable(),
      bornOn: z.iso.date().nullable(),
      className: z.string().nullable(),
      section: z.string().nullable(),
    }),
  ),
  parents: z.array(
    z.object({
      /** Of the application that the parent submitted. */
      _id: z.string(),
      name: z.string(),
      phone: z.string().nullable(),
      email: z.string(),
      /** Known people with the phone number or address. */
      known: z.array(foundGuardianView),
    }),
  ),
  /** When the form was submitted, which was the consent. */
  consentAt: momentView.nullable(),
  years: z.array(z.object({ _id: z.string(), label: z.string(), firstDay: z.iso.date() })),
  /** The default year. */
  year: z.string().nullable(),
  /** False if no email is sent and the letter has to be printed. */
  mails: z.boolean(),
});

export type EnrolPreview = z.infer<typeof enrolPreview>;

/** The student, and the number of guardians who get a code by email. */
export const enrolledView = z.object({
  studentId: z.string(),
  mailed: z.number(),
  /** The names of the guardians who get none because the last one came to somebody else. */
  misaddressed: z.array(z.string()),
  /** The names of the guardians who get none because another one was emailed within 24 hours. */
  invitedLately: z.array(z.string()),
});

export type EnrolledView = z.infer<typeof enrolledView>;
