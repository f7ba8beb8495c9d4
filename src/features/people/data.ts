import "server-only";
import { accountViewOf } from "@/features/auth/data";
import { listGuardiansOfNobodyElse } from "@/features/students/data-left";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { listEventsOf } from "@/server/audit/audit";
import { listClosedLogins } from "@/server/auth/closed-logins";
import { findUserByIdentifier, phoneHere } from "@/server/auth/login-names";
import { listSessionFacts } from "@/server/auth/sessions";
import { findPeopleNamed, findPerson, type Person } from "@/server/auth/users";
import type { Prisma } from "@/server/generated/prisma/client";
import { areOfAccounts, countEmails, listMailFacts, mailsOf } from "@/server/mail/records";
import { listChildrenOf } from "@/server/roster/guardians";
import { findFacts, type PersonFacts } from "@/server/roster/person-facts";
import type { PersonalData, RowOfPerson } from "../feature";
import { say } from "./messages";
import { mostFound } from "./rules";
import type { HeldView, PersonalDataView, PersonHeldView } from "./schema";

/** Reads the data about one person from all rooms. */
export type PeopleData = ReturnType<typeof createPeopleData>;

/** Combines the data of the rooms with those of the machinery: account, sessions, emails and events. */
export function createPeopleData(parts: readonly PersonalData[]) {
  /** The keys to a person's data: the account, if there is one, and the address. */
  async function placesOf(email: string) {
    const person = await findUserByIdentifier(email);
    const erasable = await Promise.all(
      parts.flatMap(({ name, label, erase }) =>
        erase
          ? [
              erase
                .rows(email)
                .then((rows) => ({ ...{ name, label, rows }, table: erase.table, mailKey: erase.mailKey })),
            ]
          : [],
      ),
    );
    const mails: Prisma.MailWhereInput[] = [
      { recipient: email },
      ...(person ? [{ userId: person.userId }] : []),
      ...erasable.flatMap(({ mailKey, rows }) => rows.map(({ id }) => ({ about: { path: [mailKey], equals: id } }))),
    ];
    return { person, erasable, mails: { OR: mails } };
  }

  /** A summary of the data about the person with an address; null for none. */
  async function countHeld(email: string): Promise<HeldView | null> {
    const { person, erasable, mails } = await placesOf(email);
    const of = { userId: person?.userId ?? null, email };
    const counts = await Promise.all(
      parts.map(async ({ name, label, count }) => ({ name, label, count: await count(of) })),
    );
    counts.push({ name: "mails", label: "Emails", count: await countEmails(mails) });
    if (!person && counts.every(({ count }) => count === 0)) return null;
    const account = person && {
      _id: person.userId,
      name: person.name,
      createdAt: person.createdAt,
      emailConfirmed: person.emailConfirmedAt !== null,
      wards: await listChildrenOf(person.userId),
    };
    const rows = erasable.flatMap(({ label, rows: found }) =>
      found.map(({ id, ...row }) => ({ _id: id, label, ...row })),
    );
    return { email, account, rows, counts };
  }

  /** A summary of the data about a person by id, without forms, which only have an address. */
  async function countHeldOf(id: string): Promise<PersonHeldView | null> {
    const person = await findPerson(id);
    if (person?.role !== "user") return null;
    const of = { userId: id, email: null };
    const own = parts.filter(({ erase }) => !erase);
    const counts = await Promise.all(
      own.map(async ({ name, label, count }) => ({ name, label, count: await count(of) })),
    );
    counts.push({ name: "mails", label: "Emails", count: await countEmails(mailsOf(id, person.email)) });
    const guardians = (await listGuardiansOfNobodyElse([id])).map((one) => ({ _id: one.id, name: one.name }));
    const { name, email, createdAt, loginClosedAt: closedAt } = person;
    return { _id: id, name, email, createdAt, closedAt, ...factsIn(await findFacts([id]), id), guardians, counts };
  }

  /** All personal data of the caller. Rows that only have an address require a confirmed one. */
  async function listOwnData(principal: Principal, now: Date): Promise<PersonalDataView> {
    const { userId, role, email } = principal;
    const [person, mails] = [await findPerson(userId), mailsOf(userId, email)];
    // The built-in administrator has no address to confirm.
    if (role === "admin" && email === null) return listData(person, email, mails, now);
    // What the person may not see yet is not exported either (decision 7).
    const isKnown = principal.emailConfirmed || principal.vouched;
    const data = await listData(person, email, isKnown ? mails : { AND: [mails, areOfAccounts] }, now, isKnown);
    const hidden = parts.filter((part) => part.isHiddenFrom(principal));
    return { ...data, ...Object.fromEntries(hidden.map(({ name }) => [name, null])) };
  }

  /**
   * All personal data under an address, or the selected rows, for requests that the institute has verified.
   * @throws AppError CONFLICT if a row does not belong to it
   */
  async function listDataOf(
    email: string,
    ticked: readonly string[] | undefined,
    now: Date,
  ): Promise<PersonalDataView> {
    const places = await placesOf(email);
    const { person, erasable, mails } = ticked === undefined ? places : tickedOf(places, email, ticked);
    const data = await listData(person, email, mails, now);
    return { ...data, ...Object.fromEntries(erasable.map((part) => [part.name, rowsIn(data[part.name], part.rows)])) };
  }

  /** All personal data of a person by id, without forms, which only have an address. Null for an unknown id. */
  async function listDataOfPerson(id: string, now: Date): Promise<PersonalDataView | null> {
    const person = await findPerson(id);
    return person?.role === "user" ? listData(person, null, mailsOf(id, person.email), now) : null;
  }

  async function listData(
    person: Person | null,
    email: string | null,
    mailWhere: Prisma.MailWhereInput,
    now: Date,
    isKnown = true,
  ): Promise<PersonalDataView> {
    const userId = person?.userId ?? null;
    const [sessions, lists, mails, events] = await Promise.all([
      listSessionFacts(userId),
      Promise.all(parts.map(async ({ name, list }) => [name, await list({ userId, email })] as const)),
      listMailFacts(mailWhere),
      listEventsOf(userId, isKnown),
    ]);
    return {
      exportedAt: now,
      account: person && {
        ...accountViewOf(person),
        phone: person.phone,
        consentAt: person.consentAt,
        consentVersion: person.consentVersion,
        createdAt: person.createdAt,
        emailConfirmedAt: person.emailConfirmedAt,
        loginClosedAt: person.loginClosedAt,
        vouchedAt: person.vouchedAt,
      },
      sessions,
      ...Object.fromEntries(lists),
      mails,
      events,
    };
  }

  return { placesOf, countHeld, countHeldOf, listOwnData, listDataOf, listDataOfPerson };
}

/** The rows of an export that were selected. */
function rowsIn(list: unknown, selected: readonly RowOfPerson[]): unknown {
  const ids = new Set<unknown>(selected.map(({ id }) => id));
  return Array.isArray(list) ? list.filter((row) => ids.has(row._id)) : list;
}

export type Places = Awaited<ReturnType<PeopleData["placesOf"]>>;

/** The selected rows under an address, with their emails. @throws AppError CONFLICT if a row does not belong to it */
export function tickedOf({ person, erasable, mails }: Places, email: string, ticked: readonly string[]): Places {
  const all = [...(person ? [person.userId] : []), ...erasable.flatMap(({ rows }) => rows.map(({ id }) => id))];
  if (ticked.some((id) => !all.includes(id))) throw new AppError("CONFLICT", say("rowsChanged"));
  if (all.every((id) => ticked.includes(id))) return { person, erasable, mails };
  const kept = person && ticked.includes(person.userId) ? person : null;
  const rest = erasable.map((part) => ({ ...part, rows: part.rows.filter(({ id }) => ticked.includes(id)) }));
  const about = rest.flatMap(({ mailKey, rows }) => rows.map(({ id }) => ({ about: { path: [mailKey], equals: id } })));
  return { person: kept, erasable: rest, mails: { OR: [...(kept ? [mailsOf(kept.userId, email)] : []), ...about] } };
}

/** The number of rows that are deleted when these are erased. */
export const countErased = (rows: readonly RowOfPerson[]) =>
  new Set(rows.flatMap(({ id, takesAlong = [] }) => [id, ...takesAlong])).size;

export async function searchPeople(text: string) {
  const rows = await findPeopleNamed(text, phoneHere(text), mostFound);
  const facts = await findFacts(rows.map(({ id }) => id));
  return rows.map(({ id, name, email, username }) => ({
    _id: id,
    name,
    login: email ?? username,
    ...factsIn(facts, id),
  }));
}

/** A person who was erased in the meantime has no facts. */
const factsIn = (facts: ReadonlyMap<string, PersonFacts>, id: string): PersonFacts =>
  facts.get(id) ?? { phone: null, admissionNo: null, className: null, section: null, children: [] };

const erasedWithin = 30 * 24 * 60 * 60 * 1000;

/** People who closed their logins, with the deadline for the erasure (decision 49). */
export async function listErasureRequests() {
  const rows = await listClosedLogins();
  return rows.map((row) => ({ ...row, dueAt: new Date(row.closedAt.getTime() + erasedWithin) }));
}
