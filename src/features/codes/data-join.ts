import "server-only";
import { passwordRoleOf } from "@/features/auth/data-passwords";
import { fieldError } from "@/lib/errors";
import { listed } from "@/lib/listed";
import { type CodeRow, findOpenCode, isOfOffice } from "@/server/access-codes/use";
import { hasGrant } from "@/server/auth/grants";
import { isOfAnother } from "@/server/auth/login-names";
import type { Origin } from "@/server/rate-limits/login-attempts";
import { consume, refund } from "@/server/rate-limits/rate-limit";
import { listMinorsOf, needConsent } from "@/server/roster/consents";
import { findOpenEnrolment, findPlaceToday } from "@/server/roster/enrolments";
import { findNamed, namesOfChildrenOf } from "@/server/roster/guardians";
import { isStudent, usernameOf } from "@/server/roster/students";
import { say } from "./messages";
import { codeLimit, firstWordOf } from "./rules";
import type { CodeOwnerView } from "./schema";

/** One error for all invalid codes. */
export const badCode = () => fieldError("code", say("bad"));

/**
 * The open code for a typed text. Each attempt is counted before the comparison, and refunded if the code is right.
 * @throws AppError BAD_REQUEST, TOO_MANY_REQUESTS
 */
export async function findTypedCode(text: string, { address, device }: Origin, now: Date): Promise<CodeRow> {
  const browser = device?.split(".", 1)[0];
  const counters = [...(address ? [`network ${address}`] : []), ...(browser ? [`browser ${browser}`] : [])];
  for (const counter of counters) await consume(codeLimit, counter);
  const code = await findOpenCode(text, now);
  if (!code) throw badCode();
  for (const counter of counters) await refund(codeLimit, counter);
  return code;
}

/** The owner of a code, with only what the holder needs to see. */
export async function getOwner(code: CodeRow, now: Date): Promise<CodeOwnerView> {
  const { purpose, user, student, label, relation } = code;
  const person = student?.user ?? user;
  if (!person) throw new Error("A code must have an owner.");
  const place = (await findPlaceToday(person.id)) ?? (await findOpenEnrolment(person.id));
  const children = (await isStudent(person.id)) ? [] : await namesOfChildrenOf(person.id);
  return {
    purpose,
    firstName: firstWordOf(person.name),
    children: children.map(firstWordOf),
    className: place && String(place.className),
    section: place?.section ?? null,
    byStudent: !isOfOffice(code),
    guardian: label === null ? null : { firstName: firstWordOf(label), relation: relation ?? "" },
    needsEmail: !user?.email && !(await hasOwnLoginName(code)),
    side: user && (await hasGrant(user.id)) ? "admin" : "user",
    passwordRole: await passwordRoleOf(ofCode(code)),
    consentFor: (await listConsentedFor(code, now)).map(({ user: child }) => firstWordOf(child.name)),
  };
}

/** Whose password a code sets; a new guardian has no id yet. */
export const ofCode = ({ userId }: CodeRow) => ({ role: "user", userId: userId ?? undefined }) as const;

type Entry = NonNullable<Awaited<ReturnType<typeof findNamed>>>;

/** Whether a code can give a first login: not to people who already log in, work here, or worked here. */
export const isUnjoined = ({ passwordHash, loginClosedAt, grants }: Entry) =>
  passwordHash === null && loginClosedAt === null && grants.length === 0;

/** The children for whom a guardian has to consent when using a code for a login; none for a new password. */
export async function listConsentedFor(code: CodeRow, now: Date) {
  const { purpose, user, student, label } = code;
  const entry = student && isOfOffice(code) ? await findNamed(student.userId, label ?? "") : null;
  if (entry && isUnjoined(entry)) return listMinorsOf(entry.id, now);
  if (student) return needConsent([student], now);
  return purpose === "join" && user && !(await isStudent(user.id)) ? listMinorsOf(user.id, now) : [];
}

type Child = Awaited<ReturnType<typeof listMinorsOf>>[number];

/**
 * Requires a guardian's consent if it is needed, for exactly the children who were shown. Returns the ids of the children.
 * @throws AppError
 */
export function requireConsent(children: readonly Child[], consent?: boolean, shown?: readonly string[]): string[] {
  const names = children.map(({ user }) => firstWordOf(user.name));
  const isForOthers = shown !== undefined && listed(shown.toSorted()) !== listed(names.toSorted());
  if (children.length > 0 && (!consent || isForOthers))
    throw fieldError("consent", say("consentNeeded", listed(names)));
  return children.map(({ userId }) => userId);
}

/** True if the owner of a code can log in without an address: a phone number may be the login name of another parent. */
async function hasOwnLoginName(code: CodeRow): Promise<boolean> {
  const username = loginNameOf(code);
  return username !== null && !(await isOfAnother(username, code.userId));
}

/** The login name of a code's owner beside the address: the admission number, or a guardian's phone number. */
export function loginNameOf({ user }: CodeRow): string | null {
  const admissionNo = user?.student?.admissionNo ?? null;
  return user?.username ?? usernameOf({ email: null, admissionNo }) ?? user?.phone ?? null;
}
