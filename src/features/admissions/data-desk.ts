import "server-only";
import { dateHere, institute } from "@/content/institute";
import { setting } from "@/features/settings/data";
import { emailDelay } from "@/lib/email-delay";
import { plainDigits } from "@/lib/phones";
import { phoneHere } from "@/server/auth/login-names";
import { momentHere } from "@/server/clock";
import { db, escapeLike, sql } from "@/server/db/client";
import { Prisma, type SubmissionMessage } from "@/server/generated/prisma/client";
import { submissionViewOf } from "./data";
import { withNobody } from "./data-office";
import type { TableRow } from "./rules";
import { closedStates, openStates } from "./rules-moves";
import { type SubmissionState, submissionStates } from "./schema";
import type { DeskFilters, DeskInput, DeskPage, DeskRowView, ViewCounts, WaitingCounts } from "./schema-desk";

const unread = { fromFamily: true, readAt: null } as const;

export const withAssigned = {
  assignedTo: { select: { id: true, name: true } },
  intake: { select: { id: true, seats: true, taken: true } },
  _count: { select: { messages: { where: unread }, merged: { where: { messages: { some: unread } } } } },
} as const satisfies Prisma.SubmissionInclude;

type Row = Prisma.SubmissionGetPayload<{ include: typeof withAssigned }>;

export function deskRowOf(row: Row): DeskRowView {
  const { stateAt, visitAt, assignedTo, intake, rowVersion, _count } = row;
  return {
    ...{ ...submissionViewOf(row), stateAt, visitAt, rowVersion },
    assignedTo: assignedTo && { _id: assignedTo.id, name: assignedTo.name },
    intake: intake && { _id: intake.id, seats: intake.seats, taken: intake.taken },
    hasWritten: _count.messages + _count.merged > 0,
  };
}

/** Merged applications belong to the one they were merged into. */
const apart = { mergedIntoId: null } satisfies Prisma.SubmissionWhereInput;

/** Due today or overdue. */
const dueBy = (now: Date): Prisma.SubmissionWhereInput => ({
  ...{ state: { in: ["received", "in_review"] }, answeredAt: null },
  answerDue: { lte: momentHere(dateHere(now), "23:59") },
});

/** Applications with an unread message from the family, including applications merged into them. */
const hasWritten: Prisma.SubmissionWhereInput = {
  OR: [{ messages: { some: unread } }, { merged: { some: { messages: { some: unread } } } }],
};

function viewWhere(view: DeskFilters["view"], now: Date): Prisma.SubmissionWhereInput {
  if (view === "all") return {};
  if (view === "due") return dueBy(now);
  if (view === "wrote") return hasWritten;
  if (view === "open") return { state: { in: [...openStates] } };
  if (view === "closed") return { state: { in: [...closedStates] } };
  return { state: view };
}

/** Most applications whose phone numbers are searched by their digits. */
const mostByPhone = 500;

/** The digits that a phone number has in every spelling: those behind the country code or the leading zero. */
function digitsOf(search: string): string {
  const number = phoneHere(search) ?? search.trim();
  const digits = number.replaceAll(/\D/g, "");
  const { code } = institute.dialling;
  return number.startsWith("+") && digits.startsWith(code) ? digits.slice(code.length) : digits.replace(/^0+/, "");
}

/** The applications with these digits in the phone number; a merged one stands for the one it belongs to. */
async function idsByPhone(digits: string): Promise<string[]> {
  if (digits.length < 5) return [];
  const rows = await sql<{ id: string }>(
    Prisma.sql`select coalesce(merged_into_id, id) as id from submissions where regexp_replace(phone, '[^0-9]', '', 'g') like ${`%${digits}%`} limit ${mostByPhone}`,
  );
  return rows.map(({ id }) => id);
}

async function searchWhere(search: string | undefined): Promise<Prisma.SubmissionWhereInput> {
  const words = (search ?? "").split(/\s+/u).filter(Boolean).slice(0, 8);
  if (words.length === 0) return {};
  const inText = words.map((word) => {
    const contains = { contains: escapeLike(word), mode: "insensitive" } as const;
    const fields = ["name", "parentName", "reference", "phone", "email"] as const;
    const OR = fields.map((field) => ({ [field]: contains }));
    // The other parent quotes the number of the merged application.
    return { OR: [...OR, { merged: { some: { OR } } }] };
  });
  const text = plainDigits(search ?? "");
  const ids = /^[\d\s()+.-]+$/.test(text) ? await idsByPhone(digitsOf(text)) : [];
  return { OR: [{ AND: inText }, ...(ids.length > 0 ? [{ id: { in: ids } }] : [])] };
}

/** The Prisma condition for these filters. @param me the caller */
async function whereOf({ search, view, class: className, assigned }: DeskFilters, me: string, now: Date) {
  return {
    AND: [
      apart,
      viewWhere(view, now),
      className === undefined ? {} : { selectedClass: className },
      assigned === "me" ? { assignedToId: me } : assigned === "nobody" ? await withNobody(now) : {},
      await searchWhere(search),
    ],
  } satisfies Prisma.SubmissionWhereInput;
}

function orderOf({
  sort,
  direction,
}: Pick<DeskInput, "sort" | "direction">): Prisma.SubmissionOrderByWithRelationInput[] {
  const newest = [{ createdAt: "desc" }, { id: "desc" }] as const;
  if (sort === "date") return [{ createdAt: direction }, { id: direction }];
  if (sort === "name") return [{ name: direction }, ...newest];
  // Those that need an answer come first.
  return [
    { answeredAt: { sort: "desc", nulls: "first" } },
    { answerDue: { sort: direction, nulls: "last" } },
    ...newest,
  ];
}

const countOverdue = (now: Date) =>
  db().submission.count({ where: { AND: [apart, dueBy(now), { answerDue: { lt: now } }] } });

export async function countWaiting(now: Date): Promise<WaitingCounts> {
  const [unopened, overdue] = await Promise.all([
    db().submission.count({ where: { openedAt: null } }),
    countOverdue(now),
  ]);
  return { unopened, overdue };
}

export async function countViews(now: Date): Promise<ViewCounts> {
  const [groups, due, overdue, wrote] = await Promise.all([
    db().submission.groupBy({ by: ["state"], where: apart, _count: true }),
    db().submission.count({ where: { AND: [apart, dueBy(now)] } }),
    countOverdue(now),
    db().submission.count({ where: { AND: [apart, hasWritten] } }),
  ]);
  const sum = (...states: readonly SubmissionState[]) =>
    groups.reduce((total, { state, _count }) => total + (states.includes(state) ? _count : 0), 0);
  return {
    ...{ all: sum(...submissionStates), due, overdue, wrote, open: sum(...openStates), closed: sum(...closedStates) },
    ...{ waiting: sum("waiting"), invited: sum("invited"), offered: sum("offered") },
    ...{ accepted: sum("accepted"), enrolled: sum("enrolled") },
  };
}

export async function listDesk(input: DeskInput, me: string, now: Date): Promise<DeskPage> {
  const { page, limit } = input;
  const where = await whereOf(input, me, now);
  const [rows, total] = await Promise.all([
    db().submission.findMany({
      ...{ where, orderBy: orderOf(input), include: withAssigned },
      ...{ skip: (page - 1) * limit, take: limit },
    }),
    db().submission.count({ where }),
  ]);
  return { items: rows.map(deskRowOf), total, page, at: now };
}

const ofParent = { reference: true, parentName: true, email: true, phone: true } as const;

/** The matching applications for the table, newest first, with those merged into them. */
export async function listForTable(filters: DeskFilters, me: string, most: number, now: Date): Promise<TableRow[]> {
  const rows = await db().submission.findMany({
    ...{ where: await whereOf(filters, me, now), take: most },
    include: { ...withAssigned, merged: { select: ofParent, orderBy: [{ createdAt: "asc" }, { id: "asc" }] } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map((row) => ({ ...deskRowOf(row), merged: row.merged }));
}

/** True while the email with the message has not been sent. */
export const isPending = ({ at, fromFamily }: Pick<SubmissionMessage, "at" | "fromFamily">, now: Date): boolean =>
  !fromFamily && now.getTime() < at.getTime() + emailDelay;

export const clockStyle = () => setting("clock");

/**
 * A message of the office for its email to a parent, with the reference of that parent's application; null if the message
 * was withdrawn, or a merge was undone and the application is no longer theirs.
 */
export async function findMailedMessage(id: string, recipient: string) {
  const message = await db().submissionMessage.findUnique({
    where: { id },
    select: { text: true, submission: { include: { merged: { select: { email: true, reference: true } } } } },
  });
  if (!message) return null;
  const { state, visitAt, merged } = message.submission;
  const theirs = [message.submission, ...merged].find(({ email }) => email === recipient);
  return theirs ? { text: message.text, reference: theirs.reference, state, visitAt } : null;
}
