import type { Message } from "@/lib/catalogue";
import { classOf, firstClass, lastClass } from "@/lib/classes";
import { emailField, isWithin, sectionField } from "@/lib/fields";
import { type Dialling, digitsOf, phoneOf, plainDigits } from "@/lib/phones";
import { type DayOrder, hasForeignWord, typedDay } from "@/lib/typed-days";
import { say } from "./messages";
import { example } from "./rules";
import type { Columns, Field } from "./schema";

export type Fault = { field: Field; why: Message };

export type EnteredGuardian = {
  place: 1 | 2;
  name: string | null;
  relation: string | null;
  phone: string | null;
  email: string | null;
};

/** The parsed cells of a row; an empty cell is null. Unreadable cells are faults. */
export type Entered = {
  no: number;
  admissionNo: string | null;
  name: string | null;
  bornOn: string | null;
  className: number | null;
  section: string | null;
  rollNo: string | null;
  email: string | null;
  guardians: EnteredGuardian[];
  texts: Partial<Record<Field, string>>;
  faults: Fault[];
};

/** How to read the cells of a file. `relations`: the relations in the headings of the guardians' name columns. */
export type Reading = {
  columns: Columns;
  order: DayOrder;
  dialling: Dialling;
  relations: readonly [string | null, string | null];
  today: string;
  timeZone: string;
};

type Reader<Value> = (text: string) => Value | Message;

const unusable = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const nothing = /^([-–—]*|n[/.]?a\.?|nil|none|null)$/i;
// `Na` and `Null` are real names.
const noName = /^([^\p{L}]*|n[/.]a\.?|nil|none)$/iu;
const excelError = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/i;
const shortened = /^\d(\.\d+)?e\+\d+$/i;
const roman = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];

const isMessage = (value: unknown): value is Message => typeof value === "string" && /^imports\.\w+( \[|$)/.test(value);

/** A text without differences that a reader cannot see: spaces and Unicode forms. */
export const oneLine = (text: string) => text.normalize("NFC").trim().replace(/\s+/gu, " ");

const textOf =
  (most: number): Reader<string> =>
  (text) => {
    const clean = oneLine(text);
    if (unusable.test(clean)) return say("unusable");
    return clean.length > most ? say("tooLong", most) : clean;
  };

const dayReader =
  ({ order, timeZone }: Reading): Reader<string> =>
  (text) =>
    typedDay(text, order, timeZone) ??
    say(/^\d{5}$/.test(text) ? "dayNumber" : hasForeignWord(text) ? "unreadDay" : "noSuchDay");

/** A class in any usual spelling: `7`, `Class 7`, `7th`, `VII`; also with a section: `7-A`, `VII B`. */
export function classCell(text: string): { className: number; section: string | null } | null {
  const plain = plainDigits(text)
    .trim()
    .replace(/^(class|grade|std|standard)\b\.?\s*/i, "");
  const found = /^(\d{1,2}|[ivx]{1,4})(?:st|nd|rd|th)?(?:[\s./-]*\(?([a-z]|[a-z0-9]{2,3})\)?)?$/i.exec(plain);
  if (!found) return null;
  const [, number = "", section] = found;
  const className = classOf(/^\d/.test(number) ? Number(number) : roman.indexOf(number.toLowerCase()) + 1);
  return className === undefined ? null : { className, section: section?.toUpperCase() ?? null };
}

const phoneReader =
  (dialling: Dialling): Reader<string> =>
  (text) => {
    const number = phoneOf(text, dialling);
    if (number !== null) return number;
    const { from, to } = digitsOf(dialling);
    const plain = plainDigits(text);
    const found = plain.replace(/\D/g, "").length;
    if (/[,;/]|\d\s+or\s+\d/.test(text) || found > 15) return say("notPhone");
    if (/^[1-9][\d\s().-]+$/.test(plain) && found >= from && found <= to) return say("barePhone");
    return say("badPhone", from === to ? `${to}` : `${from} to ${to}`, found);
  };

const readEmail: Reader<string> = (text) => emailField.safeParse(text).data ?? say("badEmail");

const readAdmissionNo: Reader<string> = (text) => {
  if (text.normalize("NFKC").includes("@")) return say("withAt");
  return isWithin(oneLine(text), 40) ? textOf(40)(text) : say("tooLong", 40);
};

const readSection: Reader<string> = (text) => sectionField.safeParse(text).data ?? say("badSection");

export function readRow({ no, cells }: { no: number; cells: readonly string[] }, reading: Reading): Entered {
  const { columns, dialling, relations, today } = reading;
  const texts: Partial<Record<Field, string>> = {};
  for (const [index, field] of columns.entries()) if (field) texts[field] = cells[index] ?? "";
  const faults: Fault[] = [];

  function read<Value>(field: Field, reader: Reader<Value>): Value | null {
    const text = texts[field] ?? "";
    const isName = ["name", "surname", "guardian1Name", "guardian2Name"].includes(field);
    if ((isName ? noName : nothing).test(text)) return null;
    const bad = excelError.test(text) ? say("excelError", text) : shortened.test(text) ? say("shortened") : undefined;
    const value = bad ?? reader(text);
    if (!isMessage(value)) return value;
    faults.push({ field, why: value });
    return null;
  }

  const guardian = (place: 1 | 2): EnteredGuardian => ({
    place,
    name: read(`guardian${place}Name`, textOf(200)),
    relation: read(`guardian${place}Relation`, textOf(60)) ?? relations[place - 1] ?? null,
    phone: read(`guardian${place}Phone`, phoneReader(dialling)),
    email: read(`guardian${place}Email`, readEmail),
  });

  if (Object.entries(example).every(([field, cell]) => texts[field as Field] === cell))
    faults.push({ field: "admissionNo", why: say("isExample") });
  const name = [read("name", textOf(200)), read("surname", textOf(100))].filter((part) => part !== null).join(" ");
  const place = read("className", (text) => classCell(text) ?? say("onlyClasses", firstClass, lastClass));
  const section = read("section", readSection);
  if (section !== null && place?.section && place.section !== section)
    faults.push({ field: "section", why: say("sectionTwice", `${place.className} ${place.section}`) });
  const day = read("bornOn", dayReader(reading));
  if (day !== null && day > today) faults.push({ field: "bornOn", why: say("inFuture") });
  if (day !== null && day < "1900") faults.push({ field: "bornOn", why: say("noSuchDay") });

  return {
    no,
    admissionNo: read("admissionNo", readAdmissionNo),
    name: name || null,
    bornOn: day,
    className: place?.className ?? null,
    section: section ?? place?.section ?? null,
    rollNo: read("rollNo", (text) => textOf(20)(text.normalize("NFKC"))),
    email: read("email", readEmail),
    guardians: [guardian(1), guardian(2)].filter(({ name: of, phone, email }) => of ?? phone ?? email),
    texts,
    faults,
  };
}
