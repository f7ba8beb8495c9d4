import { randomUUID } from "node:crypto";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeEach, expect, it } from "vitest";
import { forgetFormerGuardians } from "@/features/students/mutations-left";
import { backUp, restoreFrom } from "@/main/backups";
import { closeDatabase, db, openDatabase, transaction } from "@/server/db/client";
import { site } from "@/server/institute/published";
import { deliverDueEmails } from "@/server/mail/delivery";
import { markKeptEmails, sweepMailFolder } from "@/server/mail/kept-emails";
import { enqueueEmail, isMailConfigured, retryEmails } from "@/server/mail/outbox";
import {
  callerOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  usualPassword as password,
  tokenFor,
} from "../factories";
import { connection, extraDatabase, resetDatabase } from "../harness/database";
import { doJobs } from "../harness/jobs";
import { removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { withSettings } from "../harness/settings";
import { query } from "../harness/sql";

// No mail server is configured.
const dataDir = await temporaryFolder();
withSettings({
  SMTP_URL: "",
  MAIL_FROM: "Lyceum <office@school.example>",
  APP_URL: "https://school.example",
  DATA_DIR: join(dataDir, "data"),
});
const folder = join(dataDir, "data", "mail");

afterAll(() => removeFolder(dataDir));
beforeEach(resetDatabase);

async function order(): Promise<string> {
  await transaction((tx) =>
    enqueueEmail(tx, { kind: "test", event: "test:1", recipient: "asha@example.org", about: {} }),
  );
  return (await db().mail.findFirstOrThrow()).id;
}

const send = (subject: string) =>
  deliverDueEmails({
    test: async ({ recipient }) => ({
      to: recipient,
      subject,
      greeting: "Dear Asha,",
      paragraphs: ["It has come."],
      link: { label: "Open it", path: "/user/results" },
    }),
  });

/** The recipients of the stored emails that mention a name. */
async function naming(name: string): Promise<string[]> {
  const texts = (await readdir(folder)).map(async (file) => PostalMime.parse(await readFile(join(folder, file))));
  return (await Promise.all(texts)).flatMap(({ text = "", to }) =>
    text.includes(name) ? (to?.[0]?.address ?? "") : [],
  );
}

it("each stored email is one complete .eml file, readable only by its owner", async () => {
  expect(isMailConfigured()).toBe(false);
  const id = await order();
  await send("आशा: good news");
  expect(await readdir(folder)).toEqual([`test-${id}.eml`]);
  const path = join(folder, `test-${id}.eml`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const got = await PostalMime.parse(await readFile(path));
  expect(got).toMatchObject({
    from: { name: "Lyceum", address: "office@school.example" },
    to: [{ address: "asha@example.org" }],
    subject: "आशा: good news",
    messageId: `<${id}@school.example>`,
  });
  expect(got.text).toContain("https://school.example/user/results");
  expect(got.html).toContain("Dear Asha,");
  expect(await db().mail.findFirst()).toMatchObject({ state: "kept", attempts: 1, fault: null, sentAt: null });
});

it("storing the same email twice leaves one file", async () => {
  const id = await order();
  await send("Good news");
  await transaction((tx) => retryEmails(tx, { id }));
  await send("Better news");
  const names = (await readdir(folder)).filter((name) => name.includes(id));
  expect(names).toEqual([`test-${id}.eml`]);
  expect((await PostalMime.parse(await readFile(join(folder, `test-${id}.eml`)))).subject).toBe("Better news");
});

it("an email file that a crash left incomplete is rewritten", async () => {
  const id = await order();
  await send("Good news");
  const path = join(folder, `test-${id}.eml`);
  const whole = await readFile(path, "utf8");
  await writeFile(`${path}.part`, "x".repeat(100_000));
  await transaction((tx) => retryEmails(tx, { id }));
  await send("Good news");
  expect((await readFile(path, "utf8")).length).toBe(whole.length);
  expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

it("an email that cannot be stored as a file waits and shows the reason", async () => {
  const id = await order();
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, "This is no folder.");
  await send("Good news");
  expect(await db().mail.findUnique({ where: { id } })).toMatchObject({
    state: "waiting",
    attempts: 0,
    fault: expect.stringMatching(/^It could not be kept as a file: E/),
  });
});

it("purging an email deletes its file and no other", async () => {
  await rm(folder, { recursive: true, force: true });
  const id = await order();
  await send("Good news");
  await writeFile(join(folder, "notes.eml"), "kept by hand");
  await sweepMailFolder();
  expect((await readdir(folder)).sort()).toEqual(["notes.eml", `test-${id}.eml`]);
  await db().mail.deleteMany();
  await sweepMailFolder();
  expect(await readdir(folder)).toEqual(["notes.eml"]);
});

it("the sweep deletes no files older than the database, unless the database knows an email of that time", async () => {
  await rm(folder, { recursive: true, force: true });
  const id = await order();
  await send("Good news");
  const theirs = join(folder, `test-${randomUUID()}.eml`);
  await writeFile(theirs, "of another database");
  const before = new Date("2020-11-01T12:00:00Z");
  await utimes(theirs, before, before);
  await sweepMailFolder();
  expect(await readdir(folder)).toHaveLength(2);
  await utimes(join(folder, `test-${id}.eml`), before, before);
  await sweepMailFolder();
  expect(await readdir(folder)).toEqual([`test-${id}.eml`]);
});

it("a restored database counts as old as its oldest person, so that the sweep deletes an erased person's last email", async () => {
  await rm(folder, { recursive: true, force: true });
  await order();
  await send("Good news");
  const theirs = join(folder, `test-${randomUUID()}.eml`);
  await writeFile(theirs, "of somebody who was erased");
  const before = new Date("2020-11-01T12:00:00Z");
  await utimes(theirs, before, before);
  const { id } = await db().user.create({ data: { name: "Asha Rao", createdAt: new Date("2020-11-02T12:00:00Z") } });
  await sweepMailFolder();
  expect(await readdir(folder)).toHaveLength(2);
  await db().user.update({ where: { id }, data: { createdAt: new Date("2020-10-31T12:00:00Z") } });
  await sweepMailFolder();
  expect(await readdir(folder)).toHaveLength(1);
});

it("an erasure deletes the texts of emails about the person to the family and the office, but keeps their rows", async () => {
  await rm(folder, { recursive: true, force: true });
  const [asha, stranger] = [await createStudent(), await createStudent({ name: "Bela Gill" })];
  const mother = await createGuardian({ of: [asha], email: "mother@example.org" });
  const father = await createGuardian({ name: "Ravi Das", email: "father@example.org" });
  const others = await createGuardian({ of: [stranger], email: "gill@example.org" });
  const admin = await callerOf(await tokenFor(await createAdmin()));
  const office = await callerOf((await createStaff({ role: "office" })).token);
  for (const { id: studentId } of [asha, stranger])
    await office.guardians.add({ studentId, guardianId: father.id, relation: "father" });
  const guardian = (await callerOf(await tokenFor(mother))).guardians;
  await guardian.giveOwn({ studentId: asha.id });
  await guardian.withdrawOwn({ studentId: asha.id });
  await doJobs();
  expect((await naming("Asha Rao")).sort()).toEqual([asha.email, site().facts.email, "mother@example.org"].sort());
  expect(await naming("Ravi Das")).toHaveLength(4);

  await admin.people.eraseById({ id: asha.id, password });
  await doJobs();
  expect(await naming("Asha Rao")).toEqual([]);
  expect((await naming("Ravi Das")).sort()).toEqual([stranger.email, others.email].sort());
  expect(await db().mail.count({ where: { recipient: { in: ["mother@example.org", site().facts.email] } } })).toBe(2);

  await admin.people.eraseById({ id: father.id, password });
  await doJobs();
  expect(await naming("Ravi Das")).toEqual([]);
});

it("an erasure also deletes the texts about an entry that was joined with the person's", async () => {
  await rm(folder, { recursive: true, force: true });
  const asha = await createStudent();
  const kept = await createGuardian({ of: [asha], name: "Mira Rao" });
  const gone = await createGuardian({ of: [asha], name: "Mira Sen" });
  const admin = await callerOf(await tokenFor(await createAdmin()));
  const guardian = (await callerOf(await tokenFor(gone))).guardians;
  await guardian.giveOwn({ studentId: asha.id });
  await guardian.withdrawOwn({ studentId: asha.id });
  await doJobs();
  expect(await naming("Mira Sen")).toContain(site().facts.email);

  await admin.guardians.join({ keptId: kept.id, goneId: gone.id });
  await admin.people.eraseById({ id: kept.id, password });
  await doJobs();
  expect(await naming("Mira Sen")).toEqual([]);
});

it("the nightly erasure of a guardian without a link deletes the texts about that guardian", async () => {
  await rm(folder, { recursive: true, force: true });
  const asha = await createStudent();
  await createGuardian({ of: [asha], email: "mother@example.org" });
  const father = await createGuardian({ name: "Ravi Das", email: "father@example.org" });
  const office = await callerOf((await createStaff({ role: "office" })).token);
  await office.guardians.add({ studentId: asha.id, guardianId: father.id, relation: "father" });
  await doJobs();
  expect(await naming("Ravi Das")).toContain("mother@example.org");

  await db().guardianship.updateMany({ where: { guardianId: father.id }, data: { endedAt: new Date() } });
  await db().user.update({ where: { id: father.id }, data: { createdAt: new Date("2020-11-01") } });
  await forgetFormerGuardians(new Date(Date.now() + 60_000), 0);
  await doJobs();
  expect(await db().user.count({ where: { id: father.id } })).toBe(0);
  expect(await naming("Ravi Das")).toEqual([]);
});

it("a restore into an empty database erases a guardian whose time is over and who has emails as files", async () => {
  await rm(folder, { recursive: true, force: true });
  const asha = await createStudent();
  const father = await createGuardian({ of: [asha], name: "Ravi Das", email: "father@example.org" });
  await callerOf(await tokenFor(father)).then(({ guardians }) => guardians.leave({ studentId: asha.id }));
  await doJobs();
  expect(await naming("Ravi Das")).not.toEqual([]);
  await db().guardianship.updateMany({ data: { createdAt: new Date("2020-11-01"), endedAt: new Date("2020-11-02") } });
  await db().user.update({ where: { id: father.id }, data: { createdAt: new Date("2020-11-01") } });
  const { path } = await backUp(connection, join(dataDir, "backups"));
  const there = await extraDatabase("empty");
  await closeDatabase();
  const { warnings } = await restoreFrom(path, (work) => work(there)).finally(() => openDatabase(connection));
  expect(warnings.join()).not.toContain("not all old data were deleted");
  expect(await query(there, "select from users where name = 'Ravi Das'")).toEqual([]);
});

it("emails stored as files that an earlier version marked as sent become kept; emails really sent stay sent", async () => {
  await rm(folder, { recursive: true, force: true });
  const id = await order();
  await send("Good news");
  const keptAt = new Date("2026-11-01T12:00:00Z");
  await utimes(join(folder, `test-${id}.eml`), keptAt, keptAt);
  const say = (sentAt: Date) => db().mail.update({ where: { id }, data: { state: "sent", sentAt } });
  await say(new Date("2026-11-01T12:00:01Z"));
  expect(await markKeptEmails()).toBe(1);
  expect(await db().mail.findFirst()).toMatchObject({ state: "kept", sentAt: null });
  // Sent again a week later through a mail server.
  await say(new Date("2026-11-08T12:00:00Z"));
  expect(await markKeptEmails()).toBe(0);
});
