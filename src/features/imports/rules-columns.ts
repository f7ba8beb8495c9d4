import { foldedHead } from "@/lib/folded";
import { type DayOrder, orderOf } from "@/lib/typed-days";
import { type Columns, type Field, fields } from "./schema";

type Named = { names: RegExp; field: Field };

const guardian = "(father|mother|guardian|parent)";
const phone = "(phone|mobile|cell|contact|whatsapp|tel|telephone|ph)( ?(no|number|num))?";

/** The meanings of common headings, in the order in which they are tried. */
const synonyms: Named[] = [
  {
    field: "admissionNo",
    names:
      /^(admission|adm|admn|gr|general register|scholar|enrolment|enrollment|registration|reg|student)( ?(no|number|num|id|code))$|^(admission|gr|sr reg|scholar|student id)$/,
  },
  { field: "rollNo", names: /^roll( ?(no|number|num))?$|^r no$/ },
  { field: "bornOn", names: /^(dob|d o b|born( on)?|birth ?day|birth ?date|(date|day) of birth)$/ },
  { field: "className", names: /^(class|grade|std|standard|class name|class ?(and|&)? ?section|current class)$/ },
  { field: "section", names: /^(section|sec|div|division|batch)$/ },
  { field: "email", names: /^(student )?(e ?mail)( ?(id|address))?( of student)?$/ },
  { field: "surname", names: /^(last name|surname|family name)$/ },
  {
    field: "name",
    names:
      /^((student|pupil|child|full|first|candidate) ?(s )?)?name( of (the )?(student|pupil|child))?$|^student$|^pupil$/,
  },
];

const ofGuardian: [RegExp, "Name" | "Relation" | "Phone" | "Email"][] = [
  [/e ?mail/, "Email"],
  [new RegExp(`\\b${phone}\\b`), "Phone"],
  [/relation/, "Relation"],
  [/name|^(father|mother|guardian|parent)( ?[12])?$/, "Name"],
];

/** The relation in the heading of a guardian's column: `Father`. */
export function relationOf(head: string): string | null {
  const found = /\b(father|mother)\b/.exec(foldedHead(head))?.[1];
  return found ? found.charAt(0).toUpperCase() + found.slice(1) : null;
}

/** The meanings of headings: as remembered, otherwise by synonyms. No two columns mean the same. */
export function guessColumns(heads: readonly string[], remembered: Readonly<Record<string, Field>> = {}): Columns {
  const taken = new Set<Field>();
  const places = new Map(heads.flatMap((head) => rememberedPlace(foldedHead(head), remembered)));
  const guess = (head: string) => {
    const field = fieldOf(foldedHead(head), remembered, places);
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  };
  const columns = heads.map(guess);
  // Text in brackets explains a heading, but does not change its meaning: `Date of birth (DD/MM/YYYY)`.
  return columns.map((field, index) => field ?? guess((heads[index] ?? "").replace(/\(.*/s, "")));
}

/** The order of day and month in a column of dates: by its cells, otherwise by its heading; null if both are ambiguous. */
export function orderIn(cells: readonly string[], head: string): DayOrder | null {
  const folded = foldedHead(head);
  const told = /\b(day|d+) ?m/.test(folded) ? "day" : /\b(month|m+) ?d/.test(folded) ? "month" : null;
  return orderOf(cells) ?? told;
}

function fieldOf(head: string, remembered: Readonly<Record<string, Field>>, places: Map<string, 1 | 2>) {
  const known = Object.hasOwn(remembered, head) ? remembered[head] : undefined;
  if (known !== undefined) return known;
  const found = synonyms.find(({ names }) => names.test(head))?.field;
  if (found !== undefined) return found;
  const who = whoOf(head);
  const what = ofGuardian.find(([pattern]) => pattern.test(head))?.[1];
  if (what === undefined || (who === undefined && what !== "Phone")) return undefined;
  return `guardian${placeOf(head, who ?? "parent", places)}${what}` as const;
}

const whoOf = (head: string) => new RegExp(`\\b${guardian}\\b`).exec(head)?.[1];

/** The number of the guardian to whom a remembered heading belongs. */
function rememberedPlace(head: string, remembered: Readonly<Record<string, Field>>): [string, 1 | 2][] {
  const field = Object.hasOwn(remembered, head) ? remembered[head] : undefined;
  const who = whoOf(head);
  if (who === undefined || !field?.startsWith("guardian")) return [];
  return [[who, field.startsWith("guardian2") ? 2 : 1]];
}

/** Which of the two guardians a heading is about: by its number, otherwise by order. */
function placeOf(head: string, who: string, places: Map<string, 1 | 2>): 1 | 2 {
  const number = /\b([12])\b/.exec(head)?.[1];
  if (number) return number === "2" ? 2 : 1;
  if (who === "parent" || who === "guardian") return 1;
  const place = places.get(who) ?? ([...places.values()].includes(1) ? 2 : 1);
  places.set(who, place);
  return place;
}

const mostLooked = 15;

/** The row with the column headings: titles may come before it. */
export function headRowOf(rows: readonly { cells: readonly string[] }[]): number {
  const known = rows.slice(0, mostLooked).map(({ cells }) => guessColumns(cells).filter(Boolean).length);
  const most = Math.max(0, ...known);
  const wide = rows.slice(0, mostLooked).findIndex(({ cells }) => cells.filter(Boolean).length > 1);
  return most >= 2 ? known.indexOf(most) : Math.max(0, wide);
}

/** The field with the name of the person whose address another field has. */
export const nameBeside = (field: string): Field =>
  fields.find((one) => one !== field && one === field.replace("Email", "Name")) ?? "name";

/** Whether the address and the name of an answer like `12:email` are in the same columns as before. */
export function isSamePerson(answer: string, before: Columns, after: Columns): boolean {
  const field = fields.find((one) => one === answer.split(":")[1]);
  return field !== undefined && [field, nameBeside(field)].every((one) => before.indexOf(one) === after.indexOf(one));
}
