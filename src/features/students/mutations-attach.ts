import "server-only";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { countOpenSessions } from "@/server/auth/sessions";
import {
  attachAccount,
  getSelfMade,
  lockSelfMade,
  requireNoClash,
  requireUnusedEntry,
  type SelfMade,
} from "@/server/roster/attach";
import { findMoving } from "@/server/roster/attach-enrolments";
import { listUnsighted, noteBrought } from "@/server/roster/attach-many";
import { recordChanges, valuesOf } from "@/server/roster/changes";
import { listWithdrawn } from "@/server/roster/consents";
import { findOpenEnrolment } from "@/server/roster/enrolments";
import { listLinks } from "@/server/roster/links";
import { rosterTransaction } from "@/server/roster/refusals";
import { getStudent, lockStudent, type StudentRow } from "@/server/roster/students";
import type { AttachInput, AttachView } from "./schema";

/** A preview of attaching the account of an address to an entry of the roster. @throws AppError if it is impossible */
export async function previewAttach({ id, email }: AttachInput, now: Date): Promise<AttachView> {
  const [student, account] = [await getStudent(id), await getSelfMade(email)];
  requireUnusedEntry(student, account);
  await requireNoClash(id, account.id);
  const known = new Set((await listLinks(id)).map(({ guardianId }) => guardianId));
  const fresh = (account.student?.guardianships ?? []).filter(({ guardianId }) => !known.has(guardianId));
  const guardians = fresh.map(({ relation, guardian }) => ({ name: guardian.name, relation }));
  const pair = { to: id, from: account.id };
  return {
    ...viewOf(student, account, await countOpenSessions(account.id, now)),
    ...(await findMoving(pair)),
    guardians,
    keptFromResults: await listUnsighted(pair),
    withdrawn: await listWithdrawn("student", [id, account.id]),
  };
}

/** Attaches a self-registered account to an entry without a login. @throws AppError if it is impossible */
export async function attach({ id, email }: AttachInput, by: Principal, now: Date): Promise<void> {
  await rosterTransaction(async (tx) => {
    const [student, account] = [await lockStudent(tx, id), await lockSelfMade(tx, email)];
    requireUnusedEntry(student, account);
    await requireNoClash(id, account.id);
    const had = await findOpenEnrolment(id);
    const brought = await attachAccount(tx, student, account, by.userId, now);
    const detail = { count: account._count.results };
    const before = { email: student.user.email, ...valuesOf(had) };
    const after = { email: account.email, ...valuesOf(await findOpenEnrolment(id)) };
    await recordChanges(tx, { action: "student-attached", by, subjectId: id, detail }, [{ userId: id, before, after }]);
    for (const _ of brought.links) await record(tx, { action: "guardian-linked", by, subjectId: id });
    await noteBrought(brought);
  });
}

function viewOf({ user }: StudentRow, account: SelfMade, sessions: number) {
  const { name, email, createdAt, emailConfirmedAt, _count } = account;
  return {
    student: { name: user.name, email: user.email },
    account: { name, email: email ?? "", createdAt, emailConfirmed: emailConfirmedAt !== null },
    moves: { results: _count.results, mails: _count.mails, sessions },
  };
}
