import { z } from "zod";
import { placeFields } from "@/features/enrolments/schema";
import { addressField, phoneField } from "@/features/guardians/schema-links";
import { foundGuardianView } from "@/features/guardians/schema-people";
import { addStudentInput } from "@/features/students/schema";
import { classField, idField, momentView, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

const { name, admissionNo, bornOn } = addStudentInput.shape;

const relation = textField(say("relation"), 60);

/** A guardian who is there, by `guardianId`, or a new person. `isAnother` says that a known phone number is of somebody else. */
const guardianInput = z.union([
  z.strictObject({ guardianId: idField, relation }),
  z.strictObject({
    ...{ name: textField(sayLib("name")), relation },
    phone: phoneField.transform((text) => text ?? null),
    email: addressField.transform((text) => text ?? null),
    isAnother: z.boolean().default(false),
  }),
]);

export type GuardianInput = z.output<typeof guardianInput>;

/** The same as a form enters it. */
export type EnteredGuardian = z.input<typeof guardianInput>;

/** Makes a student of an accepted application, or finds the one whom it is about by `studentId`. */
export const enrolInput = z.strictObject({
  id: idField,
  rowVersion: z.number().int(),
  /** The application is about a student who is here already. */
  studentId: idField.optional(),
  ...{ name, admissionNo, bornOn },
  /** Somebody on the roster with the same name or birthday is another child. */
  isAnother: z.boolean().default(false),
  className: classField,
  ...placeFields,
  guardians: z.array(guardianInput).max(4),
  /** The first guardian handed the form in, and agreed by that. */
  consents: z.boolean().default(true),
  /** Mails a code for the first login to the guardians who have an address. */
  invite: z.boolean().default(true),
  /** What the family is told beside that; without it no other mail leaves. */
  message: textField(say("messageText"), 4000, true).optional(),
});

export type EnrolInput = z.output<typeof enrolInput>;

/** What enrolling would do, and whom it might mean. */
export const enrolPreview = z.object({
  /** The number after the last one. */
  admissionNo: z.string(),
  namesakes: z.array(
    z.object({
      ...{ _id: z.string(), name: z.string(), admissionNo: z.string().nullable(), bornOn: z.iso.date().nullable() },
      ...{ className: z.string().nullable(), section: z.string().nullable() },
    }),
  ),
  parents: z.array(
    z.object({
      ...{ name: z.string(), phone: z.string().nullable(), email: z.string() },
      /** Who has the phone number or the address already. */
      known: z.array(foundGuardianView),
    }),
  ),
  /** When the form was handed in, which was to agree. */
  consentAt: momentView.nullable(),
  years: z.array(z.object({ _id: z.string(), label: z.string() })),
  /** The year that is meant unless told. */
  year: z.string().nullable(),
  /** False: no mail leaves, and the letter is printed. */
  mails: z.boolean(),
});

export type EnrolPreview = z.infer<typeof enrolPreview>;

/** The student, and how many guardians are mailed a code. */
export const enrolledView = z.object({ studentId: z.string(), mailed: z.number() });

export type EnrolledView = z.infer<typeof enrolledView>;
