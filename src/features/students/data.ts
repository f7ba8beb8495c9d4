import "server-only";
import { listEnrolmentsOf } from "@/features/enrolments/data";
import { listResultHistory } from "@/features/results/data-versions";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { listEventRows } from "@/server/audit/audit";
import { countOpenSessions } from "@/server/auth/sessions";
import { namesOfPeople } from "@/server/auth/users";
import { db } from "@/server/db/client";
import { listMailRows, mailsOf } from "@/server/mail/records";
import { isFormerAddressTold } from "@/server/roster/addresses";
import { listLinks } from "@/server/roster/links";
import { say } from "@/server/roster/messages";
import { getStudent } from "@/server/roster/students";
import { standingOf } from "./data-roster";
import { personScreens as copy } from "./messages-person";
import { changesOf, historyActions, mostShown } from "./rules-history";
import type { StudentView } from "./schema";

const dayOf = (date: Date | null) => date && isoDate(date);

async function listGuardians(studentId: string): Promise<StudentView["guardians"]> {
  const links = await listLinks(studentId);
  return links.map(({ id, guardianId, guardian, relation, seesResults, getsMails, createdAt, endedAt }) => ({
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

/** All data of a student for one page. @throws AppError NOT_FOUND */
export async function getStudentView(id: string): Promise<StudentView> {
  const { user, ...student } = await getStudent(id);
  const [enrolments, guardians, names, results, mails, openSessions, changes, standing] = await Promise.all([
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
    standingOf(id),
  ]);
  if (!standing) throw new AppError("NOT_FOUND", say("notFound"));
  const actors = [...names.map(({ changedById }) => changedById), ...changes.map(({ actorId }) => actorId)];
  const nameOf = await namesOfPeople(actors);
  const by = (actor: string | null) => (actor === null ? null : (nameOf.get(actor) ?? copy.formerColleague));
  return {
    _id: id,
    name: user.name,
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    isFormerAddressTold: isFormerAddressTold(user),
    phone: user.phone,
    admissionNo: student.admissionNo,
    bornOn: dayOf(student.bornOn),
    origin: student.origin,
    ...standing,
    loginClosedAt: user.loginClosedAt,
    createdAt: user.createdAt,
    leftOn: dayOf(student.leftOn),
    leftReason: student.leftReason,
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
