import "server-only";
import { previewMany } from "@/features/letters/data";
import { AppError } from "@/lib/errors";
import { isMailConfigured } from "@/server/mail/outbox";
import { type LoginState, listLoginStates } from "@/server/roster/logins";
import { copy, say } from "./messages";
import { mostLetters } from "./rules";
import type { InvitedManyView } from "./schema";

/**
 * Sorts these students: invited by email, getting a letter that can be made, or neither, with the reason.
 * @throws AppError BAD_REQUEST for too many letters
 */
export async function sortInvited(students: string[]) {
  const people = await listLoginStates(students);
  const byMail = isMailConfigured();
  const open = people.filter((person) => whyNot(person) === null);
  const mailed = open.flatMap(({ id, email }) => (email !== null && byMail ? [{ userId: id, email }] : []));
  const needing = open.flatMap(({ id, email }) => (email === null || !byMail ? [id] : []));
  if (needing.length > mostLetters) throw new AppError("BAD_REQUEST", say("tooManyLetters", mostLetters));
  const { withoutStudent, refused: unmade } = await previewMany(needing);
  const getsNone = new Set(unmade.map(({ studentId }) => studentId));
  const stateOf = new Map(people.map((person) => [person.id, person]));
  const refused = [...new Set([...stateOf.keys(), ...students])].flatMap((studentId) => {
    const person = stateOf.get(studentId);
    const why = whyNot(person);
    return why === null ? [] : [{ studentId, name: person?.name ?? "", why }];
  });
  const answer: InvitedManyView = {
    ...{ done: mailed.length, byMail, withoutStudent },
    letters: needing.filter((id) => !getsNone.has(id)),
    refused: [...refused, ...unmade],
  };
  return { mailed, answer };
}

function whyNot(person: LoginState | undefined): string | null {
  if (!person) return copy.notFound;
  if (person.isClosed) return copy.loginClosed;
  if (person.hasLogin) return copy.hasLogin;
  return person.hasLeft ? copy.hasLeft : null;
}
