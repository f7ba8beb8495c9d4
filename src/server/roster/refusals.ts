import "server-only";
import { AppError } from "@/lib/errors";
import { type Transaction, transaction } from "@/server/db/client";
import { violatedIndex } from "@/server/db/database-errors";
import { say } from "./messages";

/** The errors of the unique indexes, which decide between concurrent requests. */
const refusals = {
  users_email_key: ["email", say("emailTaken")],
  users_username_key: ["admissionNo", say("admissionNoTakenNow")],
  students_admission_no_key: ["admissionNo", say("admissionNoTakenNow")],
  results_release_key: ["email", say("bothHaveResult")],
  enrolments_open_key: ["className", say("secondEnrolmentNow")],
  enrolments_roll_no_key: ["rollNo", say("rollNoTakenNow")],
} as const;

const isKnown = (name: string | undefined): name is keyof typeof refusals => name !== undefined && name in refusals;

/** A {@link transaction}; the violation of a unique index becomes an error beside its field. @throws AppError CONFLICT */
export function rosterTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return transaction(work).catch((error: unknown) => {
    const index = violatedIndex(error);
    if (!isKnown(index)) throw error;
    const [field, message] = refusals[index];
    throw new AppError("CONFLICT", message, [{ path: [field], message }]);
  });
}
