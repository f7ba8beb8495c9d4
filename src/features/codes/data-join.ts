import "server-only";
import { fieldError } from "@/lib/errors";
import { type CodeRow, findOpenCode } from "@/server/access-codes/use";
import { hasGrant } from "@/server/auth/grants";
import type { Origin } from "@/server/rate-limits/login-attempts";
import { consume, refund } from "@/server/rate-limits/rate-limit";
import { listMinorsOf, needConsent } from "@/server/roster/consents";
import { findOpenEnrolment } from "@/server/roster/enrolments";
import { namesOfWards } from "@/server/roster/guardians";
import { isStudent } from "@/server/roster/students";
import { say } from "./messages";
import { codeLimit, firstWordOf, listOf } from "./rules";
import type { CodeOwnerView } from "./schema";

/** One refusal for all codes that are not good. */
export const badCode = () => fieldError("code", say("bad"));

/**
 * The open code in what somebody typed. Each try counts before anything is compared, and no more once the code was right.
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

/** Whose code it is, as much as its owner needs to see. */
export async function getOwner(code: CodeRow, now: Date): Promise<CodeOwnerView> {
  const { purpose, user, student, label, relation } = code;
  const person = student?.user ?? user;
  if (!person) throw new Error("A code belongs to somebody.");
  const place = await findOpenEnrolment(person.id);
  const children = (await isStudent(person.id)) ? [] : await namesOfWards(person.id);
  return {
    ...{ purpose, firstName: firstWordOf(person.name), children: children.map(firstWordOf) },
    ...{ className: place && String(place.className), section: place?.section ?? null },
    guardian: label === null ? null : { firstName: firstWordOf(label), relation: relation ?? "" },
    needsEmail: loginNameOf(code) === null && !user?.email,
    side: user && (await hasGrant(user.id)) ? "admin" : "user",
    consentFor: (await listConsentedFor(code, now)).map(({ user: child }) => firstWordOf(child.name)),
  };
}

/** For whom the guardian who uses a code has to consent; nobody for the code of a student, or for a new password. */
async function listConsentedFor({ purpose, user, student }: CodeRow, now: Date) {
  if (student) return needConsent([student], now);
  return purpose === "join" && user && !(await isStudent(user.id)) ? listMinorsOf(user.id, now) : [];
}

/** Refuses a guardian who has not agreed where that is needed. Returns for whom the guardian has. @throws AppError */
export async function requireConsent(code: CodeRow, consent: boolean | undefined, now: Date): Promise<string[]> {
  const children = await listConsentedFor(code, now);
  if (children.length > 0 && !consent)
    throw fieldError("consent", say("consentNeeded", listOf(children.map(({ user }) => firstWordOf(user.name)))));
  return children.map(({ userId }) => userId);
}

/** What the person of a code logs in with in place of an address: the admission number, or a guardian's phone. */
export function loginNameOf({ user }: CodeRow): string | null {
  return user?.username ?? user?.phone ?? null;
}
