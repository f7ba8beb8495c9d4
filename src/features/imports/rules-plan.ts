import type { Message } from "@/lib/catalogue";
import type { RowState } from "@/lib/row-states";
import { say } from "./messages";
import { type Entered, type Fault, oneLine } from "./rules-cells";
import {
  type AddressHolder,
  type GuardianRoster,
  Guardians,
  hasOtherName,
  type LinkedGuardian,
} from "./rules-guardians";
import { type Known, type Matched, matchRows, numberKey } from "./rules-match";
import { type Holder, type PlaceStep, placeStep, refuseTakenSeats, type TargetYear } from "./rules-places";
import type { Field } from "./schema";

/** The roster data for the people and classes of a file. */
export type Roster = GuardianRoster & {
  year: TargetYear;
  students: readonly Known[];
  holders: ReadonlyMap<string, readonly Holder[]>;
};

/** A self-registered account with the address of a row. */
export type Question = { no: number; field: Field; of: string; holder: AddressHolder };

export type Planned = Omit<Matched, "isTwice"> & {
  state: RowState;
  step: PlaceStep;
  /** The student's data after the import. */
  after: { name: string; email: string | null; admissionNo: string | null; bornOn: string | null };
  attach: AddressHolder | null;
  linked: LinkedGuardian[];
  /** The known guardians whom the row names. */
  named: string[];
  /** The old values of changed fields. */
  was: Partial<Record<Field, string | null>>;
  /** Entered values that are ignored, with the reason. */
  notes: Fault[];
};

type Draft = Matched & {
  step: PlaceStep;
  attach: AddressHolder | null;
  email: string | null;
  /** Why the address of the row is not used for the student. */
  noEmail: Message | null;
  linked: LinkedGuardian[];
  named: string[];
};

/** The fields of a student's own data, some of which are in the account. */
export const identityFields = ["name", "email", "admissionNo", "bornOn"] as const satisfies readonly Field[];

/** Plans the change of each row. A pure function of the rows, the roster and the answers. */
export function planRows(rows: readonly Entered[], roster: Roster, attached: ReadonlySet<string>) {
  const questions: Question[] = [];
  const students = matchRows(rows, roster.students);
  const fromStudents = studentAddresses(students, roster, attached, questions);
  const drafts = students.map((matched): Draft => {
    requireNew(matched, roster);
    const address = fromStudents(matched);
    return { ...matched, step: placeStep(matched, roster.year), ...address, linked: [], named: [] };
  });
  const accepted = () => drafts.filter(({ row }) => row.faults.length === 0);
  for (let left = -1; left !== accepted().length; ) {
    left = accepted().length;
    refuseTakenSeats(
      drafts.map((matched) => ({ matched, step: matched.step })),
      roster.holders,
    );
    // Recomputed each time, because guardians of rejected rows do not count. In the end, rejected rows get all their errors.
    const guardians = new Guardians(roster, attached);
    const found = accepted().map((draft) => [draft, guardians.of(draft)] as const);
    if (left !== accepted().length) continue;
    for (const [draft, { linked }] of found) draft.linked = linked;
    const trial = new Guardians(roster, attached);
    for (const [draft] of found) trial.of(draft);
    const refused = drafts.filter(({ row }) => row.faults.length > 0).map((draft) => [draft, trial.of(draft)] as const);
    for (const [draft, { named, questions: asked }] of [...found, ...refused]) {
      const { no, name } = draft.row;
      draft.named = named;
      questions.push(...asked.map((one) => ({ no, of: name ?? "", ...one })));
    }
  }
  return { rows: drafts.map(plannedOf), questions: questions.sort((one, other) => one.no - other.no) };
}

function requireNew({ row, known }: Matched, { loginNames }: Roster): void {
  if (!known && row.name === null && row.faults.every(({ field }) => field !== "name"))
    row.faults.push({ field: "name", why: say("required") });
  const holder = row.admissionNo === null ? undefined : loginNames.get(numberKey(row.admissionNo));
  if (holder !== undefined && holder !== known?.id) row.faults.push({ field: "admissionNo", why: say("taken") });
}

/** A student's own address. An address shared with a guardian or another student belongs to no student (decision 47). */
function studentAddresses(
  students: readonly Matched[],
  { addresses }: Roster,
  attached: ReadonlySet<string>,
  questions: Question[],
) {
  const ofGuardians = new Set(students.flatMap(({ row }) => row.guardians.flatMap(({ email }) => email ?? [])));
  const ofOne = new Set<string>();
  const ofSeveral = new Set<string>();
  for (const { row, isTwice } of students)
    if (row.email !== null && !isTwice) (ofOne.has(row.email) ? ofSeveral : ofOne).add(row.email);
  return ({ row, known, isTwice }: Matched): Pick<Draft, "email" | "attach" | "noEmail"> => {
    const { email, no } = row;
    const kept = { email: known?.email ?? null, attach: null, noEmail: null };
    const keptFor = (noEmail: Message) => ({ ...kept, noEmail });
    if (email === null || email === kept.email || isTwice) return kept;
    if (ofGuardians.has(email)) return keptFor(say("addressOfGuardian"));
    const refuse = (why: ReturnType<typeof say>) => {
      row.faults.push({ field: "email", why });
      return kept;
    };
    const holder = addresses.get(email);
    const isOfOwn = known?.links.some(({ guardianId }) => guardianId === holder?.id);
    if (ofSeveral.has(email) && holder?.kind !== "student")
      return keptFor(say(isOfOwn ? "addressOfGuardian" : "addressOfSeveral"));
    if (known?.hasLogin) return refuse(say("logsInWith"));
    if (!holder) return { ...kept, email };
    if (holder.kind === "student") return refuse(say("ofStudent", holder.name));
    if (holder.kind !== "account") {
      if (isOfOwn) return keptFor(say("addressOfGuardian"));
      return refuse(holder.kind === "guardian" ? say("ofGuardian", holder.name) : say("taken"));
    }
    const clash = holder.clashes.find(({ studentId }) => studentId === known?.id);
    if (clash) return refuse(say(clash.kind === "mark" ? "bothHaveMark" : "bothHaveCard", holder.name, clash.of));
    questions.push({ no, field: "email", of: row.name ?? known?.name ?? "", holder });
    return attached.has(`${no}:email`)
      ? { ...kept, email, attach: holder }
      : keptFor(say("addressOfOther", holder.name));
  };
}

function plannedOf({ row, known, step, attach, email, noEmail, linked, named }: Draft): Planned {
  const after = {
    name: nameAfter(row, known),
    email,
    admissionNo: known?.admissionNo ?? row.admissionNo,
    bornOn: row.bornOn ?? known?.bornOn ?? null,
  };
  const was = known && row.faults.length === 0 ? changesOf(known, after, step, linked, row) : {};
  const isChanged = Object.keys(was).length > 0 || attach !== null;
  const state = row.faults.length > 0 ? "refused" : !known ? "created" : isChanged ? "updated" : "unchanged";
  const notes: Fault[] = noEmail !== null && row.faults.length === 0 ? [{ field: "email", why: noEmail }] : [];
  notes.push(...linked.flatMap(notesOf));
  return { row, known, step, attach, linked, named, after, was, state, notes };
}

/** Notes on who a guardian is, if the name does not show it, and on ignored values. */
function notesOf({ entered, guardian, isNewLink, addressOf, keepsPhone }: LinkedGuardian): Fault[] {
  const { place, name } = entered;
  const notes: Fault[] = [];
  if (hasOtherName(entered, guardian))
    notes.push({ field: `guardian${place}Name`, why: say("takenToBe", guardian.name) });
  if (keepsPhone) notes.push({ field: `guardian${place}Phone`, why: say("phoneStays", guardian.name) });
  if (addressOf !== null) notes.push({ field: `guardian${place}Email`, why: say("addressOfOther", addressOf) });
  else if (name === null && isNewLink)
    notes.push({ field: `guardian${place}Email`, why: say("belongsTo", guardian.name) });
  return notes;
}

/** A row matched by its name keeps the stored spelling; a row matched by number takes the spelling of the file. */
function nameAfter({ name, admissionNo }: Entered, known: Known | null): string {
  if (known === null) return name ?? "";
  const isNumbered = admissionNo !== null && known.admissionNo !== null;
  return name === null || !isNumbered || name === oneLine(known.name) ? known.name : name;
}

function changesOf(known: Known, after: Planned["after"], step: PlaceStep, linked: LinkedGuardian[], row: Entered) {
  const was: Planned["was"] = {};
  for (const field of identityFields) if (known[field] !== after[field]) was[field] = known[field];
  if (step.kind !== "none") {
    const before = known.open;
    if (before?.className !== step.className) was.className = before ? String(before.className) : null;
    if ((before?.section ?? null) !== step.section) was.section = before?.section ?? null;
    if ((before?.rollNo ?? null) !== step.rollNo) was.rollNo = before?.rollNo ?? null;
    // Another year is a change, even in the same class.
    if (Object.keys(was).length === 0) was.className = before ? String(before.className) : null;
  }
  for (const { entered, guardian, isNewLink } of linked) {
    if (isNewLink) was[`guardian${entered.place}Name`] = null;
    if (guardian.isNew || guardian.firstRow !== row.no) continue;
    if (guardian.phone !== guardian.before.phone) was[`guardian${entered.place}Phone`] = guardian.before.phone;
    if (guardian.email !== guardian.before.email) was[`guardian${entered.place}Email`] = guardian.before.email;
  }
  return was;
}
