import "server-only";
import { AppError } from "@/lib/errors";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { namesOfPeople } from "@/server/auth/users";
import { db } from "@/server/db/client";
import type { TestSchedule } from "@/server/generated/prisma/client";
import { listRows, pageOfTests, writtenViewOf } from "./data";
import { say } from "./messages-refusals";
import { actions, scopesOf } from "./rules";
import type { ListSchedulesInput } from "./schema";
import { type ChangeView, changeView } from "./schema-changes";

/** Maximum length of a history; older steps are left out. */
const mostSteps = 200;

/** The matching tests for staff, including hidden ones, with their authors. */
export async function listForStaff(input: ListSchedulesInput, principal: Principal) {
  const rows = await listRows(input);
  const nameOf = await namesOfPeople(rows.map(({ createdById }) => createdById));
  return pageOfTests(
    rows.map((row) => staffViewOf(row, nameOf.get(row.createdById ?? "") ?? null, principal)),
    input.limit,
  );
}

/** A test for staff. @throws AppError NOT_FOUND */
export async function getForStaff({ id }: { id: string }, principal: Principal) {
  const row = await db().testSchedule.findUnique({ where: { id } });
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  const nameOf = await namesOfPeople([row.createdById]);
  return staffViewOf(row, nameOf.get(row.createdById ?? "") ?? null, principal);
}

function staffViewOf(row: TestSchedule, announcedBy: string | null, principal: Principal) {
  const mayChange = scopesOf(row).every((scope) => may(principal, actions.manage, scope));
  return { ...writtenViewOf(row), announcedBy, mayChange, isHidden: row.hiddenAt !== null };
}

/** The history of a test, newest first, with authors; null for deleted ones. @throws AppError NOT_FOUND */
export async function listChanges(scheduleId: string): Promise<ChangeView[]> {
  const orderBy = [{ at: "desc" as const }, { id: "desc" as const }];
  const test = await db().testSchedule.findUnique({
    where: { id: scheduleId },
    select: { changes: { orderBy, take: mostSteps } },
  });
  if (!test) throw new AppError("NOT_FOUND", say("notFound"));
  const rows = test.changes;
  const nameOf = await namesOfPeople(rows.map(({ byId }) => byId));
  return rows.map((row) => changeView.parse({ ...row, by: nameOf.get(row.byId ?? "") ?? null }));
}
