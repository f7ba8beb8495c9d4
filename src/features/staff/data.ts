import "server-only";
import { dateHere } from "@/content/institute";
import { listExamsLeft } from "@/features/exams/data-handover";
import { countScheduledBy as countMaterials } from "@/features/materials/data-handover";
import { countScheduledBy as countNotices } from "@/features/notices/data-handover";
import { setting } from "@/features/settings/data";
import { isoDate } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { isOfStaff, listEndedBy, listTaughtBy } from "@/server/auth/grants";
import { findStaff, listStaff, type StaffRow } from "@/server/auth/staff";
import { isMailable } from "@/server/auth/users";
import { isMailConfigured } from "@/server/mail/outbox";
import { isFormerAddressTold } from "@/server/roster/addresses";
import { say } from "./messages";
import { endedLast, stateOf } from "./rules";
import type { EndedView, LeftExam, Scheduled, StaffMember, StaffView } from "./schema";

export const clockStyle = () => setting("clock");

/** More staff than any institute has. */
const mostStaff = 1000;

function grantViewOf(row: StaffRow["grants"][number], today: string) {
  const { id, role, className, section, subject } = row;
  const days = { fromDay: isoDate(row.fromDay), toDay: row.toDay && isoDate(row.toDay) };
  return {
    _id: id,
    role,
    className: className === null ? null : String(className),
    section,
    ...days,
    subject: subject?.name ?? null,
    endedOn: row.endedAt && dateHere(row.endedAt),
    state: stateOf({ ...days, isEnded: row.endedAt !== null }, today),
  };
}

const fieldsOfWork = ["role", "className", "section", "subjectId"] as const;

const lastOf = (day: Date | null) => day?.getTime() ?? Number.POSITIVE_INFINITY;

/** True if a grant ended because, after a merge of subjects, another grant for the same work covers its days. */
function isCovered(grant: StaffRow["grants"][number], { grants }: StaffRow): boolean {
  if (grant.endedAt === null || grant.endedById !== null) return false;
  return grants.some(
    (other) =>
      fieldsOfWork.every((field) => other[field] === grant[field]) &&
      lastOf(other.endedAt) > lastOf(grant.endedAt) &&
      other.fromDay <= grant.fromDay &&
      lastOf(other.toDay) >= lastOf(grant.toDay),
  );
}

function memberOf(row: StaffRow, today: string): StaffMember {
  const codeUntil = row.codes[0]?.expiresAt ?? null;
  const invited = codeUntil === null ? "none" : "invited";
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    username: row.username,
    isBuiltIn: row.role === "admin",
    isMailable: row.email !== null && isMailable(row),
    isFormerAddressTold: isFormerAddressTold(row),
    isUnconfirmed: row.email !== null && row.emailConfirmedAt === null && isMailConfigured(),
    login: row.passwordHash === null ? invited : "active",
    codeUntil,
    hasSecondStep: row.secondFactor?.confirmedAt != null,
    lastActiveAt: row.sessions[0]?.usedAt ?? null,
    grants: row.grants.filter((grant) => !isCovered(grant, row)).map((grant) => grantViewOf(grant, today)),
  };
}

export async function listAllStaff(now: Date): Promise<Omit<StaffView, "duties">> {
  const today = dateHere(now);
  const [rows, isSecondStepDemanded] = await Promise.all([listStaff(mostStaff, now), setting("staffSecondStep")]);
  return { people: endedLast(rows.map((row) => memberOf(row, today))), isSecondStepDemanded };
}

/** A staff member. @throws AppError NOT_FOUND */
export async function getStaffRow(id: string, now: Date): Promise<StaffRow> {
  const row = await findStaff(id, now);
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  return row;
}

/** Draft exams that had a teacher by these grants and now have none. */
async function listLeft(endedIds: string[]): Promise<LeftExam[]> {
  const [taught, still] = await Promise.all([listTaughtBy(endedIds), listTaughtBy()]);
  return listExamsLeft(taught, still);
}

/** A person's scheduled publications, which would happen automatically without a responsible person. */
async function countScheduled(userId: string): Promise<Scheduled> {
  const [notices, materials] = await Promise.all([countNotices(userId), countMaterials(userId)]);
  return { notices, materials };
}

/** A staff member as every response shows one. @throws AppError NOT_FOUND */
export async function getMember(id: string, now: Date): Promise<StaffMember> {
  return memberOf(await getStaffRow(id, now), dateHere(now));
}

/** Grants that ended, and whether they were the person's last ones. */
export type EndedGrants = { userId: string; ids: string[]; isAll: boolean };

type Which = Parameters<typeof listEndedBy>[0];
type Refusal = "notFound" | "grantNotFound";

const hour = 60 * 60 * 1000;

/**
 * The grants that `by` ended within the last hour: a repeated request gets the same response, because the first may have been
 * lost.
 * @throws AppError NOT_FOUND
 */
export async function endedBefore(which: Which, by: string, now: Date, refusal: Refusal): Promise<EndedGrants> {
  const ended = await listEndedBy(which, by, new Date(now.getTime() - hour));
  const [{ userId } = {}] = ended;
  if (userId === undefined) throw new AppError("NOT_FOUND", say(refusal));
  return { userId, ids: ended.map(({ id }) => id), isAll: !(await isOfStaff(userId)) };
}

/** What ended grants leave behind: exams without a teacher and, after the last grant, scheduled publications. */
export async function endedViewOf({ userId, ids, isAll }: EndedGrants): Promise<EndedView> {
  const [member, left] = [await getMember(userId, new Date()), await listLeft(ids)];
  return { member, left, ...(isAll && { scheduled: await countScheduled(userId) }) };
}
