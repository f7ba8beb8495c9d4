import type { Message } from "@/lib/catalogue";
import { foldedName } from "@/lib/folded";
import { groupBy } from "@/lib/group-by";
import { say } from "./messages";
import type { Entered } from "./rules-cells";
import type { Field } from "./schema";

/** A person with an address, phone number or student of the file. */
export type Person = {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  hasLogin: boolean;
};

/** A link between a guardian and a student; ended links stay ended. */
export type Link = { guardianId: string; relation: string; ended: boolean };

/** A student of the roster who may match a row, with the enrolment in the import's year, or another year. */
export type Known = Person & {
  username: string | null;
  admissionNo: string | null;
  bornOn: string | null;
  origin: string;
  hasLeft: boolean;
  /** The last day, if it is in the future. */
  leavesOn: string | null;
  /** Is or was enrolled in the import's year. */
  wasInYear: boolean;
  open: {
    id: string;
    yearId: string;
    yearLabel: string;
    yearBegins: string;
    className: number;
    section: string | null;
    rollNo: string | null;
    fromDay: string;
  } | null;
  /** Open ones first. */
  links: Link[];
};

/** A row and its student; `known` is null for a new one. `isTwice`: an earlier row is the same student. */
export type Matched = { row: Entered; known: Known | null; isTwice: boolean };

const fault = (row: Entered, field: Field, why: Message) => void row.faults.push({ field, why });

/**
 * Matches rows to students: by admission number, otherwise by name, date of birth and class together, never by fewer of these.
 * No two rows match the same student.
 */
export function matchRows(rows: readonly Entered[], roster: readonly Known[]): Matched[] {
  const byNumber = new Map(roster.flatMap((one) => (one.admissionNo ? [[numberKey(one.admissionNo), one]] : [])));
  const byBirth = groupBy(roster, ({ name, bornOn }) => birthKey(name, bornOn));
  byBirth.delete("");
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const numbered =
      row.admissionNo === null
        ? undefined
        : (byNumber.get(numberKey(row.admissionNo)) ?? byLostZeros(row, row.admissionNo, byNumber));
    const known = numbered ?? byNameAndBirth(row, byBirth.get(birthKey(row.name, row.bornOn)) ?? []);
    const keys = keysOf(row, known);
    // The number tells a known student apart from another one with the same name and date of birth.
    const twice = keys.find((key) => seen.has(key) && !(numbered && key.startsWith("birth")));
    if (twice !== undefined)
      fault(row, twice.startsWith("birth") ? "name" : "admissionNo", say("sameStudent", seen.get(twice) ?? 0));
    for (const key of keys) if (!seen.has(key)) seen.set(key, row.no);
    return { row, known: known ?? null, isTwice: twice !== undefined };
  });
}

export const numberKey = (admissionNo: string) => admissionNo.toUpperCase();

const mostDigits = 10;

/** The numbers from which a spreadsheet may have made this one by dropping leading zeros. */
export const withZeros = (admissionNo: string): string[] =>
  /^[1-9]\d*$/.test(admissionNo)
    ? Array.from({ length: Math.max(0, mostDigits - admissionNo.length) }, (_, index) =>
        admissionNo.padStart(admissionNo.length + 1 + index, "0"),
      )
    : [];

/** A student with the same name whose number has leading zeros; if the name differs, the row is rejected. */
function byLostZeros(row: Entered, admissionNo: string, byNumber: ReadonlyMap<string, Known>): Known | undefined {
  const [one, ...more] = withZeros(admissionNo).flatMap((number) => byNumber.get(number) ?? []);
  if (!one || row.name === null) return undefined;
  if (more.length > 0) return void fault(row, "admissionNo", say("severalMatch"));
  if (foldedName(one.name) === foldedName(row.name)) return one;
  return void fault(row, "admissionNo", say("zerosLost", one.name, one.admissionNo ?? ""));
}

const birthKey = (name: string | null, bornOn: string | null) =>
  name === null || bornOn === null ? "" : `${bornOn} ${foldedName(name)}`;

function keysOf({ admissionNo, name, bornOn }: Entered, known: Known | undefined): string[] {
  return [
    ...(known ? [`id ${known.id}`] : []),
    ...(admissionNo === null ? [] : [`number ${numberKey(admissionNo)}`]),
    ...(name === null || bornOn === null ? [] : [`birth ${birthKey(name, bornOn)}`]),
  ];
}

/** A student with the same name and date of birth; if the class or number contradicts, the row is rejected. */
function byNameAndBirth(row: Entered, found: readonly Known[]): Known | undefined {
  if (row.admissionNo === null && (row.bornOn === null || row.name === null || row.className === null)) {
    if (isReadable(row, "admissionNo") && isReadable(row, "bornOn") && isReadable(row, "className"))
      fault(row, "admissionNo", say("neededToMatch"));
    return undefined;
  }
  const numbered = found.find(({ admissionNo }) => admissionNo !== null && row.admissionNo !== null);
  if (numbered?.admissionNo) return void fault(row, "admissionNo", say("otherNumber", numbered.admissionNo));
  if (found.length > 1) return void fault(row, "name", say("severalMatch"));
  const [one] = found;
  if (!one || row.className === null) return undefined;
  if (one.open?.className === row.className) return one;
  const why = one.open ? say("otherClass", String(one.open.className)) : say("unplaced");
  return void fault(row, "className", why);
}

const isReadable = ({ faults }: Entered, field: Field) => faults.every((one) => one.field !== field);
