// `npm run demo`: fills an empty product with a sample institute, by the ways its people would take.

import { createCaller } from "@/api/root";
import { ensureFirstAdmin } from "@/api/start";
import { institute } from "@/content/institute";
import { env } from "@/env";
import { findPrincipalOfSession } from "@/features/auth/data";
import { dateIn } from "@/lib/dates";
import { StartError } from "@/lib/start-error";
import { db } from "@/server/db";
import { utapi } from "@/server/files/uploadthing";
import { hashOfToken, newToken } from "@/server/passwords";
import { endSession } from "@/server/sessions";
import { command, say } from "./command";
import { sampleMaterials, samplePassword, sampleSchedules, sampleStudents, sampleSubmissions } from "./demo-content";
import { documentOf } from "./demo-documents";
import { sampleExams } from "./demo-exams";

type Caller = ReturnType<typeof createCaller>;

await command(async () => {
  await requireEmpty();
  const admin = await ensureFirstAdmin();
  const today = dateIn(institute.timeZone, new Date());
  try {
    await asAdmin(async (caller) => {
      await addMaterials(caller, today);
      await addSchedules(caller, today);
      await addStudents(caller, today);
      await addResults(caller, today);
      await addSubmissions(caller, today);
    });
    await settle(today);
  } catch (error) {
    process.stderr.write("The sample institute is only partly there. To try again, begin with an empty data folder.\n");
    throw error;
  } finally {
    if (admin) {
      const password = admin.password ?? "of ADMIN_PASSWORD";
      say(`The administrator logs in as "${admin.username}" with the password ${password}. It is shown only now.`);
    }
  }
  const [student] = sampleStudents(today);
  say("");
  say(
    "The sample institute is ready. Its people, marks and families are invented: it is sample data, not for real use.",
  );
  say(`Log in as a student: ${student?.email}, password ${samplePassword}`);
  say("All students of the sample have this password; their addresses are firstname.lastname@students.lyceum.example.");
  say(
    `It is at ${env().APP_URL ?? `http://localhost:${env().PORT}`}; npm start serves it where it is not running yet.`,
  );
});

/** @throws StartError when the product holds anything of an institute's own */
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
    `The sample institute needs empty data, and there are ${found.join(", ")}; nothing was changed.`,
  );
}

/** Works as the administrator, in a session that ends with the work. */
async function asAdmin(work: (caller: Caller) => Promise<void>): Promise<void> {
  const now = new Date();
  const { id: userId } = await db().user.findFirstOrThrow({ where: { role: "admin" }, select: { id: true } });
  const expiresAt = new Date(now.getTime() + 10 * 60_000);
  const { id } = await db().session.create({ data: { userId, tokenHash: hashOfToken(newToken()), expiresAt } });
  try {
    await work(createCaller({ principal: await findPrincipalOfSession(id, now) }));
  } finally {
    await endSession(db(), id, new Date());
  }
}

async function addMaterials(caller: Caller, today: string): Promise<void> {
  const materials = sampleMaterials(today);
  const kinds = { pdf: 0, doc: 0, docx: 0 };
  // From the oldest on, as they came: ids are in the order of time.
  for (const { chapter, material, uploadedAt } of materials.sort((a, b) => +a.uploadedAt - +b.uploadedAt)) {
    const file = await documentOf(chapter);
    const { name, type, size } = file;
    const { data, error } = await withoutSdkNotices(async () => (await utapi()).uploadFiles(file));
    if (!data) throw new StartError(`The store did not take ${name}: ${error.message}`);
    const added = await caller.materials.add({ material, file: { key: data.key, name, type, size } });
    await db().material.update({ where: { id: added._id }, data: { uploadedAt } });
    kinds[added.fileKind] += 1;
  }
  const classes = new Set(materials.map(({ chapter }) => chapter.className));
  say(
    `Published ${materials.length} study materials for ${classes.size} classes: ${kinds.pdf} PDF, ${kinds.docx} DOCX.`,
  );
}

/** The SDK reads fields of its own that it deprecates, and says so past its log level. Other warnings are shown. */
async function withoutSdkNotices<Answer>(work: () => Promise<Answer>): Promise<Answer> {
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

async function addSchedules(caller: Caller, today: string): Promise<void> {
  const schedules = sampleSchedules(today);
  for (const schedule of schedules) await caller.schedules.add(schedule);
  say(`Announced ${schedules.length} tests, from ${schedules[0]?.testDate} to ${schedules.at(-1)?.testDate}.`);
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
  // One exam after the other, so that ids are in the order of time.
  for (const { results, enteredAt: createdAt } of exams) {
    const added = await caller.results.add({ results });
    await db().result.updateMany({ where: { id: { in: added.map(({ _id }) => _id) } }, data: { createdAt } });
    count += added.length;
  }
  say(`Entered ${count} results of ${exams.length} exams, in several subjects for each student.`);
}

/** Makes yesterday's news old, and keeps letters to invented people from leaving. */
async function settle(today: string): Promise<void> {
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
    await db().submission.update({ where: { id }, data: { createdAt } });
  }
  say(`Took in ${submissions.length} applications for admission.`);
}
