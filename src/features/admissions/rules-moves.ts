import type { Message } from "@/lib/catalogue";
import { stateNames } from "./messages";
import { say } from "./messages-refusals";
import type { SubmissionState } from "./schema";

/** Who moves an application: the office or the family. */
export type Mover = "office" | "family";

/** Requires a student: enrolled applicants are on the roster. */
export type Need = "reason" | "visit" | "student";
type Move = { by: readonly Mover[]; needs?: Need };

const office: Move = { by: ["office"] };
const withReason: Move = { by: ["office"], needs: "reason" };
const visit: Move = { by: ["office"], needs: "visit" };
const enrolment: Move = { by: ["office"], needs: "student" };
const both: Move = { by: ["office", "family"] };

/**
 * The state machine of applications: from where to where, by whom, and with what input. The screen, bulk actions and
 * families all use this table. Only accepted applicants can be enrolled: a declined or withdrawn application first returns
 * to review, with a reason.
 */
const moves: Record<SubmissionState, Partial<Record<SubmissionState, Move>>> = {
  received: {
    in_review: office,
    waiting: office,
    invited: visit,
    offered: office,
    accepted: office,
    declined: withReason,
    withdrawn: both,
  },
  in_review: {
    waiting: office,
    invited: visit,
    offered: office,
    accepted: office,
    declined: withReason,
    withdrawn: both,
  },
  waiting: { in_review: office, invited: visit, offered: office, declined: withReason, withdrawn: both },
  invited: {
    invited: visit,
    in_review: office,
    waiting: office,
    offered: office,
    accepted: office,
    declined: withReason,
    withdrawn: both,
  },
  offered: { accepted: both, waiting: withReason, declined: withReason, withdrawn: both },
  accepted: { enrolled: enrolment, waiting: withReason, declined: withReason, withdrawn: both },
  enrolled: {},
  declined: { in_review: withReason },
  withdrawn: { in_review: withReason },
};

const states = Object.keys(moves) as SubmissionState[];

export const targetsOf = (from: SubmissionState, by: Mover): SubmissionState[] =>
  states.filter((to) => moves[from][to]?.by.includes(by));

/** The next states that the office can choose; enrolling has its own page. */
export const movesOf = (from: SubmissionState): SubmissionState[] =>
  targetsOf(from, "office").filter((to) => needOf(from, to) !== "student");

/** The step that the office has chosen; empty once the state has changed to one without it. */
export const stepOf = (from: SubmissionState, chosen: SubmissionState | ""): SubmissionState | "" =>
  chosen && movesOf(from).includes(chosen) ? chosen : "";

export const needOf = (from: SubmissionState, to: SubmissionState): Need | undefined => moves[from][to]?.needs;

/** The states in which an answer is due. */
export const unanswered: readonly SubmissionState[] = ["received", "in_review"];

/** Whether an answer is still due. */
export const isClockRunning = ({ state, answeredAt }: { state: SubmissionState; answeredAt: Date | null }): boolean =>
  answeredAt === null && unanswered.includes(state);

/** The step by which a withdrawn application was reopened. The family waits for an answer only from then on (decision 360). */
export const returnStep = { kind: "moved", fromState: "withdrawn" } as const;

export const isAnswer = (from: SubmissionState, to: SubmissionState): boolean =>
  unanswered.includes(from) && !unanswered.includes(to);

export const closedStates = ["enrolled", "declined", "withdrawn"] as const satisfies readonly SubmissionState[];

/** Whether an application in this state is closed: it can be reopened, but not in bulk. */
export const isClosed = (state: SubmissionState): boolean => closedStates.some((closed) => closed === state);

/** When a family is to visit; null if the application is in another state. */
export const visitOf = ({ state, visitAt = null }: { state: SubmissionState; visitAt?: Date | null }): Date | null =>
  state === "invited" ? visitAt : null;

export const openStates = ["received", "in_review", "waiting", "invited", "offered", "accepted"] as const;

export const isOpen = (state: SubmissionState): boolean => openStates.some((open) => open === state);

/** The states that a family was told of, each further than the one before. */
const told: readonly SubmissionState[] = ["invited", "offered", "accepted"];

/** Whether a merge of `later` into `kept` would take back what the family of `later` was told. */
export const takesBack = (kept: SubmissionState, later: SubmissionState): boolean =>
  told.indexOf(later) > told.indexOf(kept);

export type AskedMove = {
  to: SubmissionState;
  by: Mover;
  reason: string | null;
  visitAt: Date | null;
  /** The move itself creates the required student. */
  makesStudent?: boolean;
};

/** Why a move is rejected; undefined if it is allowed. */
export function refusalOf(
  from: SubmissionState,
  { to, by, reason, visitAt, makesStudent = false }: AskedMove,
): Message | undefined {
  const move = moves[from][to];
  if (!move?.by.includes(by))
    return from === to ? say("isThere", stateNames[to]) : say("noSuchMove", stateNames[from], stateNames[to]);
  if (move.needs === "reason" && reason === null) return say("reasonWanted");
  if (move.needs === "student" && !makesStudent) return say("enrolFirst");
  return move.needs === "visit" && visitAt === null ? say("visitWanted") : undefined;
}
