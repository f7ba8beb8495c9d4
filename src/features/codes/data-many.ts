import "server-only";
import { previewMany } from "@/features/letters/data";
import { AppError } from "@/lib/errors";
import { groupBy } from "@/lib/group-by";
import { listDeclined } from "@/server/access-codes/list";
import { isMailConfigured } from "@/server/mail/outbox";
import { listMailed } from "@/server/mail/records";
import { listGuardiansWithoutLogin } from "@/server/roster/families";
import { type LoginState, listLoginStates } from "@/server/roster/logins";
import { copy, say } from "./messages";
import { mostLetters } from "./rules";
import type { InvitedManyView } from "./schema";

/** The guardians of these students who see results and need a code: the first one of each student, and all with an address. */
async function findGuardians(students: string[]) {
  const found = (await listGuardiansWithoutLogin(students)).filter(({ seesResults }) => seesResults);
  const byStudent = groupBy(found, ({ studentId }) => studentId);
  const withAddress = new Map(
    found.flatMap(({ id, email, ...one }) => (email === null ? [] : [[id, { ...one, userId: id, email }]])),
  );
  return { firstOf: (studentId: string) => byStudent.get(studentId)?.[0]?.id, withAddress: [...withAddress.values()] };
}

type Addressed = { userId: string; email: string };

/**
 * People who get no second invitation at the same address: `misaddressed` if the last code reached somebody else, or `lately`
 * if one was sent in the last 24 hours or is waiting to be sent.
 */
export async function listHindrances(people: Addressed[]): Promise<Map<string, "misaddressed" | "lately">> {
  const ids = people.map(({ userId }) => userId);
  const [mailed, declined] = await Promise.all([listMailed("invitation", people), listDeclined(ids)]);
  const hindrances = new Map<string, "misaddressed" | "lately">();
  for (const [id, lately] of mailed) {
    if (declined.has(id)) hindrances.set(id, "misaddressed");
    else if (lately) hindrances.set(id, "lately");
  }
  return hindrances;
}

/**
 * Sorts these students into those invited by email, those who get a letter, and those who get neither, with the reason. Their
 * guardians who see results are invited by email as well (decision 135).
 * @throws AppError BAD_REQUEST for too many letters
 */
export async function sortInvited(students: string[]) {
  const people = await listLoginStates(students);
  const byMail = isMailConfigured();
  const present = people.flatMap(({ id, hasLeft }) => (hasLeft ? [] : [id]));
  const { firstOf, withAddress } = await findGuardians(present);
  const mailable = byMail ? withAddress : [];
  const addressOf = ({ id, email }: LoginState) => (email !== null && byMail ? [{ userId: id, email }] : []);
  const hindrances = await listHindrances([...people.flatMap(addressOf), ...mailable]);
  const isMisaddressed = (id: string) => hindrances.get(id) === "misaddressed";
  const whyNoCode = (person: LoginState | undefined) =>
    whyNot(person) ?? (person && isMisaddressed(person.id) ? copy.misaddressed : null);
  const open = people.filter((person) => whyNoCode(person) === null);
  const addressed = open.flatMap(addressOf);
  const needing = open.flatMap(({ id, email }) => (email === null || !byMail ? [id] : []));
  if (needing.length > mostLetters) throw new AppError("BAD_REQUEST", say("tooManyLetters", mostLetters));
  const { withoutStudent, refused: unmade, address, ownFacts } = await previewMany(needing);
  const isAddressed = new Set(addressed.map(({ userId }) => userId));
  const others = mailable.filter(({ userId }) => !isAddressed.has(userId));
  const isDue = ({ userId }: Addressed) => !hindrances.has(userId);
  const [mailed, guardians] = [addressed.filter(isDue), others.filter(isDue)];
  const invitedLately = [...addressed, ...others].filter(({ userId }) => hindrances.get(userId) === "lately").length;
  const firstIn = (ids: string[]) => ids.flatMap((id) => firstOf(id) ?? []);
  const reachedByMail = mailable.flatMap(({ userId }) => (isMisaddressed(userId) ? [] : [userId]));
  const isReached = new Set([...reachedByMail, ...firstIn(needing)]);
  const left = new Set(firstIn(present).filter((id) => !isReached.has(id)));
  const misaddressed = others.filter(({ userId }) => isMisaddressed(userId));
  const getsNone = new Set(unmade.map(({ studentId }) => studentId));
  const answer: InvitedManyView = {
    done: mailed.length,
    guardians: guardians.length,
    guardiansLeft: left.size,
    invitedLately,
    byMail,
    withoutStudent,
    address,
    ownFacts,
    letters: needing.filter((id) => !getsNone.has(id)),
    refused: [
      ...refusalsOf(students, people, whyNoCode),
      ...misaddressed.map(({ studentId, name }) => ({ studentId, name, why: copy.misaddressed })),
      ...unmade,
    ],
  };
  return { mailed: [...mailed, ...guardians], answer };
}

function refusalsOf(students: string[], people: LoginState[], whyNoCode: typeof whyNot) {
  const stateOf = new Map(people.map((person) => [person.id, person]));
  return [...new Set([...stateOf.keys(), ...students])].flatMap((studentId) => {
    const person = stateOf.get(studentId);
    const why = whyNoCode(person);
    return why === null ? [] : [{ studentId, name: person?.name ?? "", why }];
  });
}

function whyNot(person: LoginState | undefined): string | null {
  if (!person) return copy.notFound;
  if (person.isClosed) return copy.loginClosed;
  if (person.hasLogin) return copy.hasLogin;
  return person.hasLeft ? copy.hasLeft : null;
}
