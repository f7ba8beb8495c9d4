import { z } from "zod";
import { enrolmentView, placeFields } from "@/features/enrolments/schema";
import { comparedResultView, correctionView } from "@/features/results/schema";
import {
  classField,
  classWanted,
  dateField,
  emailField,
  idField,
  isWithin,
  momentView,
  optionalTextField,
  sentFields,
  textField,
} from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";
import { login } from "./schema-list";
import { studentStates } from "./schema-states";

const admissionNo = optionalTextField(say("admissionNo"), 40)
  .refine((text) => text === null || !text.normalize("NFKC").includes("@"), say("admissionNoWithAt"))
  .refine((text) => text === null || isWithin(text, 40), sayLib("tooLong", say("admissionNo"), 40));

const empty = z.literal("").transform(() => null);

const bornOn = z.union([
  empty,
  z.null(),
  dateField(say("bornOn"))
    .refine((day) => Date.parse(day) <= Date.now(), say("bornInFuture"))
    .refine((day) => day >= "1900", say("bornLongAgo")),
]);

const address = z.union([empty, z.null(), emailField]);

const identity = {
  name: textField(sayLib("name")),
  email: address.optional().transform((email) => email ?? null),
  admissionNo,
  bornOn: bornOn.optional().transform((day) => day ?? null),
};

/** A new student; without `className`, not in a class yet. */
export const addStudentInput = z
  .strictObject({ ...identity, className: classField.optional(), ...placeFields })
  .refine(
    ({ className, section, rollNo, year, fromDay }) =>
      className !== undefined || (section ?? rollNo ?? year ?? fromDay ?? null) === null,
    { path: ["className"], error: classWanted },
  );

/** The same fields, as the website's form sends them. */
export const addStudentForm = addStudentInput.safeExtend(sentFields);

export type AddStudentInput = z.output<typeof addStudentInput>;

/** Changes of a student; missing fields stay unchanged. */
export const editStudentInput = z.strictObject({
  id: idField,
  name: identity.name.optional(),
  email: address.optional(),
  admissionNo: z.union([z.null(), admissionNo]).optional(),
  bornOn: bornOn.optional(),
  rowVersion: z
    .number()
    .int()
    .optional()
    .describe("The version that was read: 409 for a change if it is not the last one"),
});

export type EditStudentInput = z.output<typeof editStudentInput>;

export const countLeftInput = z.strictObject({ years: z.int().min(1).max(10) });

export const countLeftView = z.object({ count: z.int() });

export const studentIdInput = z.strictObject({ id: idField });

/** An entry of the roster, and the address of the account to attach. */
export const attachInput = z.strictObject({ id: idField, email: emailField });

export type AttachInput = z.output<typeof attachInput>;

export const attachView = z.object({
  /** The address of the account replaces that of the entry. */
  student: z.object({ name: z.string(), email: z.string().nullable() }),
  account: z.object({ name: z.string(), email: z.string(), createdAt: momentView, emailConfirmed: z.boolean() }),
  moves: z.object({ results: z.number(), mails: z.number(), sessions: z.number() }),
  /** Guardians of the account who become those of the entry. */
  guardians: z.array(z.object({ name: z.string(), relation: z.string() })),
  /** Guardians of the entry who will see no results, as the office decided for the account. */
  keptFromResults: z.array(z.string()),
  /** The latest class of the account that becomes one of the entry. */
  enrolment: z.object({ className: z.string(), section: z.string().nullable() }).nullable(),
  /** The last day of the entry afterwards, if it changes; null for a student who comes back. */
  leave: z.object({ leftOn: z.iso.date().nullable() }).nullable(),
  /** Guardians of whom a consent will no longer count, because one was withdrawn later for the other entry. */
  withdrawn: z.array(z.string()),
});

export type AttachView = z.infer<typeof attachView>;

/** The guardian who gets the address of a student's login: a linked one without an address, or a new person. */
export const moveAddressInput = z.union([
  z.strictObject({ id: idField, guardianId: idField }),
  z.strictObject({ id: idField, name: identity.name, relation: textField(say("relation"), 60) }),
]);

export type MoveAddressInput = z.output<typeof moveAddressInput>;

export const studentView = z.object({
  _id: z.string(),
  name: z.string(),
  names: z
    .array(z.object({ name: z.string(), untilAt: momentView, changedBy: z.string().nullable() }))
    .describe("Former names, latest first, at most 50"),
  email: z.string().nullable(),
  emailConfirmed: z.boolean(),
  isFormerAddressTold: z.boolean().describe("Whether the former address is notified of a change"),
  phone: z.string().nullable(),
  admissionNo: z.string().nullable(),
  bornOn: z.iso.date().nullable(),
  origin: z.enum(["self", "office", "import", "admission"]),
  login,
  loginClosedAt: momentView.nullable().describe("When the student closed the account, which also asks for erasure"),
  createdAt: momentView,
  leftOn: z.iso.date().nullable(),
  leftReason: z.string().nullable(),
  state: z.enum(studentStates),
  proposedClass: z.string().nullable().describe("The class of the latest result, for students who were never enrolled"),
  rowVersion: z.number(),
  enrolments: z.array(enrolmentView).describe("Latest first, at most 50"),
  guardians: z
    .array(
      z.object({
        _id: z.string(),
        guardianId: z.string(),
        name: z.string(),
        relation: z.string(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
        seesResults: z.boolean(),
        getsMails: z.boolean(),
        since: momentView,
        endedAt: momentView.nullable(),
      }),
    )
    .describe("Current guardians first, at most 50"),
  /** Newest first, each in its current version. */
  results: z.array(
    comparedResultView.extend({
      readAt: momentView.nullable(),
      corrections: z.array(correctionView),
      withdrawal: z.object({ at: momentView, reason: z.string() }).nullable(),
      takeBackUntil: momentView.nullable().describe("The latest time to take back its last version"),
    }),
  ),
  mails: z
    .array(
      z.object({
        kind: z.string(),
        recipient: z.string(),
        state: z.string(),
        createdAt: momentView,
        sentAt: momentView.nullable(),
      }),
    )
    .describe("The latest 50 emails"),
  openSessions: z.number(),
  /** Changes by the office. Old entries only have the names of the changed fields. */
  changes: z
    .array(
      z.object({
        at: momentView,
        action: z.string(),
        by: z.string().nullable(),
        fields: z.array(z.string()),
        values: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
        reason: z.string().nullable(),
      }),
    )
    .describe("Latest first; changes before the latest 50 may be missing"),
});

export type StudentView = z.infer<typeof studentView>;
