import "server-only";
import { recognisePerson, requireGoodPassword } from "@/features/auth/data-passwords";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { type CodeRow, endOthers, isOfOffice, lockCode, revokeCode, takeCode } from "@/server/access-codes/use";
import { record } from "@/server/audit/audit";
import { hashPassword } from "@/server/auth/passwords";
import {
  createPerson,
  enqueueAccountEmail,
  giveLogin,
  type Person,
  personOf,
  setPassword,
  vouchByCode,
} from "@/server/auth/users";
import { type Transaction, transaction } from "@/server/db/client";
import { violatedIndex } from "@/server/db/database-errors";
import { isMailConfigured } from "@/server/mail/outbox";
import { consentAt } from "@/server/privacy/consent";
import type { Origin } from "@/server/rate-limits/login-attempts";
import { consume } from "@/server/rate-limits/rate-limit";
import { giveConsent, hasConsented, needConsent } from "@/server/roster/consents";
import { isGuardianOf, linkByCode, lockNamed } from "@/server/roster/guardians";
import { hasOfficeEnded } from "@/server/roster/links";
import { isStudent } from "@/server/roster/students";
import { badCode, findTypedCode, isUnjoined, listConsentedFor, loginNameOf, ofCode, requireConsent } from "./data-join";
import { say } from "./messages";
import { firstWordOf, typedAddressLimit } from "./rules";
import type { JoinInput, LinkInput } from "./schema";

/**
 * Uses a code for a first login, a new password, or a new guardian's login. Returns the login name.
 * @throws AppError BAD_REQUEST for an invalid code, address or password, CONFLICT for a taken address, TOO_MANY_REQUESTS
 */
export async function join(input: JoinInput, origin: Origin, now: Date): Promise<{ identifier: string }> {
  const { code: text, password } = input;
  const code = await findTypedCode(text, origin, now);
  const email = input.email ?? code.user?.email ?? null;
  const name = code.user?.name ?? code.label ?? "";
  if (email === null && loginNameOf(code) === null) throw fieldError("email", say("emailNeeded"));
  const consentedFor = requireConsent(await listConsentedFor(code, now), input.consent, input.consentFor);
  await requireGoodPassword("password", password, { ...ofCode(code), name, email, username: loginNameOf(code) });
  if (input.email) await consume(typedAddressLimit, code.studentId ?? code.userId ?? "");
  const passwordHash = await hashPassword(password);
  const person = await inWordsOfJoining(
    code,
    transaction(async (tx) => {
      const held = await lockCode(tx, text, code, now);
      if (!held) throw badCode();
      const joined = await use(tx, held, { email: input.email ?? held.user?.email ?? null, passwordHash }, now);
      await noteConsent(tx, consentedFor, joined.userId, now);
      await record(tx, {
        action: "code-used",
        by: joined,
        subjectId: held.studentId ?? joined.userId,
        detail: { purpose: held.purpose },
        address: origin.address,
      });
      await endOthers(tx, held, now);
      return joined;
    }),
  );
  await recognisePerson(person, origin);
  return { identifier: person.email ?? person.username ?? "" };
}

type Login = { email: string | null; passwordHash: string };

async function use(tx: Transaction, code: CodeRow, login: Login, now: Date): Promise<Person> {
  const isLink = code.purpose === "link";
  const user = isLink ? await lockEntry(tx, code) : code.user;
  if (isLink && user === null) return joinAsGuardian(tx, code, login, now);
  if (user === null) throw badCode();
  const person = personOf(user);
  await take(tx, code, person.userId, now);
  if (code.purpose !== "password") return giveFirstLogin(tx, { ...code, user }, login, now);
  await setPassword(tx, person, login.passwordHash, now);
  await vouchByCode(tx, person.userId, code.createdById, now);
  return person;
}

/** Locks the person whose login a code opens; null if the code creates a person. @throws AppError CONFLICT for a guardian who logs in */
async function lockEntry(tx: Transaction, code: CodeRow) {
  const entry = isOfOffice(code) ? await lockNamed(tx, code.studentId ?? "", code.label ?? "") : null;
  if (entry?.passwordHash && (entry.emailConfirmedAt ?? entry.vouchedAt))
    throw fieldError("code", say("joinedAlready", firstWordOf(entry.name)), "CONFLICT");
  return entry && isUnjoined(entry) ? entry : null;
}

async function take(tx: Transaction, code: CodeRow, usedById: string, now: Date): Promise<void> {
  if (!(await takeCode(tx, code, usedById, now))) throw badCode();
}

async function giveFirstLogin(tx: Transaction, code: CodeRow, { email, passwordHash }: Login, now: Date) {
  const { user, createdById: vouchedById } = code;
  const isKept = user?.email === email;
  const person = await giveLogin(
    tx,
    user?.id ?? "",
    {
      email,
      passwordHash,
      vouchedById,
      ...consentAt(now),
      // A new address may be mistyped, so the admission number stays valid beside it. A phone number is accepted in any case.
      username: user?.username ?? (email === null || (!isKept && user?.student) ? loginNameOf(code) : null),
      // A code from an email proves that the person owns the mailbox.
      isConfirmed: isKept && email !== null && (user?.emailConfirmedAt !== null || code.mailedAt !== null),
    },
    now,
  );
  await askToConfirm(tx, person);
  return person;
}

async function joinAsGuardian(tx: Transaction, code: CodeRow, { email, passwordHash }: Login, now: Date) {
  const { label, relation, studentId, createdById } = code;
  const person = await createPerson(tx, { name: label ?? "", email, passwordHash, ...consentAt(now) });
  if (isOfOffice(code)) await vouchByCode(tx, person.userId, createdById, now);
  await take(tx, code, person.userId, now);
  await linkByCode(tx, {
    guardianId: person.userId,
    studentId: studentId ?? "",
    relation: relation ?? "",
    createdById,
  });
  await askToConfirm(tx, person);
  return person;
}

async function noteConsent(tx: Transaction, asked: string[], guardianId: string, now: Date): Promise<void> {
  const given = await Promise.all(asked.map((studentId) => hasConsented(guardianId, studentId)));
  const studentIds = asked.filter((_, index) => !given[index]);
  if (studentIds.length === 0) return;
  await giveConsent(tx, studentIds, { by: { guardianId }, how: "join", at: now, notedById: null });
  await record(tx, {
    action: "consent-given",
    by: { userId: guardianId, role: "user" },
    subjectId: studentIds.length === 1 ? studentIds[0] : undefined,
    detail: { count: studentIds.length },
  });
}

async function askToConfirm(tx: Transaction, person: Person): Promise<void> {
  if (person.emailConfirmedAt === null && isMailConfigured()) await enqueueAccountEmail(tx, "confirmEmail", person);
}

/** Reports the conflict without revealing the other person (decision 47). */
async function inWordsOfJoining<Result>({ purpose }: CodeRow, work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    const index = violatedIndex(error);
    const ofEmail = purpose === "link" ? "emailWithLogin" : "emailOfAnother";
    if (index === "users_email_key") throw fieldError("email", say(ofEmail), "CONFLICT");
    if (index === "users_username_key") throw fieldError("email", say("nameTaken"), "CONFLICT");
    throw error;
  });
}

/** Adds a child to a guardian's login. @throws AppError BAD_REQUEST, CONFLICT */
export async function linkChild(
  { code: text, consent }: LinkInput,
  by: Principal,
  origin: Origin,
  now: Date,
): Promise<{ firstName: string }> {
  if (await isStudent(by.userId)) throw new AppError("CONFLICT", say("studentLogin"));
  const code = await findTypedCode(text, origin, now);
  if (code.student === null || code.purpose !== "link") throw badCode();
  const { userId: studentId, user } = code.student;
  const consentedFor = requireConsent(needConsent([code.student], now), consent);
  await transaction(async (tx) => {
    const held = await lockCode(tx, text, code, now);
    if (!held) throw badCode();
    const isLinked = await isGuardianOf(by.userId, studentId);
    // A code from the office also vouches for a guardian who linked the child with the student's code before.
    const isOfUse = !isLinked || (isOfOffice(held) && !by.emailConfirmed && !by.vouched);
    if (!isOfUse) throw new AppError("CONFLICT", say("alreadyLinked"));
    if (!isLinked && !isOfOffice(held) && (await hasOfficeEnded(by.userId, studentId)))
      throw new AppError("CONFLICT", say("askOffice"));
    await take(tx, held, by.userId, now);
    const { relation, createdById } = held;
    if (!isLinked) await linkByCode(tx, { guardianId: by.userId, studentId, relation: relation ?? "", createdById });
    if (isOfOffice(held)) await vouchByCode(tx, by.userId, createdById, now);
    await noteConsent(tx, consentedFor, by.userId, now);
    await record(tx, {
      action: "code-used",
      by,
      subjectId: studentId,
      detail: { purpose: "link" },
      address: origin.address,
    });
    await endOthers(tx, held, now);
  });
  return { firstName: firstWordOf(user.name) };
}

/** Revokes a code that reached the wrong person; the office is informed. @throws AppError BAD_REQUEST */
export async function decline(text: string, origin: Origin, now: Date): Promise<void> {
  const code = await findTypedCode(text, origin, now);
  await transaction(async (tx) => {
    const subjectId = await revokeCode(tx, code.id, now, true);
    if (subjectId === null) throw badCode();
    await record(tx, { action: "code-declined", by: null, subjectId, address: origin.address });
  });
}
