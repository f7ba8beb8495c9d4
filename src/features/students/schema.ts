import { z } from "zod";
import { enrolmentView, placeFields } from "@/features/enrolments/schema";
import { resultView } from "@/features/results/schema";
import {
  classField,
  dateField,
  emailField,
  idField,
  momentView,
  optionalTextField,
  searchField,
  textField,
} from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

/** Whether somebody can log in: `invited` has a code or a letter, `not confirmed` a password and nothing that proves the person. */
const loginStates = ["none", "invited", "not confirmed", "active"] as const;

/** Where a student is in the year that is shown. `proposed`: never in a class, and with a result that proposes one. */
const studentStates = ["current", "left", "not placed"] as const;

const admissionNo = optionalTextField(say("admissionNo"), 40).refine(
  (text) => text === null || !text.normalize("NFKC").includes("@"),
  say("admissionNoWithAt"),
);

const bornOn = dateField(say("bornOn"))
  .refine((day) => Date.parse(day) <= Date.now(), say("bornInFuture"))
  .nullish()
  .transform((day) => day ?? null);

// An empty field of a form is no address.
const address = z
  .union([z.literal("").transform(() => null), z.null(), emailField])
  .optional()
  .transform((email) => email ?? null);

const identity = {
  name: textField(sayLib("name")),
  email: address,
  admissionNo,
  bornOn,
};

/** A new student; without `className` not in a class yet. */
export const addStudentInput = z.strictObject({
  ...identity,
  className: classField.optional(),
  ...placeFields,
});

export type AddStudentInput = z.output<typeof addStudentInput>;

/** What the office changes of a student; what is absent stays. `rowVersion` is the one that was seen. */
export const editStudentInput = z.strictObject({
  id: idField,
  name: identity.name.optional(),
  email: z.union([z.literal("").transform(() => null), z.null(), emailField]).optional(),
  admissionNo: z.union([z.null(), admissionNo]).optional(),
  bornOn: z.union([z.null(), z.literal("").transform(() => null), bornOn]).optional(),
  rowVersion: z.number().int().optional(),
});

export type EditStudentInput = z.output<typeof editStudentInput>;

export const studentIdInput = z.strictObject({ id: idField });

const pageNumber = z.coerce
  .number(say("badPage"))
  .int(say("badPage"))
  .min(1, say("badPage"))
  .max(10_000, say("badPage"));
const limit = z.coerce.number(say("badLimit")).int(say("badLimit")).min(1, say("badLimit")).max(200, say("badLimit"));

const sectionFilter = /^[a-z0-9]{0,3}$/i;

const filters = {
  /** Parts of words of the name, the admission number, or an address. */
  search: searchField,
  /** The id of a school year; the current one if absent. */
  year: idField.optional(),
  class: classField.optional(),
  /** Empty: those without a section. */
  section: z.string().regex(sectionFilter, say("badSection")).optional(),
  login: z.enum(loginStates).optional(),
  state: z.enum([...studentStates, "proposed"]).optional(),
  sort: z.enum(["name", "roll", "admission", "lastResult"]).default("name"),
  direction: z.enum(["asc", "desc"]).default("asc"),
};

export const listStudentsInput = z.strictObject({ ...filters, page: pageNumber.default(1), limit: limit.default(50) });

export type ListStudentsInput = z.output<typeof listStudentsInput>;

/** All rows that match, whatever page is shown; with `ids` those of them that were chosen. */
export const exportStudentsInput = z
  .strictObject({ ...filters, ids: z.array(idField).min(1).max(5000).optional() })
  .prefault({});

/** Everybody who matches, to choose all of them. */
export const matchingStudentsInput = z.strictObject(filters).prefault({});

/** An entry of the roster, and the address of the account that is joined to it. */
export const attachInput = z.strictObject({ id: idField, email: emailField });

export type AttachInput = z.output<typeof attachInput>;

/** What attaching would do. */
export const attachView = z.object({
  /** The address of the entry gives way to that of the account. */
  student: z.object({ name: z.string(), email: z.string().nullable() }),
  account: z.object({ name: z.string(), email: z.string(), createdAt: momentView, emailConfirmed: z.boolean() }),
  moves: z.object({ results: z.number(), mails: z.number(), sessions: z.number() }),
});

export type AttachView = z.infer<typeof attachView>;

/** The guardian who gets the address of a student's login: a person without an address, or a new one. */
export const moveAddressInput = z.strictObject({
  id: idField,
  name: identity.name,
  relation: textField(say("relation"), 60),
  guardianId: idField.optional(),
});

export type MoveAddressInput = z.output<typeof moveAddressInput>;

const login = z.enum(loginStates);

/** A student as a row of the list. */
export const studentRowView = z.object({
  _id: z.string(),
  name: z.string(),
  /** Names that the student had before, the latest first. */
  otherNames: z.array(z.string()),
  admissionNo: z.string().nullable(),
  /** Of the enrolment in the year that is shown. */
  className: z.string().nullable(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  yearLabel: z.string().nullable(),
  /** The class of the latest result, for whoever was never in one. */
  proposedClass: z.string().nullable(),
  login,
  email: z.string().nullable(),
  guardians: z.array(z.string()),
  lastResult: z
    .object({
      exam: z.string().nullable(),
      subject: z.string().nullable(),
      percentage: z.number(),
      createdAt: momentView,
    })
    .nullable(),
  state: z.enum(studentStates),
});

export type StudentRowView = z.infer<typeof studentRowView>;

/** A student within a list. */
export const neighboursInput = z.strictObject({ ...filters, id: idField });

export type NeighboursInput = z.output<typeof neighboursInput>;

const neighbour = z.object({ _id: z.string(), name: z.string() }).nullable();

/** Who stands beside a student in a list, and where the student does. */
export const neighboursView = z.object({ previous: neighbour, next: neighbour, place: z.number(), total: z.number() });

export type NeighboursView = z.infer<typeof neighboursView>;

/** A student who was chosen for work on many: with what says what the work would do. */
export const chosenView = studentRowView.pick({
  ...{ _id: true, name: true, className: true, section: true, state: true, email: true, login: true },
});

export type ChosenView = z.infer<typeof chosenView>;

/** Who is meant by an address or an admission number. */
export const whoInput = z.strictObject({ identifier: z.string().trim().min(1).max(254) });

const placedPerson = studentRowView.pick({ _id: true, name: true, className: true, section: true, rollNo: true });

/** `account`: signed up and not on the roster. Of a guardian who is no student, the children are offered. */
export const whoView = placedPerson.extend({
  kind: z.enum(["student", "account", "guardian"]),
  login,
  signedUpAt: momentView,
  children: z.array(placedPerson),
});

export type WhoView = z.infer<typeof whoView>;

export const studentsPage = z.object({
  items: z.array(studentRowView),
  /** How many match the filter. */
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  /** The year that is shown; null while there is none. */
  year: z.object({ _id: z.string(), label: z.string() }).nullable(),
  /** How many stand in the built-in views of that year. */
  views: z.object({ all: z.number(), notPlaced: z.number(), noLogin: z.number(), proposed: z.number() }),
  /** The sections that have students in that year. */
  sections: z.array(z.string()),
});

export type StudentsPage = z.infer<typeof studentsPage>;

/** Everything about a student on one page. */
export const studentView = z.object({
  _id: z.string(),
  name: z.string(),
  names: z.array(z.object({ name: z.string(), untilAt: momentView, changedBy: z.string().nullable() })),
  email: z.string().nullable(),
  emailConfirmed: z.boolean(),
  phone: z.string().nullable(),
  admissionNo: z.string().nullable(),
  bornOn: z.iso.date().nullable(),
  origin: z.enum(["self", "office", "import", "admission"]),
  login,
  /** When the student closed the account, and so asked the office to erase the rest. */
  loginClosedAt: momentView.nullable(),
  createdAt: momentView,
  leftOn: z.iso.date().nullable(),
  leftReason: z.string().nullable(),
  state: z.enum(studentStates),
  /** The class of the latest result, for whoever was never in one. */
  proposedClass: z.string().nullable(),
  rowVersion: z.number(),
  enrolments: z.array(enrolmentView),
  guardians: z.array(
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
  ),
  /** Newest first. */
  results: z.array(resultView.extend({ readAt: momentView.nullable() })),
  /** The latest fifty. */
  mails: z.array(
    z.object({
      kind: z.string(),
      recipient: z.string(),
      state: z.string(),
      createdAt: momentView,
      sentAt: momentView.nullable(),
    }),
  ),
  openSessions: z.number(),
  /** What the office changed, the latest first. Changes of before values were kept have the names of their fields only. */
  changes: z.array(
    z.object({
      at: momentView,
      action: z.string(),
      by: z.string().nullable(),
      fields: z.array(z.string()),
      values: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
      reason: z.string().nullable(),
    }),
  ),
});

export type StudentView = z.infer<typeof studentView>;
