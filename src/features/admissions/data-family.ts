import "server-only";
import { hashOfToken } from "@/server/auth/passwords";
import { db } from "@/server/db/client";
import { submissionViewOf } from "./data";
import { isPending } from "./data-desk";
import { givenClassOf, withGivenClass } from "./data-desk-filters";
import { isClockRunning, targetsOf } from "./rules-moves";
import type { SubmissionView } from "./schema";
import type { FamilyStepView, FollowedView } from "./schema-family";

/** Maximum number of steps. The newest are read, because a negative `take` counts from the end. */
const mostSteps = 500;

/** The condition for a valid token. */
export const goodToken = (token: string, kind: "link" | "session", now: Date) => ({
  tokenHash: hashOfToken(token),
  kind,
  usedAt: null,
  expiresAt: { gt: now },
});

/** The application that a session follows; null once the session has ended. */
export async function findFollowed(token: string | undefined, now: Date): Promise<string | null> {
  if (!token) return null;
  const found = await db().submissionToken.findFirst({
    where: goodToken(token, "session", now),
    select: { submissionId: true },
  });
  return found?.submissionId ?? null;
}

/** The application of a reference, with its contact data; null if there is none. */
export const findByReference = (reference: string) =>
  db().submission.findUnique({ where: { reference }, select: { id: true, email: true, phone: true } });

/** The reference for the email with a link, if the application has this address. */
export async function findAddressee(id: string, email: string) {
  return db().submission.findUnique({ where: { id, email }, select: { id: true, reference: true } });
}

const none = { to: null, text: null, fromFamily: false, visitAt: null, dueAfter: null } as const;

const inOrder = { orderBy: [{ at: "asc" as const }, { id: "asc" as const }], take: -mostSteps };

/** The messages that the families of merged applications share. */
const sharedMessages = { fromFamily: false };

/** The steps that families see. */
const familySteps = { kind: { in: ["moved" as const, "due_moved" as const] } };

/** Whether something that happened to the common application counts for this one: only since the merge. */
const isShared =
  (mergedAt: Date | null) =>
  ({ at }: { at: Date }) =>
    mergedAt !== null && at >= mergedAt;

const byTime = (one: { at: Date }, other: { at: Date }) => one.at.getTime() - other.at.getTime();

/**
 * An application for its family; null if it was deleted. A merged application shows the state of the other one, what has
 * happened to it and what the office has written to both since the merge, and only this family's own messages.
 */
export async function readFollowed(id: string, now: Date): Promise<FollowedView | null> {
  const events = { ...inOrder, where: familySteps };
  const row = await db().submission.findUnique({
    where: { id },
    include: {
      ...withGivenClass,
      events,
      messages: inOrder,
      mergedInto: { include: { ...withGivenClass, events, messages: { ...inOrder, where: sharedMessages } } },
    },
  });
  if (!row) return null;
  const kept = row.mergedInto ?? row;
  const isSince = isShared(row.mergedAt);
  const happened = [...row.events, ...(row.mergedInto?.events.filter(isSince) ?? [])];
  const messages = [...row.messages, ...(row.mergedInto?.messages.filter(isSince) ?? [])];
  const steps: FamilyStepView[] = [
    { ...none, _id: row.id, at: row.createdAt, kind: "received", fromFamily: true },
    // The reason and the author are internal.
    ...happened.map(({ id: _id, at, kind, toState, visitAt, dueAfter }) => ({
      ...none,
      _id,
      at,
      kind: kind === "moved" ? ("moved" as const) : ("due_moved" as const),
      to: toState,
      visitAt,
      dueAfter,
    })),
    // A message that can still be withdrawn is not shown yet.
    ...messages
      .filter((message) => !isPending(message, now))
      .map(({ id: _id, at, text, fromFamily }) => ({ ...none, _id, at, kind: "message" as const, text, fromFamily })),
  ];
  steps.sort(byTime);
  const targets = targetsOf(kept.state, "family");
  return {
    reference: row.reference,
    name: row.name,
    selectedClass: row.selectedClass,
    placeClass: kept.selectedClass,
    state: kept.state,
    givenClass: givenClassOf(kept),
    answerDue: isClockRunning(kept) ? kept.answerDue : null,
    visitAt: kept.state === "invited" ? kept.visitAt : null,
    steps,
    canWithdraw: targets.includes("withdrawn"),
    canAccept: targets.includes("accepted"),
    at: now,
  };
}

/** The other parent's reference is not this family's. */
const withoutOther = ({ mergedInto: _, ...view }: SubmissionView) => view;

/**
 * The applications from an address for an export, without messages that can still be withdrawn. A merged one has the state
 * of the common application, and what has happened to the latter since the merge. Like {@link readFollowed}, this does not say
 * who moved it.
 */
export async function exportSubmissions(email: string | null, now = new Date()) {
  if (email === null) return [];
  const inOrder = { orderBy: { id: "asc" } } as const;
  const shared = { events: { ...inOrder, where: familySteps }, messages: { ...inOrder, where: sharedMessages } };
  const rows = await db().submission.findMany({
    where: { email },
    include: { events: inOrder, messages: inOrder, mergedInto: { include: shared } },
    ...inOrder,
  });
  return rows.map(({ mergedInto, ...row }) => {
    const { stateAt, visitAt, answerDue } = mergedInto ?? row;
    const isSince = isShared(row.mergedAt);
    const common = mergedInto?.events.filter(isSince).map((event) => ({ ...event, byFamily: null })) ?? [];
    const events = [...row.events, ...common].sort(byTime);
    const messages = [...row.messages, ...(mergedInto?.messages.filter(isSince) ?? [])].sort(byTime);
    return {
      ...withoutOther(submissionViewOf({ ...row, mergedInto })),
      answerDue,
      consentAt: row.consentAt,
      consentVersion: row.consentVersion,
      openedAt: row.openedAt,
      stateAt,
      visitAt,
      mergedAt: row.mergedAt,
      // Reasons and notes are the office's (decision 242).
      events: events.map(({ at, byFamily, kind, fromState, toState, visitAt, dueBefore, dueAfter }) => ({
        at,
        byFamily,
        kind,
        fromState,
        toState,
        visitAt,
        dueBefore,
        dueAfter,
      })),
      messages: messages
        .filter((message) => !isPending(message, now))
        .map(({ at, fromFamily, text, readAt }) => ({ at, fromFamily, text, readAt })),
    };
  });
}
