import { csvOf } from "@/lib/csv";
import { type Choices, idAsked, pageAsked, queryWith, searchAsked } from "@/lib/list-address";
import type { Actions } from "@/lib/may";
import { placeName } from "@/lib/place-name";
import { storedClassOf } from "@/lib/stored-classes";
import { screens } from "./messages-screens";
import type { StudentView } from "./schema";
import type { ChosenView, ListStudentsInput, StudentRowView, StudentsPage } from "./schema-list";
import { loginStates, studentSorts, studentStates } from "./schema-states";

export const actions = {
  read: "office",
  readTaught: "teaching",
  manage: "office",
  keep: "administrator",
} as const satisfies Actions;

export function studentsCsv(rows: StudentRowView[]): string {
  return csvOf(
    ["Name", "Admission number", "Class", "Section", "Roll number", "Year", "State", "Login", "Email", "Guardians"],
    rows.map(({ name, admissionNo, className, section, rollNo, yearLabel, state, login, email, guardians }) => [
      ...[name, admissionNo ?? "", className ?? "", section ?? "", rollNo ?? "", yearLabel ?? ""],
      ...[screens.states[state], screens.logins[login], email ?? "", guardians.join(", ")],
    ]),
  );
}

export function changedFields<Fields extends Record<string, unknown>>(before: Fields, after: Fields): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name]);
}

/** The filters in the query string of the roster, beside the search. */
export const facetNames = ["year", "class", "section", "login", "state", "guardian", "consent", "code"] as const;

export const views = ["all", "not-placed", "no-login", "no-guardian", "proposed"] as const;

export type StudentsView = (typeof views)[number];

const viewFilters = {
  all: {},
  "not-placed": { state: "not placed" },
  "no-login": { login: "none" },
  "no-guardian": { guardian: "missing" },
  proposed: { state: "proposed" },
} as const;

/** What choosing a view clears. The year stays: the counts beside the views are of its students. */
export const clearedByView = ["q", ...facetNames.filter((name) => name !== "year")];

const countNames = {
  all: "all",
  "not-placed": "notPlaced",
  "no-login": "noLogin",
  "no-guardian": "noGuardian",
  proposed: "proposed",
} as const;

/** The number of students in a view; undefined until they are counted. */
export const countOf = (page: StudentsPage | undefined, view: StudentsView) => page?.views[countNames[view]];

/** The filters that a view leaves open. */
export const openFacets = (view: StudentsView) => facetNames.filter((name) => !(name in viewFilters[view]));

export const viewOf = ({ view }: Choices): StudentsView => views.find((known) => known === view) ?? "all";

/** Parses the query string of the roster; invalid values are ignored. */
export function askedOf(choices: Choices): ListStudentsInput {
  const { section = "", login, state, sort = "" } = choices;
  const [search, year, className] = [searchAsked(choices), idAsked(choices.year), storedClassOf(choices.class)];
  const [loginState, studentState] = [known(loginStates, login), known(studentStates, state)];
  return {
    ...(search && { search }),
    ...(year && { year }),
    ...(className && { class: className }),
    ...(/^[a-z0-9]{1,3}$/i.test(section) && { section }),
    ...(loginState && { login: loginState }),
    ...(studentState && { state: studentState }),
    ...(choices.guardian === "missing" && { guardian: "missing" }),
    ...(choices.consent === "missing" && { consent: "missing" }),
    ...(choices.code === "declined" && { code: "declined" }),
    ...viewFilters[viewOf(choices)],
    sort: known(studentSorts, sort.replace(/^-/, "")) ?? "name",
    direction: sort.startsWith("-") ? "desc" : "asc",
    page: pageAsked(choices.page),
    limit: 50,
  };
}

/** Whether a list shows a year before the current one, whose classes can no longer be changed. `years` are newest first. */
export function isPast(years: readonly { _id: string }[], year: string | undefined, current: string | null): boolean {
  const placeOf = (id: string | null | undefined) => years.findIndex(({ _id }) => _id === id);
  return year !== undefined && placeOf(year) > placeOf(current);
}

type Chosen = Pick<ChosenView, "state" | "standing">;

/** The chosen students of a standing. `elsewhere`: in a class of another year than the list's, so a bulk action skips them. */
export const chosenOf = <One extends Chosen>(
  students: readonly One[],
  standing: One["standing"] | "elsewhere",
): One[] =>
  students.filter((one) =>
    one.standing === "current" && one.state !== "current" ? standing === "elsewhere" : standing === one.standing,
  );

/** The query string of a list without its page number, for the pages of its students. */
export const queryOf = (choices: Choices): string => queryWith(choices, ["view", "q", ...facetNames, "sort"]);

function known<Value extends string>(values: readonly Value[], value: string | undefined): Value | undefined {
  return values.find((one) => one === value);
}

/** Class and section; null for students without a class. */
export const placeOf = ({ className, section }: { className: string | null; section: string | null }): string | null =>
  className && placeName(className, section);

export const openEnrolmentOf = <Enrolment extends { toDay: string | null }>({
  enrolments,
}: {
  enrolments: readonly Enrolment[];
}): Enrolment | undefined => enrolments.find(({ toDay }) => toDay === null);

/** The day that a form proposes: today, or the first day of a coming class or year. */
export const firstDayOf = (first: string | undefined, today: string): string =>
  first !== undefined && first > today ? first : today;

/** The first day in a class that a list of this year proposes. */
export function dayOfList(
  years: readonly { _id: string; firstDay: string }[],
  year: string | null,
  today: string,
): string {
  return firstDayOf(years.find(({ _id }) => _id === year)?.firstDay, today);
}

/**
 * The last day that a form proposes: today, or the first day of a coming class, unless the student is in another class until
 * then.
 */
export function lastDayOf(student: Pick<StudentView, "enrolments">, today: string): string {
  return enrolmentOn(student, today) ? today : firstDayOf(openEnrolmentOf(student)?.fromDay, today);
}

/** The enrolment of a day that already has a last day. The newest one first: a student moved on that day is in the later class. */
export const enrolmentOn = ({ enrolments }: Pick<StudentView, "enrolments">, day: string) =>
  enrolments.find(
    ({ fromDay, toDay, endReason }) => endReason !== "mistake" && fromDay <= day && toDay !== null && toDay >= day,
  );

/** The actions of the office on one student, as named in the URL. */
export type StudentAct = ListedAct | "attach" | "mother";

export type ListedAct = "edit" | "enrol" | "move" | "end" | "come-back";

const acts = {
  current: ["edit", "move", "end"],
  left: ["edit", "come-back"],
  "not placed": ["edit", "enrol"],
} as const satisfies Record<string, readonly ListedAct[]>;

export const actsOn = (state: keyof typeof acts): readonly ListedAct[] => acts[state];

/** The available actions on a student's page. An account can be attached to an entry without a login. */
export function actsOf({ state, login, email }: Pick<StudentView, "state" | "login" | "email">): StudentAct[] {
  return [
    ...acts[state],
    ...(login === "none" || login === "invited" ? ["attach" as const] : []),
    ...(email ? ["mother" as const] : []),
  ];
}
