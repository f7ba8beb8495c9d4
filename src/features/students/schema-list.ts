import { z } from "zod";
import { idField, momentView, searchField, storedClassField, wholeField } from "@/lib/fields";
import { say } from "./messages";
import { loginStates, studentSorts, studentStates } from "./schema-states";

const sectionFilter = /^[A-Za-z0-9]{0,3}$/;

const filters = {
  search: searchField.describe("Parts of words in the name, the admission number, or an address"),
  year: idField.optional().describe("The id of a school year; the current one if absent"),
  class: storedClassField.optional(),
  section: z.string().regex(sectionFilter, say("badSection")).optional().describe("A section, such as `A`"),
  login: z
    .enum(loginStates)
    .optional()
    .describe(
      "`invited`: has a code or a letter. `not confirmed`: has a password, but the identity is not verified. `none` and `not confirmed` include students who have left only with `state=left`.",
    ),
  state: z
    .enum([...studentStates, "proposed"])
    .optional()
    .describe("The state in that year. `proposed`: was never in a class, and a result proposes one."),
  guardian: z.enum(["missing"]).optional().describe("`missing`: no guardian is linked, and the student has not left"),
  consent: z
    .enum(["missing"])
    .optional()
    .describe("`missing`: under 18 or of unknown age, without a guardian's consent"),
  code: z
    .enum(["declined"])
    .optional()
    .describe(
      "`declined`: somebody else received the code of the student or of a guardian and reported it, and no new code was made since",
    ),
  sort: z.enum(studentSorts).default("name").describe("The sort key"),
  direction: z.enum(["asc", "desc"]).default("asc").describe("Ascending or descending"),
};

export const listStudentsInput = z.strictObject({
  ...filters,
  page: wholeField(10_000, say("badPage")).describe("The number of the page, from 1").default(1),
  limit: wholeField(200, say("badLimit")).describe("Maximum number of students on a page").default(50),
});

export type ListStudentsInput = z.output<typeof listStudentsInput>;

/** All matching rows on all pages; with `ids`, only those. */
export const exportStudentsInput = z
  .strictObject({ ...filters, ids: z.array(idField).min(1).max(5000).optional() })
  .prefault({});

export const matchingStudentsInput = z.strictObject(filters).prefault({});

export const login = z.enum(loginStates);

export const studentRowView = z.object({
  _id: z.string(),
  name: z.string(),
  otherNames: z.array(z.string()).describe("Former names of the student, newest first"),
  admissionNo: z.string().nullable(),
  className: z.string().nullable().describe("The class of the enrolment in the selected year"),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  yearLabel: z.string().nullable(),
  proposedClass: z.string().nullable().describe("The class of the latest result, for students who were never enrolled"),
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
  standing: z.enum(studentStates).describe("The state in all years, as on the student's own page"),
});

export type StudentRowView = z.infer<typeof studentRowView>;

export const neighboursInput = z.strictObject({ ...filters, id: idField });

export type NeighboursInput = z.output<typeof neighboursInput>;

const neighbour = z.object({ _id: z.string(), name: z.string() }).nullable();

/** The neighbours of a student in a list, and the student's position. */
export const neighboursView = z.object({ previous: neighbour, next: neighbour, place: z.number(), total: z.number() });

export type NeighboursView = z.infer<typeof neighboursView>;

/** A selected student, with what a bulk action needs to preview. */
export const chosenView = studentRowView.pick({
  _id: true,
  name: true,
  className: true,
  section: true,
  state: true,
  standing: true,
  email: true,
  login: true,
});

export type ChosenView = z.infer<typeof chosenView>;

/** The person with an address or admission number. */
export const whoInput = z.strictObject({ identifier: z.string().trim().min(1).max(254) });

const placedPerson = studentRowView.pick({ _id: true, name: true, className: true, section: true, rollNo: true });

/** `account`: signed up, but not on the roster. For a guardian who is not a student, the children are suggested. */
export const whoView = placedPerson.extend({
  kind: z.enum(["student", "account", "guardian"]),
  login,
  signedUpAt: momentView,
  takesClass: z
    .boolean()
    .describe("Whether a first result enrols the account in a class: only once a school year has begun"),
  children: z.array(placedPerson),
});

export type WhoView = z.infer<typeof whoView>;

/** Part of a name, a number or an address. */
export const suggestInput = z.strictObject({ search: z.string().trim().min(1).max(100) });

/** `email`: the student's own address, otherwise that of the first `guardian` who has one. */
export const suggestedView = placedPerson.extend({
  email: z.string().nullable(),
  guardian: z.string().nullable(),
  proposedClass: z.string().nullable(),
});

export const studentsPage = z.object({
  items: z.array(studentRowView),
  total: z.number(),
  page: z.number(),
  pages: z.number(),
  year: z
    .object({ _id: z.string(), label: z.string() })
    .nullable()
    .describe("The selected year; null if there is none"),
  views: z.object({
    all: z.number(),
    notPlaced: z.number(),
    noLogin: z.number(),
    noGuardian: z.number(),
    proposed: z.number(),
    noConsent: z.number(),
  }),
  sections: z.array(z.string()),
});

export type StudentsPage = z.infer<typeof studentsPage>;
