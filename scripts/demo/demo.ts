// `npm run demo`: fills an empty product with a sample institute, by calling the same procedures as its users.

import { institute } from "@/content/institute";
import { env } from "@/env";
import { createCaller } from "@/features";
import { addSchedule } from "@/features/schedules/mutations";
import { scheduleInput } from "@/features/schedules/schema";
import { dateIn } from "@/lib/dates";
import type { Principal } from "@/lib/principal";
import { StartError } from "@/lib/start-error";
import { ensureFirstAdmin } from "@/main/start";
import { hashOfToken, newToken } from "@/server/auth/passwords";
import { findPrincipalOfSession } from "@/server/auth/principals";
import { endSession } from "@/server/auth/sessions";
import { db } from "@/server/db/client";
import { utapi } from "@/server/files/uploadthing";
import { command, say } from "../command";
import {
  sampleChanges,
  sampleClosedDays,
  sampleMaterials,
  samplePassword,
  sampleSchedules,
  sampleStudents,
  sampleSubmissions,
} from "./content";
import { documentOf } from "./documents";
import { sampleExams } from "./exams";

type Caller = ReturnType<typeof createCaller>;

await command(async () => {
  await requireEmpty();
  const admin = await ensureFirstAdmin();
  const today = dateIn(institute.timeZone, new Date());
  try {
    await asAdmin(async (caller, principal) => {
      await addMaterials(caller, today);
      await addSchedules(caller, principal, today);
      await addStudents(caller, today);
      await addResults(caller, today);
      await addSubmissions(caller, today);
    });
    await markAsSeen(today);
  } catch (error) {
    process.stderr.write("The sample institute is incomplete. Empty the data folder before you try again.\n");
    throw error;
  } finally {
    if (admin) {
      const password = admin.password ?? "of ADMIN_PASSWORD";
      say(`The administrator logs in as "${admin.username}" with the password ${password}. It is shown only once.`);
    }
  }
  const [student] = sampleStudents(today);
  say("");
  say("The sample institute is ready. All people, marks and families are invented.");
  say(`Log in as a student: ${student?.email}, password ${samplePassword}`);
  say("All students of the sample have this password; their addresses are firstname.lastname@students.lyceum.example.");
  say(
    `Open ${env().APP_URL ?? `http://localhost:${env().PORT}`}; if Lyceum is not running yet, start it with npm start.`,
  );
});

/** @throws StartError if the product contains data of an institute */
async function requireEmpty(): Promise<void> {
  const counts = {
    students: await db().user.count({ where: { role: "user" } }),
    materials: await db().material.count(),
    "test schedules": await db().testSchedule.count(),
    submissions: await db().submission.count(),
    results: await db().result.count(),
  };
  const found = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${what} (${count})`] : []));
  if (found.length === 0) return;
  throw new StartError(
    `The sample institute needs an empty product, but it contains ${found.join(", ")}. Nothing was changed.`,
  );
}

/** Runs `work` as the administrator, in a temporary session. */
async function asAdmin(work: (caller: Caller, principal: Principal) => Promise<void>): Promise<void> {
  const now = new Date();
  const { id: userId } = await db().user.findFirstOrThrow({ where: { role: "admin" }, select: { id: true } });
  const expiresAt = new Date(now.getTime() + 10 * 60_000);
  const { id } = await db().session.create({
    data: { userId, side: "admin", tokenHash: hashOfToken(newToken()), expiresAt },
  });
  try {
    const principal = await findPrincipalOfSession(id, now);
    if (!principal) throw new Error("The administrator's session is gone.");
    await work(createCaller({ principal }), principal);
  } finally {
    await endSession(db(), id, new Date());
  }
}

async function addMaterials(caller: Caller, today: string): Promise<void> {
  const materials = sampleMaterials(today);
  const kinds = { pdf: 0, doc: 0, docx: 0 };
  // Oldest first: ids must be in order of time.
  for (const { chapter, material, uploadedAt } of materials.sort((a, b) => +a.uploadedAt - +b.uploadedAt)) {
    const file = await documentOf(chapter);
    const { name, type, size } = file;
    const { data, error } = await withoutSdkNotices(async () => (await utapi()).uploadFiles(file));
    if (!data) throw new StartError(`Could not upload ${name}: ${error.message}`);
    const added = await caller.materials.add({ material, file: { key: data.key, name, type, size } });
    await db().material.update({ where: { id: added._id }, data: { uploadedAt } });
    kinds[added.fileKind] += 1;
  }
  const classes = new Set(materials.map(({ chapter }) => chapter.className));
  say(
    `Published ${materials.length} study materials for ${classes.size} classes: ${kinds.pdf} PDF, ${kinds.docx} DOCX.`,
  );
}

/** Hides the SDK's deprecation warnings about its own code; it ignores the log level for them. */
async function withoutSdkNotices<Result>(work: () => Promise<Result>): Promise<Result> {
  const { warn } = console;
  console.warn = (...parts: unknown[]) => {
    if (!String(parts[0]).includes("[uploadthing][deprecated]")) warn(...parts);
  };
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}

async function addSchedules(caller: Caller, principal: Principal, today: string): Promise<void> {
  const schedules = sampleSchedules(today);
  for (const { test, announcedAt } of schedules) {
    await addSchedule(scheduleInput.parse(test), principal, announcedAt);
  }
  const { items } = await caller.schedules.listForStaff({ from: today, limit: 100 });
  for (const { className, subject, reason, ...moved } of sampleChanges) {
    const found = items.find((one) => one.className === `Class ${className}` && one.subject === subject);
    if (!found) throw new StartError(`There is no test of ${subject} to change.`);
    const { _id: id, rowVersion, sections, testDate, testTime, minutes, room, description } = found;
    const known = { className, subject, sections, testDate, testTime, minutes, room, description };
    if (moved.testTime) await caller.schedules.edit({ ...known, ...moved, id, rowVersion, reason });
    else await caller.schedules.cancel({ id, rowVersion, reason });
  }
  const closed = sampleClosedDays(today);
  for (const days of closed) await caller.closedDays.add(days);
  const [first, last] = [schedules[0]?.test.testDate, schedules.at(-1)?.test.testDate];
  say(`Announced ${schedules.length} tests, from ${first} to ${last}, ${sampleChanges.length} moved or cancelled.`);
  say(`Entered ${closed.length} closed days.`);
}

async function addStudents(caller: Caller, today: string): Promise<void> {
  const students = sampleStudents(today);
  for (const { name, email, joinedAt } of students) {
    const { _id: id } = await caller.auth.signup({ name, email, password: samplePassword });
    await db().user.update({ where: { id }, data: { createdAt: joinedAt } });
  }
  say(`Signed up ${students.length} students.`);
}

async function addResults(caller: Caller, today: string): Promise<void> {
  const exams = sampleExams(today);
  let count = 0;
  // Sequential: ids must be in order of time.
  for (const { results, enteredAt: createdAt } of exams) {
    const added = await caller.results.add({ results });
    await db().result.updateMany({ where: { id: { in: added.map(({ _id }) => _id) } }, data: { createdAt } });
    count += added.length;
  }
  say(`Entered ${count} results of ${exams.length} exams, in several subjects for each student.`);
}

/** Marks older results and applications as read, and deletes the emails to the invented people. */
async function markAsSeen(today: string): Promise<void> {
  const before = { createdAt: { lt: new Date(Date.parse(today) - 3 * 24 * 60 * 60 * 1000) } };
  const now = new Date();
  await db().$queryRaw`select count(*) from graphile_worker.complete_jobs(
    array(select id from graphile_worker.jobs where task_identifier = 'tellOfResults'))`;
  await db().mail.deleteMany({ where: { state: "waiting" } });
  await db().result.updateMany({ where: before, data: { readAt: now } });
  await db().submission.updateMany({ where: before, data: { openedAt: now } });
  await db().user.updateMany({ where: { role: "user" }, data: { emailConfirmedAt: now } });
}

async function addSubmissions(caller: Caller, today: string): Promise<void> {
  const submissions = sampleSubmissions(today);
  for (const { submission, createdAt } of submissions.toReversed()) {
    const { _id: id } = await caller.services.submit(submission);
    // The clock sets the time of the answer anew.
    await db().submission.update({ where: { id }, data: { createdAt, stateAt: createdAt, answerDue: null } });
  }
  say(`Submitted ${submissions.length} applications for admission.`);
}
