import "server-only";
import { AppError } from "@/lib/errors";
import { violatedIndex } from "@/server/db/database-errors";
import { say } from "./messages";

/** What the database holds to, and says where two come at once. */
const refusals = {
  users_email_key: ["email", say("emailTaken")],
  users_username_key: ["admissionNo", say("admissionNoTakenNow")],
  students_admission_no_key: ["admissionNo", say("admissionNoTakenNow")],
  enrolments_open_key: ["className", say("secondEnrolmentNow")],
  enrolments_roll_no_key: ["rollNo", say("rollNoTakenNow")],
} as const;

const isKnown = (name: string | undefined): name is keyof typeof refusals => name !== undefined && name in refusals;

/** Runs a write; what a unique index refuses becomes a sentence beside its field. @throws AppError CONFLICT */
export async function inRosterWords<Result>(write: Promise<Result>): Promise<Result> {
  return write.catch((error: unknown) => {
    const index = violatedIndex(error);
    if (!isKnown(index)) throw error;
    const [field, message] = refusals[index];
    throw new AppError("CONFLICT", message, [{ path: [field], message }]);
  });
}
