import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { listCodesMadeFor } from "@/server/access-codes/list";
import { endOfCode, makeCodes } from "@/server/access-codes/make";
import { revokeCodesMadeBy } from "@/server/access-codes/use";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { consume } from "@/server/rate-limits/rate-limit";
import { getStudent, lockStudent } from "@/server/roster/students";
import { say } from "./messages";
import { ownCodeLimit, stateOf } from "./rules";
import type { MadeCodeView, MakeOwnInput } from "./schema";

/** Open guardian codes per student. */
const mostOpen = 5;

/** More than a student can make before the oldest ones expire and are deleted. */
const mostKept = 1500;

/**
 * Creates a code that links a guardian to the calling student. Unverified accounts may not make one, and the office can
 * disable it.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if five are open
 */
export async function makeOwnCode({ name, relation }: MakeOwnInput, by: Principal, now: Date): Promise<MadeCodeView> {
  const { userId: studentId } = by;
  await getStudent(studentId);
  await consume(ownCodeLimit, studentId);
  return transaction(async (tx) => {
    const { linksByOfficeOnly } = await lockStudent(tx, studentId);
    if (linksByOfficeOnly) throw new AppError("FORBIDDEN", say("officeOnly"));
    if (!by.emailConfirmed && !by.vouched) throw new AppError("FORBIDDEN", say("proveFirst"));
    const made = await listCodesMadeFor(studentId, mostKept);
    if (made.filter((code) => stateOf(code, now) === "open").length >= mostOpen)
      throw new AppError("CONFLICT", say("fiveOpen"));
    const [code = ""] = await makeCodes(tx, [{ purpose: "link", studentId, label: name, relation }], by, now);
    await record(tx, { action: "code-made", by, subjectId: studentId, detail: { purpose: "link" } });
    return { code, expiresAt: endOfCode("link", now) };
  });
}

/** Revokes a code that the student made. @throws AppError CONFLICT if it has ended or belongs to another student */
export async function endOwnCode({ id }: { id: string }, by: Principal, now: Date): Promise<{ _id: string }> {
  const own = (await listCodesMadeFor(by.userId, mostKept)).find((code) => code.id === id);
  if (!own || stateOf(own, now) !== "open") throw new AppError("CONFLICT", say("notOpen"));
  await transaction(async (tx) => {
    if ((await revokeCodesMadeBy(tx, by.userId, now, id)) === 0) throw new AppError("CONFLICT", say("notOpen"));
    await record(tx, { action: "code-revoked", by, subjectId: by.userId });
  });
  return { _id: id };
}
