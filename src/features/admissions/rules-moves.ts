import type { Message } from "@/lib/catalogue";
import { say, stateNames } from "./messages";
import type { SubmissionState } from "./schema";

/** Who moves an application: somebody of the office, or the family. */
export type Mover = "office" | "family";

type Need = "reason" | "visit";
type Move = { by: readonly Mover[]; needs?: Need };

const office: Move = { by: ["office"] };
const withReason: Move = { by: ["office"], needs: "reason" };
const visit: Move = { by: ["office"], needs: "visit" };
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
  accepted: { enrolled: office, waiting: withReason, declined: withReason, withdrawn: both },
  enrolled: {},
  declined: { in_review: withReason },
  withdrawn: { in_review: withReason },
};

const states = Object.keys(moves) as SubmissionState[];

/** Where an application may go from a state. */
export const targetsOf = (from: SubmissionState, by: Mover): SubmissionState[] =>
  states.filter((to) => moves[from][to]?.by.includes(by));

/** What a move needs beside itself. */
export const needOf = (from: SubmissionState, to: SubmissionState): Need | undefined => moves[from][to]?.needs;

/** The states in which an answer is still owed. */
const unanswered: readonly SubmissionState[] = ["received", "in_review"];

/** Whether the promised answer is still to come. */
export const isClockRunning = ({ state, answeredAt }: { state: SubmissionState; answeredAt: Date | null }): boolean =>
  answeredAt === null && unanswered.includes(state);

/** Whether a move answers the family. */
export const isAnswer = (from: SubmissionState, to: SubmissionState): boolean =>
  unanswered.includes(from) && !unanswered.includes(to);

/** The states that end an application. */
export const closedStates = ["enrolled", "declined", "withdrawn"] as const satisfies readonly SubmissionState[];

/** Whether an application in this state is closed: it is opened again by itself, never among many. */
export const isClosed = (state: SubmissionState): boolean => closedStates.some((closed) => closed === state);

/** The states in which an application is in somebody's hands. */
export const openStates = ["received", "in_review", "waiting", "invited", "offered", "accepted"] as const;

export type AskedMove = { to: SubmissionState; by: Mover; reason: string | null; visitAt: Date | null };

/** Why a move is refused; undefined where it is allowed. */
export function refusalOf(
  from: SubmissionState,
  { to, by, reason, visitAt }: AskedMove,
  now: Date,
): Message | undefined {
  const move = moves[from][to];
  if (!move?.by.includes(by))
    return from === to ? say("isThere", stateNames[to]) : say("noSuchMove", stateNames[from], stateNames[to]);
  if (move.needs === "reason" && reason === null) return say("reasonWanted");
  if (move.needs === "visit" && visitAt === null) return say("visitWanted");
  return visitAt !== null && visitAt <= now ? say("visitPast") : undefined;
}
