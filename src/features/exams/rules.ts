import { type Choices, idAsked, pageAsked, searchAsked } from "@/lib/list-address";
import { type Actions, type Scope, taughtFor } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { storedClassOf } from "@/lib/stored-classes";
import { subjectKey } from "@/lib/subject-key";
import { screens } from "./messages-screens";
import type { ExamRowView, ListExamsInput } from "./schema";
import { type ExamState, examFilters, waitFilters } from "./schema-states";

/** Permissions of this room. */
export const actions = { mark: "teaching", release: "office", readFamily: "family" } as const satisfies Actions;

/** Maximum number of planned releases on hold that are listed above all others. */
export const mostHeld = 50;

/** The actions on an exam as a whole. */
export type Act = "edit" | "enter" | "remove" | "schedule" | "unschedule" | "release" | "takeBack" | "withdraw";

/** The actions that each state allows. */
const allowed: Record<ExamState, readonly Act[]> = {
  draft: ["edit", "enter", "remove", "schedule", "release"],
  // A change cancels a planned release, because a release must do what was shown (decision 178).
  scheduled: ["edit", "enter", "schedule", "unschedule", "release"],
  // Late marks are entered and released after the others.
  released: ["enter", "release", "takeBack", "withdraw"],
  withdrawn: [],
};

export const takes = (state: ExamState, act: Act): boolean => allowed[state].includes(act);

/** The day of an exam that is not released if it is after `today`. The exam is not released before that day (decision 373). */
export const dayToCome = ({ state, examDate }: { state: ExamState; examDate: string | null }, today: string) =>
  state !== "released" && examDate !== null && examDate > today ? examDate : null;

/** What a person teaches; null for a person who reaches all exams. */
export const taughtBy = (principal: Principal) => taughtFor(principal, actions.mark);

/** The class and section of a teacher who teaches only one: the defaults of a new exam. */
export function taughtAt(principal: Principal): { className: string; sections: string[] } | undefined {
  const taught = taughtBy(principal) ?? [];
  const [first] = taught;
  if (!first || taught.some(({ className }) => className !== first.className)) return undefined;
  const { className, section } = first;
  const isOne = section !== null && taught.every((one) => one.section === section);
  return { className: String(className), sections: isOne ? [section] : [] };
}

type ExamPlace = { className: number; sections: readonly string[]; subject: string };

/**
 * The scopes that changing an exam requires: each of its sections. An exam of all sections is out of scope for a teacher of
 * one.
 */
export function scopesOf({ className, sections, subject }: ExamPlace): Scope[] {
  return (sections.length === 0 ? [""] : sections).map((section) => ({ className, section, subject }));
}

/** The filters of the list, by their name in the query string. */
export const facetNames = ["year", "class", "subject", "state", "waits"] as const;

// PostgreSQL cannot store NUL and lone surrogates.
const subjectOf = (text = "") =>
  text.length <= 200 && /^[^\0\p{Surrogate}]+$/u.test(text.trim()) ? text.trim() : undefined;

/** Parses the query string; invalid values are ignored. */
export function askedOf(choices: Choices): ListExamsInput {
  const [year, className] = [idAsked(choices.year), storedClassOf(choices.class)];
  const state = examFilters.find((one) => one === choices.state);
  const waits = waitFilters.find((one) => one === choices.waits);
  const search = searchAsked(choices);
  const subject = subjectOf(choices.subject);
  return {
    ...(year && { year }),
    ...(className && { class: className }),
    ...(state && { state }),
    ...(waits && { waits }),
    ...(search && { search }),
    ...(subject && { subject }),
    page: pageAsked(choices.page),
    limit: 50,
  };
}

export type ExamGroup = { name: string; exams: ExamRowView[] };

type Named = Pick<ExamRowView, "year" | "examName">;

const isOfName = (one: Named | undefined, other: Named | undefined) =>
  one !== undefined && one.year._id === other?.year._id && subjectKey(one.examName) === subjectKey(other.examName);

/** Groups consecutive exams of one name and year, in order. */
export function byName(exams: readonly ExamRowView[]): ExamGroup[] {
  const groups: ExamGroup[] = [];
  for (const exam of exams) {
    const last = groups.at(-1);
    if (last && isOfName(last.exams[0], exam)) last.exams.push(exam);
    else groups.push({ name: exam.examName, exams: [exam] });
  }
  return groups;
}

type Page = { items: readonly Named[]; page: number; total: number };

/** Whether a page of the list begins or ends within the exams of a name, so that an adjacent page may have others of that name. */
export const isCut = ({ items, page, total }: Page, size: number, [exam]: readonly Named[]): boolean =>
  (page > 1 && isOfName(items[0], exam)) || (page * size < total && isOfName(items.at(-1), exam));

type Progress = Pick<ExamRowView, "students" | "entered" | "absent" | "excused">;

/** How many students have no mark, and are neither absent nor excused. */
export const missingIn = ({ students, entered, absent, excused }: Progress) => students - entered - absent - excused;

/** Drafts with marks or absences: what can be released together. */
export function releasable(exams: readonly ExamRowView[]): ExamRowView[] {
  return exams.filter((exam) => exam.state === "draft" && missingIn(exam) < exam.students);
}

/** The class and sections of an exam. */
export function placeOf({ className, sections }: Pick<ExamRowView, "className" | "sections">): string {
  return sections.length === 0 ? screens.className(className) : screens.place(className, sections.join(", "));
}
