import "server-only";
import { dateHere } from "@/content/institute";
import { listByContact } from "@/features/guardians/data-people";
import { lastAdmissionNo, listNamesakes } from "@/features/students/data-namesakes";
import { currentYear, listYears } from "@/features/years/data";
import { AppError } from "@/lib/errors";
import { phonesHere } from "@/server/auth/login-names";
import { db } from "@/server/db/client";
import { isMailConfigured } from "@/server/mail/outbox";
import { say } from "./messages-refusals";
import { nextAdmissionNo, parentsOf } from "./rules-enrol";
import type { EnrolPreview } from "./schema-enrol";

const parent = { id: true, parentName: true, email: true, phone: true } as const;

const mostParents = 4;

/** A preview of an enrolment: matching students on the roster, and known guardians. @throws AppError NOT_FOUND */
export async function previewEnrolment(id: string, now: Date): Promise<EnrolPreview> {
  const row = await db().submission.findUnique({
    where: { id },
    select: {
      ...parent,
      name: true,
      consentAt: true,
      intake: { select: { schoolYearId: true } },
      merged: { select: parent, orderBy: [{ createdAt: "asc" }, { id: "asc" }], take: 10 },
    },
  });
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  const forms = [row, ...row.merged].map(({ id, parentName, email, phone }) => ({
    id,
    name: parentName,
    email,
    phones: phonesHere(phone).filter((one) => one.startsWith("+")),
  }));
  const parents = parentsOf(forms).slice(0, mostParents);
  const [known, namesakes, last, years, current] = await Promise.all([
    Promise.all(parents.map(({ phones, email }) => listByContact(phones, email))),
    listNamesakes(row.name, null),
    lastAdmissionNo(),
    listYears(),
    currentYear(now),
  ]);
  const today = dateHere(now);
  const coming = years.filter(({ _id, lastDay }) => lastDay >= today || _id === current?._id);
  return {
    admissionNo: nextAdmissionNo(last),
    namesakes,
    parents: parents.map(({ id: _id, name, email, phones: [phone = null] }, index) => ({
      _id,
      name,
      email,
      phone,
      known: known[index] ?? [],
    })),
    consentAt: row.consentAt,
    years: coming.map(({ _id, label, firstDay }) => ({ _id, label, firstDay })),
    year: coming.find(({ _id }) => _id === row.intake?.schoolYearId)?._id ?? current?._id ?? null,
    mails: isMailConfigured(),
  };
}
