import { listOwnResults } from "@/features/results/data";
import { markRead } from "@/features/results/mutations";
import { db } from "@/server/db/client";
import { receiveApplications, receiveMessages } from "./admissions";
import { writeCards } from "./cards";
import { addOlympiad, exemptOne, holdExams } from "./marks";
import { publishMaterials } from "./materials";
import { writeNotices } from "./notices";
import { importRoster, joinPeople, keepRoster, linkTeacher } from "./roster";
import { addSampleStaff } from "./staff";
import { onStage, type Stage } from "./stage";
import { announceTests } from "./tests";

/** Makes an institute in the middle of a term. */
export const makeInstitute = (today: string): Promise<void> => onStage(today, perform);

/** Addresses come last, so that nobody gets emails about earlier events. */
async function perform(stage: Stage): Promise<void> {
  await importRoster(stage);
  await addSampleStaff(stage);
  await keepRoster(stage);
  await publishMaterials(stage);
  await announceTests(stage);
  await holdExams(stage);
  await exemptOne(stage);
  await writeCards(stage);
  await joinPeople(stage);
  await linkTeacher(stage);
  await addOlympiad(stage);
  await receiveApplications(stage);
  await receiveMessages(stage);
  await writeNotices(stage);
  await markAsSeen(stage);
}

/** Families have seen their older results and the office older applications; emails to the invented people are deleted. */
async function markAsSeen({ today, as }: Stage): Promise<void> {
  const time = new Date(Date.parse(today) - 20 * 24 * 60 * 60 * 1000);
  await db().$queryRaw`select count(*) from graphile_worker.complete_jobs(
    array(select id from graphile_worker.jobs where task_identifier = 'sendMails'))`;
  await db().result.updateMany({ where: { tellAt: { not: null } }, data: { tellAt: null } });
  await db().mail.deleteMany({ where: { state: "waiting" } });
  const people = await db().user.findMany({
    where: { role: "user", passwordHash: { not: null } },
    select: { id: true, student: { select: { userId: true } }, guardianOf: { select: { studentId: true } } },
  });
  for (const { id, student, guardianOf } of people) {
    const children = student ? [undefined] : guardianOf.map(({ studentId }) => studentId);
    for (const studentId of children) await readOlder(await as(id, "user"), studentId, time);
  }
  await db().submission.updateMany({ where: { state: { not: "received" } }, data: { openedAt: new Date() } });
}

async function readOlder(reader: Awaited<ReturnType<Stage["as"]>>, studentId: string | undefined, time: Date) {
  const own = await listOwnResults(reader, studentId);
  const older = own.filter(({ createdAt }) => new Date(createdAt) < time).map(({ _id }) => _id);
  if (older.length > 0) await markRead({ ids: older, ...(studentId && { studentId }) }, reader);
}
