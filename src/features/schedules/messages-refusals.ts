import { catalogue } from "@/lib/catalogue";

/** Why a call about a test is refused. */
export const refusals = {
  notFound: "This test schedule does not exist or was deleted.",
  notConfirmed: "Something speaks against this date. Look at the warnings and confirm them.",
  otherWarnings: "The warnings have changed in the meantime. Look at them again.",
  changedMeanwhile: "This test has been changed in the meantime. Look at it again.",
  isCancelled: "This test is cancelled. Restore it first.",
  isPlanned: "This test is not cancelled.",
  badMinutes: "Minutes must be a whole number from 5 to 600.",
  badConfirmation: "Confirm with the fingerprint of the warnings.",
  reasonWanted: "Say why: families read it.",
  timeRequired: "Time is required.",
  badTime: "Enter a time like 09:30.",
} as const;

export const say = catalogue("schedulesRefusals", refusals);
