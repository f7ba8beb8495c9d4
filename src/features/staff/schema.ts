import { z } from "zod";
import { passwordField } from "@/features/auth/schema";
import { classField, dateField, emailField, idField, momentView, sectionField, textField } from "@/lib/fields";
import { dutyAreas, rights } from "@/lib/may";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

/** The roles of staff: administrators, the office, teachers; the widest comes first. */
export const staffRoles = ["administrator", "office", "teacher"] as const;

const absent = z.literal("").transform(() => undefined);

const grantFields = {
  role: z.enum(staffRoles, say("badRole")),
  /** The class of a teacher. */
  className: z.union([absent, classField]).optional(),
  section: z.union([absent, sectionField]).optional(),
  /** The id of a subject; null for a class teacher. */
  subjectId: z.union([absent, idField]).optional(),
  fromDay: z.union([absent, dateField(say("fromDay"))]).optional(),
  toDay: z.union([absent, dateField(say("toDay"))]).optional(),
};

type Given = { [Key in keyof typeof grantFields]?: z.output<(typeof grantFields)[Key]> };

// Report nothing else for an invalid field.
const sound = ({ issues }: { issues: readonly unknown[] }) => issues.length === 0;

const rules = [
  [({ role, className }: Given) => role !== "teacher" || className !== undefined, "className", say("classMissing")],
  [
    ({ role, className, section, subjectId }: Given) =>
      role === "teacher" || [className, section, subjectId].every((one) => one === undefined),
    "className",
    say("classOfOthers"),
  ],
  [({ fromDay, toDay }: Given) => !fromDay || !toDay || fromDay <= toDay, "toDay", say("endsBefore")],
] as const;

function checked<Shape extends z.ZodType<Given>>(shape: Shape): Shape {
  return rules.reduce(
    (schema, [test, path, error]) => schema.refine(test, { path: [path], error, when: sound }),
    shape,
  );
}

/** A new member of staff, or an existing account. */
export const addStaffInput = checked(
  z.strictObject({ name: textField(sayLib("name")), email: emailField, ...grantFields }),
);

export type AddStaffInput = z.output<typeof addStaffInput>;

export const grantInput = checked(z.strictObject({ userId: idField, ...grantFields }));

export type GrantInput = z.output<typeof grantInput>;

export const grantIdInput = z.strictObject({ id: idField });

export const staffIdInput = z.strictObject({ userId: idField });

/** The person whose second factor is turned off, and the caller's password. */
export const resetSecondStepInput = staffIdInput.extend({ password: passwordField });

export type ResetSecondStepInput = z.output<typeof resetSecondStepInput>;

/** Changes of a colleague, and the caller's password; missing fields stay unchanged. */
export const editStaffInput = resetSecondStepInput.extend({
  name: textField(sayLib("name")).optional(),
  email: emailField.optional(),
});

export type EditStaffInput = z.output<typeof editStaffInput>;

export const grantView = z.object({
  _id: z.string(),
  role: z.enum(staffRoles),
  className: z.string().nullable(),
  section: z.string().nullable(),
  subject: z.string().nullable(),
  fromDay: z.iso.date(),
  toDay: z.iso.date().nullable(),
  /** The day on which it was ended, or its last day if it ran out. */
  endedOn: z.iso.date().nullable(),
  state: z.enum(["open", "coming", "over"]),
});

export type GrantView = z.infer<typeof grantView>;

export const staffMember = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  /** True if there is an address to which emails may be sent. */
  isMailable: z.boolean(),
  /** True if the former address is notified of a change. */
  isFormerAddressTold: z.boolean(),
  /** True if there is an address that gets no news, because it is not confirmed. */
  isUnconfirmed: z.boolean(),
  username: z.string().nullable(),
  isBuiltIn: z.boolean(),
  /** `invited`: there is an unused code. */
  login: z.enum(["none", "invited", "active"]),
  codeUntil: momentView.nullable(),
  hasSecondStep: z.boolean(),
  lastActiveAt: momentView.nullable(),
  grants: z.array(grantView),
});

export type StaffMember = z.infer<typeof staffMember>;

/** The staff, with the table of rights. */
export const staffView = z.object({
  people: z.array(staffMember),
  isSecondStepDemanded: z.boolean(),
  duties: z.array(z.object({ words: z.string(), area: z.enum(dutyAreas), right: z.enum(rights) })),
});

export type StaffView = z.infer<typeof staffView>;

/** A draft exam without a responsible teacher. */
const leftExam = z.object({
  _id: z.string(),
  className: z.string(),
  sections: z.array(z.string()),
  subject: z.string(),
  examName: z.string(),
  year: z.string(),
  /** True if only the office can take it over: no grant opens exams of earlier school years. */
  isEarlier: z.boolean(),
});

export type LeftExam = z.infer<typeof leftExam>;

const scheduled = z.object({ notices: z.number(), materials: z.number() });

export type Scheduled = z.infer<typeof scheduled>;

/** The person whose grant or whole access has ended, the exams now without a teacher, and the scheduled publications. */
export const endedView = z.object({ member: staffMember, left: z.array(leftExam), scheduled: scheduled.optional() });

export type EndedView = z.infer<typeof endedView>;

/** A person after a change, with a code if there is no login: it is shown only once. */
export const changedStaffView = z.object({ member: staffMember, code: z.string().nullable() });
