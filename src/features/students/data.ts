import "server-only";
import { listEnrolmentsOf } from "@/features/enrolments/data";
import { listResultHistory } from "@/features/results/data-versions";
import { isoDate } from "@/lib/dates";
import { hasOpenCode } from "@/server/access-codes/list";
import { listEventRows } from "@/server/audit/audit";
import { countOpenSessions } from "@/server/auth/sessions";
import { namesOfPeople } from "@/server/auth/users";
import { db } from "@/server/db/client";
import { listMailRows, mailsOf } from "@/server/mail/records";
import { getStudent, type StudentRow } from "@/server/roster/students";
import { personScreens as copy } from "./messages-person";
import { changesOf, historyActions } from "./rules-history";
import type { StudentView } from "./schema";

const mostShown = 50;
const dayOf = (date: Date | null) => date && isoDate(date);

type Person = Pick<StudentRow["user"], "passwordHash" | "loginClosedAt" | "emailConfirmedAt" | "vouchedAt">;

/** Whether a person can log in and is verified (decision 46). */
function loginOf(
  { passwordHash, loginClosedAt, emailConfirmedAt, vouchedAt }: Person,
  isInvited: boolean,
): StudentView["login"] {
  if (loginClosedAt !== null) return "none";
  if (passwordHash === null) return isInvited ? "invited" : "none";
  return emailConfirmedAt === null && vouchedAt === null ? "not confirmed" : "active";
}

async function listGuardians(studentId: string): Promise<StudentView["guardians"]> {
  const rows = await db().guardianship.findMany({
    where: { studentId },
    include: { guardian: { select: { name: true, email: true, phone: true } } },
    orderBy: [{ endedAt: { sort: "desc", nulls: "first" } }, { contactOrder: "asc" }, { id: "asc" }],
    take: mostShown,
  });
  return rows.map(({ id, guardianId, guardian, relation, seesResults, getsMails, createdAt, endedAt }) => ({
    _id: id,
    guardianId,
    ...guardian,
    relation,
    seesResults,
    getsMails,
    since: createdAt,
    endedAt,
  }));
}

async function listNames(userId: string) {
  const rows = await db().personName.findMany({ where: { userId }, orderBy: { untilAt: "desc" }, take: mostShown });
  return rows.map(({ name, untilAt, changedById }) => ({ name, untilAt, changedById }));
}

async function listChanges(subjectId: string) {
  const [events, kept] = await Promise.all([
    listEventRows({ subjectId, action: { in: [...historyActions] } }, mostShown),
    db().personChange.findMany({
      where: { userId: subjectId },
      orderBy: [{ at: "desc" }, { id: "asc" }],
      take: 10 * mostShown,
    }),
  ]);
  return changesOf(events, kept);
}

function stateOf(enrolments: StudentView["enrolments"], leftOn: Date | null): StudentView["state"] {
  if (enrolments.some(({ toDay }) => toDay === null)) return "current";
  return leftOn !== null || enrolments[0]?.endReason === "left" ? "left" : "not placed";
}

/** All data of a student for one page. @throws AppError NOT_FOUND */
export async function getStudentView(id: string): Promise<StudentView> {
  const { user, ...student } = await getStudent(id);
  const [enrolments, guardians, names, results, mails, openSessions, changes, isInvited] = await Promise.all([
    listEnrolmentsOf(id),
    listGuardians(id),
    listNames(id),
    listResultHistory(id),
    listMailRows(mailsOf(id, user.email), mostShown, {
      kind: true,
      recipient: true,
      state: true,
      createdAt: true,
      sentAt: true,
    }),
    countOpenSessions(id, new Date()),
    listChanges(id),
    hasOpenCode(id, new Date()),
  ]);
  const actors = [...names.map(({ changedById }) => changedById), ...changes.map(({ actorId }) => actorId)];
  const nameOf = await namesOfPeople(actors);
  const by = (actor: string | null) => (actor === null ? null : (nameOf.get(actor) ?? copy.formerColleague));
  return {
    _id: id,
    name: user.name,
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    phone: user.phone,
    admissionNo: student.admissionNo,
    bornOn: dayOf(student.bornOn),
    origin: student.origin,
    login: loginOf(user, isInvited),
    loginClosedAt: user.loginClosedAt,
    createdAt: user.createdAt,
    leftOn: dayOf(student.leftOn),
    leftReason: student.leftReason,
    state: stateOf(enrolments, student.leftOn),
    proposedClass:
      enrolments.length === 0 && student.leftOn === null
        ? (results.find(({ withdrawal }) => withdrawal === null)?.className ?? null)
        : null,
    rowVersion: user.rowVersion + student.rowVersion,
    names: names.map(({ changedById, ...name }) => ({ ...name, changedBy: by(changedById) })),
    enrolments,
    guardians,
    results,
    mails,
    openSessions,
    changes: changes.map(({ actorId, ...change }) => ({ ...change, by: by(actorId) })),
  };
}
