import type { Message } from "@/lib/catalogue";
import { foldedName, wordsOfName } from "@/lib/folded";
import type { Clash } from "@/server/roster/attach-clashes";
import { say } from "./messages";
import type { Entered, EnteredGuardian } from "./rules-cells";
import type { Link, Matched, Person } from "./rules-match";
import type { Field } from "./schema";

/** The owner of an address. An account counts as self-registered while the office has not changed it. */
export type AddressHolder = Person & {
  kind: "student" | "guardian" | "person" | "account" | "staff" | "administrator" | "closed";
  signedUpAt: string;
  /** Is on the roster, even if the account can be attached to a student of the file. */
  isStudent: boolean;
  /** For an account: why it cannot be attached to students of the file. */
  clashes: Clash[];
  /** For an account: its guardians, who become guardians of the student to whom it is attached. */
  links: Link[];
};

/** A guardian of the file: a known or new one. `phone` and `email` are the values after the import. */
export type Guardian = Person & {
  isNew: boolean;
  relations: Set<string>;
  /** The first row that adds the person, or changes the phone number or address. */
  firstRow: number;
  before: { phone: string | null; email: string | null };
};

export type LinkedGuardian = {
  entered: EnteredGuardian;
  guardian: Guardian;
  isNewLink: boolean;
  /** The name of the other guardian of the row, if that guardian's address was entered for this one, too. */
  addressOf: string | null;
  /** Was found by the address, but under another name, so keeps the phone number. */
  keepsPhone: boolean;
};

export type GuardianRoster = {
  /** The owners of the addresses in the file. */
  addresses: ReadonlyMap<string, AddressHolder>;
  /** Guardians of the roster by phone number, and those of the file's students. */
  guardians: readonly (Person & { relations: string[] })[];
  /** The owners of the admission and phone numbers in the file that are in use as login names. */
  loginNames: ReadonlyMap<string, string>;
  /** Guardians who work here, whom the caller may not change (decision 194). */
  colleagues: ReadonlySet<string>;
};

type Question = { field: Field; holder: AddressHolder };

/**
 * Matches the guardians of all rows: by address, otherwise by name among the student's guardians, otherwise by phone number
 * and name or relation.
 */
export class Guardians {
  readonly #byId = new Map<string, Guardian>();
  readonly #byEmail = new Map<string, Guardian>();
  readonly #byPhone = new Map<string, Guardian[]>();
  readonly #roster: GuardianRoster;
  readonly #attached: ReadonlySet<string>;
  #added = 0;

  constructor(roster: GuardianRoster, attached: ReadonlySet<string>) {
    this.#roster = roster;
    this.#attached = attached;
    for (const { relations, ...person } of roster.guardians) this.#add(person, relations);
  }

  /** The guardians of a row without errors so far, and the known people it names; problems become faults of the row. */
  of({ row, known, attach }: Matched & { attach: AddressHolder | null }): {
    linked: LinkedGuardian[];
    named: string[];
    questions: Question[];
  } {
    const linked: LinkedGuardian[] = [];
    const named: string[] = [];
    const questions: Question[] = [];
    const sides = [known?.links ?? [], attach?.links ?? []];
    for (const entered of row.guardians) {
      const fault = faultsOf(row, entered.place);
      const holder = this.#addressOf(entered, { row, known }, sides.flat(), questions);
      if (holder === undefined) continue;
      const other = holder.guardian && isOfOther(holder.guardian, entered, row, linked) ? holder.guardian : null;
      const address = other ? { email: null, guardian: undefined } : holder;
      const own = sides.flat().flatMap((link) => this.#byId.get(link.guardianId) ?? []);
      const found =
        address.guardian ??
        own.find(({ name }) => entered.name !== null && foldedName(name) === foldedName(entered.name)) ??
        this.#byPhoneOf(entered, own, linked);
      if (!found && entered.name === null) {
        fault("Name", say("nameWanted"));
        continue;
      }
      if (found && !found.isNew) named.push(found.id);
      const guardian = found ?? this.#new(entered, row.no);
      const [links = []] = sides
        .map((side) => side.filter(({ guardianId }) => guardianId === guardian.id))
        .filter((side) => side.length > 0);
      const isOpen = links.some(({ ended }) => !ended);
      if (links.length > 0 && !isOpen) fault("Name", say("linkEnded"));
      else if (linked.every((one) => one.guardian !== guardian)) {
        const isByAddress = guardian === address.guardian && !guardian.isNew && hasOtherName(entered, guardian);
        const keepsPhone = isByAddress && entered.phone !== null && entered.phone !== guardian.phone;
        this.#mend(guardian, keepsPhone ? null : entered.phone, address.email, row, fault);
        linked.push({ entered, guardian, isNewLink: !isOpen, addressOf: other?.name ?? null, keepsPhone });
      }
    }
    return { linked, named, questions };
  }

  /** The owner of an entered guardian's address; undefined if it causes the row to be rejected. */
  #addressOf(
    { email, place }: EnteredGuardian,
    { row, known }: Pick<Matched, "row" | "known">,
    links: readonly Link[],
    questions: Question[],
  ) {
    if (email === null) return { email: null, guardian: undefined };
    const field = `guardian${place}Email` as const;
    const holder = this.#roster.addresses.get(email);
    const refuse = (why: Message) => void row.faults.push({ field, why });
    if (!holder) return { email, guardian: this.#byEmail.get(email) };
    if (holder.isStudent)
      return refuse(holder.id === known?.id ? say("moveToGuardian") : say("ofStudent", holder.name));
    if (holder.kind === "administrator" || holder.kind === "closed") return refuse(say("taken"));
    const isLinked = links.some(({ guardianId, ended }) => guardianId === holder.id && !ended);
    if (!isLinked && (holder.kind === "account" || holder.kind === "staff")) {
      questions.push({ field, holder });
      if (!this.#attached.has(`${row.no}:${field}`)) return { email: null, guardian: undefined };
    }
    return { email, guardian: this.#byId.get(holder.id) ?? this.#add(holder, []) };
  }

  /** Without a name, a phone number only finds a guardian of this student. */
  #byPhoneOf(
    { phone, name, relation }: EnteredGuardian,
    own: readonly Guardian[],
    linked: readonly LinkedGuardian[],
  ): Guardian | undefined {
    if (phone === null) return undefined;
    const free = (this.#byPhone.get(phone) ?? []).filter((one) => linked.every(({ guardian }) => guardian !== one));
    const named = free.find((one) => name !== null && foldedName(one.name) === foldedName(name));
    if (named) return named;
    const [only, ...others] = name === null ? free.filter((one) => own.includes(one)) : free;
    if (!only || others.length > 0) return undefined;
    if (name === null) return only;
    return sharesWord(only.name, name) && only.relations.has(foldedName(relation ?? "")) ? only : undefined;
  }

  /** Applies a row's phone number and address to the person; two rows must not contradict each other. */
  #mend(guardian: Guardian, phone: string | null, email: string | null, row: Entered, fault: FaultOf): void {
    const [noPhone, noEmail] = [this.#refusedPhone(guardian, phone), this.#refusedEmail(guardian, email)];
    if (noPhone) fault("Phone", noPhone);
    else if (phone !== null && phone !== guardian.phone) {
      guardian.phone = phone;
      guardian.firstRow = row.no;
      this.#byPhone.set(phone, [...(this.#byPhone.get(phone) ?? []), guardian]);
    }
    if (noEmail) fault("Email", noEmail);
    else if (email !== null && email !== guardian.email) {
      guardian.email = email;
      guardian.firstRow = row.no;
      this.#byEmail.set(email, guardian);
    }
  }

  #refusedPhone(guardian: Guardian, phone: string | null): Message | null {
    if (phone === null || phone === guardian.phone) return null;
    if (this.#roster.colleagues.has(guardian.id)) return say("worksHere");
    const login = this.#roster.loginNames.get(phone);
    if (guardian.hasLogin && login !== undefined && login !== guardian.id) return say("taken");
    const isMended = guardian.phone !== guardian.before.phone || guardian.isNew;
    return isMended && guardian.phone !== null ? say("twoNumbers", guardian.firstRow) : null;
  }

  #refusedEmail(guardian: Guardian, email: string | null): Message | null {
    if (email === null || email === guardian.email) return null;
    if (guardian.email !== null) return say("otherAddress");
    return this.#roster.colleagues.has(guardian.id) ? say("worksHere") : null;
  }

  #new({ name, relation }: EnteredGuardian, no: number): Guardian {
    this.#added += 1;
    const person = { id: `new ${this.#added}`, name: name ?? "", email: null, phone: null, hasLogin: false };
    return Object.assign(this.#add(person, [relation ?? ""]), { isNew: true, firstRow: no });
  }

  #add({ id, name, email, phone, hasLogin }: Person, relations: readonly string[]): Guardian {
    const before = { phone, email };
    const folded = new Set(relations.map(foldedName));
    const guardian = { id, name, email, phone, hasLogin, isNew: false, relations: folded, firstRow: 0, before };
    this.#byId.set(id, guardian);
    if (email !== null) this.#byEmail.set(email, guardian);
    if (phone !== null) this.#byPhone.set(phone, [...(this.#byPhone.get(phone) ?? []), guardian]);
    return guardian;
  }
}

/** True if a guardian was entered under a name that differs from the person's. */
export const hasOtherName = ({ name }: EnteredGuardian, person: Person): boolean =>
  name !== null && foldedName(name) !== foldedName(person.name);

const titles = new Set(["mrs", "shri", "smt", "prof"]);

/** True for two spellings of one name. Prevents a wrong number from linking a stranger to a child. */
function sharesWord(one: string, other: string): boolean {
  const words = new Set(wordsOfName(one).filter((word) => !titles.has(word)));
  return wordsOfName(other).some((word) => words.has(word));
}

/** True if both guardians of a row have the same address, and it belongs to the other one: it can have only one owner (decision 47). */
function isOfOther(
  holder: Guardian,
  entered: EnteredGuardian,
  row: Entered,
  linked: readonly LinkedGuardian[],
): boolean {
  const isLinked = linked.some(({ guardian }) => guardian === holder);
  if (entered.name === null) return isLinked && entered.phone !== null && entered.phone !== holder.phone;
  const isHolder = ({ name }: EnteredGuardian) => name !== null && foldedName(name) === foldedName(holder.name);
  if (isHolder(entered)) return false;
  return isLinked || row.guardians.some((one) => one.email === entered.email && isHolder(one));
}

type FaultOf = (what: "Name" | "Phone" | "Email", why: Message) => void;

const faultsOf =
  ({ faults }: Entered, place: 1 | 2): FaultOf =>
  (what, why) =>
    void faults.push({ field: `guardian${place}${what}`, why });
