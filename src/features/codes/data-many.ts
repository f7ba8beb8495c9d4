import "server-only";
import { AppError } from "@/lib/errors";
import { isMailConfigured } from "@/server/mail/outbox";
import { listLoginStates } from "@/server/roster/logins";
import { copy, say } from "./messages";
import { mostLetters } from "./rules";
import type { InvitedManyView } from "./schema";

/**
 * Sorts these students: invited by email, needing a letter, or neither, with the reason.
 * @throws AppError BAD_REQUEST for too many letters
 */
export async function sortInvited(students: string[]) {
  const people = await listLoginStates(students);
  const byMail = isMailConfigured();
  const open = people.filter(({ hasLogin, isClosed }) => !hasLogin && !isClosed);
  const mailed = open.flatMap(({ id, email }) => (email !== null && byMail ? [{ userId: id, email }] : []));
  const answer: InvitedManyView = {
    done: mailed.length,
    byMail,
    letters: open.flatMap(({ id, email }) => (email === null || !byMail ? [id] : [])),
    refused: people.flatMap(({ id, name, hasLogin, isClosed }) =>
      hasLogin || isClosed ? [{ studentId: id, name, why: isClosed ? copy.loginClosed : copy.hasLogin }] : [],
    ),
  };
  if (answer.letters.length > mostLetters) throw new AppError("BAD_REQUEST", say("tooManyLetters", mostLetters));
  return { mailed, answer };
}
