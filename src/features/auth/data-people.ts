import "server-only";
import { resultViewOf, seesResults } from "@/features/results/data";
import { messageViewOf, submissionViewOf } from "@/features/services/data";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db";
import type { AuditEvent, Prisma, Session } from "@/server/generated/prisma/client";
import { accountViewOf, findByIdentifier, mailsOf, type Person, personOf } from "./data";
import type { HeldView, PersonalDataView } from "./schema";

/** Where all that is kept about a person lies: with the account, if there is one, and under the address. */
export async function placesOf(email: string) {
  const person = await findByIdentifier("user", email);
  const [applications, messages] = await Promise.all([
    db().submission.findMany({ where: { email }, select: { id: true } }),
    db().contactMessage.findMany({ where: { email }, select: { id: true } }),
  ]);
  const about = (path: string) => (form: { id: string }) => ({ about: { path: [path], equals: form.id } });
  const mails: Prisma.MailWhereInput[] = [
    { recipient: email },
    ...(person ? [{ userId: person.userId }] : []),
    ...applications.map(about("submissionId")),
    ...messages.map(about("messageId")),
  ];
  return { person, applications, messages, mails: { OR: mails } };
}

/** How much is kept about the person of an address; null for nothing. */
export async function countHeld(email: string): Promise<HeldView | null> {
  const { person, applications, messages, mails } = await placesOf(email);
  const [results, mailCount] = await Promise.all([
    person ? db().result.count({ where: { studentId: person.userId } }) : 0,
    db().mail.count({ where: mails }),
  ]);
  if (!person && applications.length + messages.length + mailCount === 0) return null;
  return {
    email,
    account: person && {
      name: person.name,
      createdAt: person.createdAt,
      emailConfirmed: person.emailConfirmedAt !== null,
    },
    results,
    applications: applications.length,
    messages: messages.length,
    mails: mailCount,
  };
}

/** Everything the product holds of the caller. What is known by the address alone needs one that is the caller's own. */
export async function listOwnData(principal: Principal, now: Date): Promise<PersonalDataView> {
  const { userId, role, email, emailConfirmed } = principal;
  const person = personOf(await db().user.findUniqueOrThrow({ where: { id: userId } }));
  const data = await listData(person, email, mailsOf(userId, email), now);
  if (role === "admin") return data;
  // What may not be seen yet is not exported either (decision 7). A form names nobody but an address that was typed.
  return {
    ...data,
    ...(!seesResults(principal) && { results: null }),
    ...(!emailConfirmed && { applications: null, messages: null }),
  };
}

/** Everything the product holds of the person of an address, for whom the institute knows to be that person. */
export async function listDataOf(email: string, now: Date): Promise<PersonalDataView> {
  const { person, mails } = await placesOf(email);
  return listData(person, email, mails, now);
}

async function listData(
  person: Person | null,
  email: string | null,
  mailWhere: Prisma.MailWhereInput,
  now: Date,
): Promise<PersonalDataView> {
  const orderBy = { id: "asc" } as const;
  const [userId, forms] = [person?.userId, { where: { email: email ?? "" }, orderBy }];
  const [sessions, results, applications, messages, mails, events] = await Promise.all([
    userId ? db().session.findMany({ where: { userId }, orderBy }) : [],
    userId ? db().result.findMany({ where: { studentId: userId }, orderBy }) : [],
    email === null ? [] : db().submission.findMany(forms),
    email === null ? [] : db().contactMessage.findMany(forms),
    db().mail.findMany({ where: mailWhere, orderBy }),
    userId ? db().auditEvent.findMany({ where: { OR: [{ actorId: userId }, { subjectId: userId }] }, orderBy }) : [],
  ]);
  return {
    exportedAt: now,
    account: person && {
      ...accountViewOf(person),
      ...consentOf(person),
      createdAt: person.createdAt,
      emailConfirmedAt: person.emailConfirmedAt,
      vouchedAt: person.vouchedAt,
    },
    sessions: sessions.map(sessionOf),
    results: results.map((row) => ({ ...resultViewOf(row), readAt: row.readAt })),
    applications: applications.map((row) => ({
      ...submissionViewOf(row),
      ...consentOf(row),
      openedAt: row.openedAt,
    })),
    messages: messages.map((row) => ({ ...messageViewOf(row), ...consentOf(row) })),
    mails: mails.map(({ kind, recipient, state, createdAt, sentAt }) => ({
      ...{ kind, recipient, state },
      createdAt,
      sentAt,
    })),
    events: events.map((event) => eventOf(event, userId)),
  };
}

function consentOf({ consentAt, consentVersion }: { consentAt: Date | null; consentVersion: string | null }) {
  return { consentAt, consentVersion };
}

function sessionOf({ createdAt, usedAt, expiresAt, revokedAt }: Session) {
  return { createdAt, usedAt, expiresAt, revokedAt };
}

// From where somebody else did something is that one's own.
function eventOf({ at, action, actorId, detail, address }: AuditEvent, userId: string | undefined) {
  const isOthers = actorId !== null && actorId !== userId;
  return {
    at,
    action,
    detail: detail as Record<string, unknown> | null,
    address: isOthers ? null : address,
  };
}
