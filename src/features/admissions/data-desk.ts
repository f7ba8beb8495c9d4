import "server-only";
import { setting } from "@/features/settings/data";
import { emailDelay } from "@/lib/email-delay";
import { db } from "@/server/db/client";
import type { Prisma, SubmissionMessage } from "@/server/generated/prisma/client";
import { submissionViewOf, withKept } from "./data";
import { apart, dueBy, givenClassOf, hasWritten, unread, whereOf, withGivenClass } from "./data-desk-filters";
import type { TableRow } from "./rules";
import { closedStates, openStates } from "./rules-moves";
import { type SubmissionState, submissionStates } from "./schema";
import type { DeskFilters, DeskInput, DeskPage, DeskRowView, ViewCounts, WaitingCounts } from "./schema-desk";

export const withAssigned = {
  ...withGivenClass,
  ...withKept,
  assignedTo: { select: { id: true, name: true } },
  intake: { select: { id: true, seats: true, taken: true } },
  _count: { select: { messages: { where: unread }, merged: { where: { messages: { some: unread } } } } },
} as const satisfies Prisma.SubmissionInclude;

type Row = Prisma.SubmissionGetPayload<{ include: typeof withAssigned }>;

export function deskRowOf(row: Row): DeskRowView {
  const { stateAt, assignedTo, intake, rowVersion, _count } = row;
  return {
    ...submissionViewOf(row),
    stateAt,
    visitAt: (row.mergedInto ?? row).visitAt,
    rowVersion,
    givenClass: givenClassOf(row),
    assignedTo: assignedTo && { _id: assignedTo.id, name: assignedTo.name },
    intake: intake && { _id: intake.id, seats: intake.seats, taken: intake.taken },
    hasWritten: _count.messages + _count.merged > 0,
  };
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
    db().submission.count({ where: { ...apart, openedAt: null } }),
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
    all: sum(...submissionStates),
    due,
    overdue,
    wrote,
    open: sum(...openStates),
    closed: sum(...closedStates),
    waiting: sum("waiting"),
    invited: sum("invited"),
    offered: sum("offered"),
    accepted: sum("accepted"),
    enrolled: sum("enrolled"),
  };
}

export async function listDesk(input: DeskInput, me: string, now: Date): Promise<DeskPage> {
  const { page, limit } = input;
  const where = await whereOf(input, me, now);
  const [rows, total] = await Promise.all([
    db().submission.findMany({
      where,
      orderBy: orderOf(input),
      include: withAssigned,
      skip: (page - 1) * limit,
      take: limit,
    }),
    db().submission.count({ where }),
  ]);
  return { items: rows.map(deskRowOf), total, page, at: now };
}

const ofParent = { reference: true, parentName: true, email: true, phone: true } as const;

/** The matching applications for the table, newest first, with those merged into them. */
export async function listForTable(filters: DeskFilters, me: string, most: number, now: Date): Promise<TableRow[]> {
  const rows = await db().submission.findMany({
    where: await whereOf(filters, me, now),
    take: most,
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
 * A message of the office for its email to a parent, with the reference of that parent's application. Null if the message
 * was withdrawn, or if a merge was undone and the application is no longer theirs.
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
