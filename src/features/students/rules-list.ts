import { folded, plainMarks } from "@/lib/folded";
import { byName } from "@/lib/roll-order";
import type { ListStudentsInput, StudentRowView } from "./schema-list";

/** The filters and sort keys of a list of students. */
export type Listed = Pick<
  StudentRowView,
  | "_id"
  | "name"
  | "otherNames"
  | "admissionNo"
  | "email"
  | "login"
  | "state"
  | "standing"
  | "className"
  | "section"
  | "rollNo"
> & {
  /** In a class of the year (also until a coming leave), promoted from one, or left at the end of the year. */
  isPlaced: boolean;
  /** Never enrolled and not left, so that the latest result can propose a class. */
  waits: boolean;
  /** Has an enrolment that begins later. */
  comes: boolean;
  /** The last day is over. */
  hasLeft: boolean;
  /** Current student, under 18 or of unknown age, without a guardian's consent. */
  lacksConsent: boolean;
  /** Has not left, and no guardian is linked. */
  lacksGuardian: boolean;
  /** Has not left, and the code of the student or of a guardian reached somebody else. */
  lacksCode: boolean;
  /** The searchable text in lower case. */
  text: string;
};

type Filters = Omit<ListStudentsInput, "page" | "limit">;
type Sort = Exclude<Filters["sort"], "lastResult">;

/** A text as the search compares it, with one form of each punctuation mark. */
export const searchable = (text: string): string => folded(plainMarks(text));

/** The searchable text: all names, the admission number and the address. */
export const searchTextOf = ({ name, otherNames, admissionNo, email }: Omit<Listed, "text">): string =>
  searchable([name, ...otherNames, admissionNo ?? "", email ?? ""].join("\n"));

/** The words of a search, each matching a part of a word. */
export function wordsOfSearch(search: string | undefined): string[] {
  return searchable(search ?? "")
    .split(/\s+/u)
    .filter(Boolean)
    .slice(0, 8);
}

/** In no class of the year, and without a class that begins later. */
export const isUnplaced = ({ state, comes }: Pick<Listed, "state" | "comes">): boolean =>
  state === "not placed" && !comes;

/** Returns a predicate for the filters. @param isProposed whether results propose a class for a student */
export function matching(filters: Filters, isProposed: (student: Listed) => boolean): (student: Listed) => boolean {
  const words = wordsOfSearch(filters.search);
  const className = filters.class === undefined ? undefined : String(filters.class);
  const section = filters.section?.toUpperCase();
  const { login, state, guardian, consent, code } = filters;
  // A student who has left needs no login.
  const isUnfinished = (login === "none" || login === "not confirmed") && state !== "left";
  const isOf = (asked: NonNullable<typeof state>, student: Listed) => {
    if (asked === "proposed") return isProposed(student);
    return asked === "not placed" ? isUnplaced(student) : student.state === asked;
  };
  return (student) =>
    (className === undefined || ((student.isPlaced || state === "left") && student.className === className)) &&
    (section === undefined || (student.section ?? "") === section) &&
    (login === undefined || (student.login === login && (!isUnfinished || !student.hasLeft))) &&
    (state === undefined || isOf(state, student)) &&
    (guardian === undefined || student.lacksGuardian) &&
    (consent === undefined || student.lacksConsent) &&
    (code === undefined || student.lacksCode) &&
    words.every((word) => student.text.includes(word));
}

type Key = string | number | null;

const digitsOf = (text: string | null) => (/\d/.test(text ?? "") ? Number(text?.replace(/\D/g, "")) : null);

const keys: Record<Sort, (student: Listed) => Key[]> = {
  name: () => [],
  roll: ({ className, section, rollNo }) => [className && Number(className), section, digitsOf(rollNo), rollNo],
  admission: ({ admissionNo }) => [admissionNo?.toUpperCase() ?? null],
};

/** Sorts students, those without the sort key last, equal ones by name. */
export function sorted(students: readonly Listed[], sort: Sort, direction: Filters["direction"]): Listed[] {
  const way = direction === "asc" ? 1 : -1;
  const nameWay = sort === "name" ? way : 1;
  const keyed = students.map((student) => ({ student, keys: keys[sort](student) }));
  keyed.sort((one, other) => {
    for (const [index, key] of one.keys.entries()) {
      const order = compared(key, other.keys[index] ?? null, way);
      if (order !== 0) return order;
    }
    return nameWay * byName(one.student.name, other.student.name) || compared(one.student._id, other.student._id, 1);
  });
  return keyed.map(({ student }) => student);
}

function compared(one: Key, other: Key, way: number): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -way : way;
}
