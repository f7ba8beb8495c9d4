import type { Message } from "@/lib/catalogue";
import { say, stateNames } from "./messages";
import type { SubmissionState } from "./schema";

/** Who moves an application: someone in the office, or the family. */
export type Mover = "office" | "family";

/** A student: whoever is enrolled is on the roster from then on. */
type Need = "reason" | "visit" | "student";
type Move = { by: readonly Mover[]; needs?: Need };

const office: Move = { by: ["office"] };
const withReason: Move = { by: ["office"], needs: "reason" };
const visit: Move = { by: ["office"], needs: "visit" };
const enrolment: Move = { by: ["office"], needs: "student" };
const both: Move = { by: ["office", "family"] };

/**
 * From where an application may go whereto, by whom, and what that needs. Screen, bulk and family ask this table alone. Nobody is
 * enrolled who was not accepted: a declined or withdrawn application goes back to review first, with a reason.
 */
const moves: Record<SubmissionState, Partial<Record<SubmissionState, Move>>> = {
  received: {
    ...{ in_review: office, waiting: office, invited: visit, offered: office, accepted: office },
    ...{ declined: withReason, withdrawn: both },
  },
  in_review: {
    ...{ waiting: office, invited: visit, offered: office, accepted: office },
    ...{ declined: withReason, withdrawn: both },
  },
  waiting: { in_review: office, invited: visit, offered: office, declined: withReason, withdrawn: both },
  invited: {
    ...{ invited: visit, in_review: office, waiting: office, offered: office, accepted: office },
    ...{ declined: withReason, withdrawn: both },
  },
  offered: { accepted: both, waiting: office, declined: withReason, withdrawn: both },
  accepted: { enrolled: enrolment, waiting: withReason, declined: withReason, withdrawn: both },
  enrolled: {},
  declined: { in_review: withReason },
  withdrawn: { in_review: withReason },
};

const states = Object.keys(moves) as SubmissionState[];

export const targetsOf = (from: SubmissionState, by: Mover): SubmissionState[] =>
  states.filter((to) => moves[from][to]?.by.includes(by));

/** Where an application may be moved by the office as it stands; a student is made on a page of its own. */
export const movesOf = (from: SubmissionState): SubmissionState[] =>
  targetsOf(from, "office").filter((to) => needOf(from, to) !== "student");

export const needOf = (from: SubmissionState, to: SubmissionState): Need | undefined => moves[from][to]?.needs;

/** The states in which an answer is still owed. */
const unanswered: readonly SubmissionState[] = ["received", "in_review"];

/** Whether the promised answer is still to come. */
export const isClockRunning = ({ state, answeredAt }: { state: SubmissionState; answeredAt: Date | null }): boolean =>
  answeredAt === null && unanswered.includes(state);

export const isAnswer = (from: SubmissionState, to: SubmissionState): boolean =>
  unanswered.includes(from) && !unanswered.includes(to);

export const closedStates = ["enrolled", "declined", "withdrawn"] as const satisfies readonly SubmissionState[];

/** Whether an application in this state is closed: it is opened again by itself, never among many. */
export const isClosed = (state: SubmissionState): boolean => closedStates.some((closed) => closed === state);

export const openStates = ["received", "in_review", "waiting", "invited", "offered", "accepted"] as const;

export type AskedMove = {
  to: SubmissionState;
  by: Mover;
  reason: string | null;
  visitAt: Date | null;
  /** The move makes the student whom it needs. */
  makesStudent?: boolean;
};

/** Why a move is refused; undefined where it is allowed. */
export function refusalOf(
  from: SubmissionState,
  { to, by, reason, visitAt, makesStudent = false }: AskedMove,
  now: Date,
): Message | undefined {
  const move = moves[from][to];
  if (!move?.by.includes(by))
    return from === to ? say("isThere", stateNames[to]) : say("noSuchMove", stateNames[from], stateNames[to]);
  if (move.needs === "reason" && reason === null) return say("reasonWanted");
  if (move.needs === "student" && !makesStudent) return say("enrolFirst");
  if (move.needs === "visit" && visitAt === null) return say("visitWanted");
  return visitAt !== null && visitAt <= now ? say("visitPast") : undefined;
}
