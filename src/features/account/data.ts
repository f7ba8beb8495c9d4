import "server-only";
import { dateHere } from "@/content/institute";
import { accountViewOf } from "@/features/auth/data";
import { passwordRoleOf } from "@/features/auth/data-passwords";
import { isOnlyGuardian } from "@/features/guardians/data";
import type { PeopleData } from "@/features/people/data";
import { seesResults } from "@/features/results/data-access";
import { setting } from "@/features/settings/data";
import type { Principal } from "@/lib/principal";
import { hasSecondFactor } from "@/server/auth/second-factor";
import { isMailConfigured } from "@/server/mail/outbox";
import { findComingPlace } from "@/server/roster/enrolments";
import { hasLeft, isStudent } from "@/server/roster/students";
import type { OwnAccountView } from "./schema";

export async function getOwnAccount(principal: Principal): Promise<OwnAccountView> {
  const onRoster = await isStudent(principal.userId);
  return {
    ...accountViewOf(principal),
    emailConfirmed: principal.emailConfirmed,
    passwordRole: await passwordRoleOf(principal),
    onRoster,
    isGuardian: principal.isGuardian && !onRoster,
    wasGuardian: !principal.isGuardian && (await isOnlyGuardian(principal.userId)),
    hasLeft: onRoster && (await hasLeft(principal.userId, dateHere(new Date()))),
    coming: seesResults(principal) ? await findComingPlace(principal.userId) : null,
    mailed: isMailConfigured(),
    duties: dutiesOf(principal),
    asksForCodes: await hasSecondFactor(principal.userId),
    demandsCodes: principal.role === "admin" && (await setting("staffSecondStep")),
    lacksSecondStep: principal.lacksSecondStep,
  };
}

/** The grants of the caller; a teacher of several subjects in one class has one duty there. */
function dutiesOf({ grants }: Principal): OwnAccountView["duties"] {
  const duties = grants.map((grant) => {
    const place = grant.role === "teacher" ? grant : { className: null, section: null };
    return { role: grant.role, className: place.className, section: place.section };
  });
  return [...new Map(duties.map((duty) => [JSON.stringify(duty), duty])).values()];
}

/** Collects all personal data of the caller. */
export type ListOwnData = PeopleData["listOwnData"];
