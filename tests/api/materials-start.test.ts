import { beforeEach, describe, expect, it } from "vitest";
import { listNewOf } from "@/features/materials/data-new";
import { startMaterials } from "@/features/materials/mutations-start";
import { db } from "@/server/db/client";
import { applyChoices } from "@/server/mail/choices";
import {
  aboutMaterial,
  type Caller,
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  openStore,
  refusalOf,
  schoolYear,
  storedFile,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { pdfFile } from "../harness/documents";

await openStore();

const hour = 60 * 60 * 1000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

let [admin, visitor]: Caller[] = [];
beforeEach(async () => {
  await resetDatabase();
  visitor = await callerOf(null);
  admin = await callerOf(await tokenFor(await createAdmin()));
});

const caller = (one: Caller | undefined) => one as Caller;
async function plan(more: object) {
  const file = await storedFile(await pdfFile());
  return (await caller(admin).materials.add({ material: aboutMaterial(more), file }))._id;
}

/** Everywhere that a visitor could find a material. */
async function seen(id: string) {
  const { materials } = caller(visitor);
  const listed = (await materials.list({})).items.length + (await materials.list({ q: "Photo" })).items.length;
  const counted = (await materials.classes({})).length + (await materials.subjects({})).length;
  const [isNew, file] = [
    (await listNewOf([7], new Date(), 5)).items.length,
    await materials.file({ id }).then(
      () => 1,
      () => 0,
    ),
  ];
  return [listed, counted, isNew, file];
}

const same = { className: 7, subject: "Biology", materialName: "Photosynthesis", expiresAt: null };

/** A student in each of these sections of class 7; all of them get emails. */
async function classOf(...sections: string[]) {
  for (const section of sections) {
    const { id } = await createStudent({ email: `${section.toLowerCase()}@example.org` });
    await caller(admin).enrolments.enrol({ studentId: id, className: 7, section, fromDay: "2026-04-06" });
  }
  await db().user.updateMany({ where: { email: { not: null } }, data: { emailConfirmedAt: new Date() } });
}

/** The recipients whose emails list a material, once for each email. */
async function toldOf(materialId: string) {
  const mails = await db().mail.findMany({ where: { kind: "resultNews" }, orderBy: { recipient: "asc" } });
  return mails.flatMap(({ about, recipient }) => (JSON.stringify(about).includes(materialId) ? [recipient] : []));
}

describe("a material that is available from a later time", () => {
  it("is for staff only before, and for everyone once the sweep has run, which then tells its class once", async () => {
    await schoolYear();
    const student = await createStudent();
    await caller(admin).enrolments.enrol({ studentId: student.id, className: 7, fromDay: "2026-04-06" });
    await db().user.updateMany({ where: { email: { not: null } }, data: { emailConfirmedAt: new Date() } });
    const id = await plan({ availableFrom: inHours(2), tellClass: true });
    expect(await seen(id)).toEqual([0, 0, 0, 0]);
    expect(await refusalOf(caller(visitor).materials.file({ id }))).toMatchObject({ code: "NOT_FOUND" });
    await caller(admin).materials.file({ id });
    expect((await caller(admin).materials.list({ includeExpired: true })).items).toMatchObject([
      { _id: id, availableFrom: expect.any(Date) },
    ]);
    await startMaterials(new Date());
    expect(await seen(id)).toEqual([0, 0, 0, 0]);
    expect(await db().mail.count()).toBe(0);
    const [version] = await db().publicList.findMany({ where: { topic: "materials" } });
    const then = new Date(Date.now() + 2 * hour);
    await Promise.all([startMaterials(then), startMaterials(then)]);
    expect(await seen(id)).toEqual([2, 2, 1, 1]);
    expect(await db().mail.count()).toBe(1);
    expect(await db().publicList.findMany({ where: { topic: "materials" } })).not.toEqual([version]);
    expect(await db().auditEvent.count({ where: { action: "material-started" } })).toBe(1);
  });

  it("and is moved to another class is told to those sections of that class that its teacher teaches", async () => {
    await schoolYear();
    for (const [email, className, section] of [
      ["a@example.org", 8, "A"],
      ["b@example.org", 8, "B"],
      ["seventh@example.org", 7, "A"],
    ] as const) {
      const { id } = await createStudent({ email });
      await caller(admin).enrolments.enrol({ studentId: id, className, section, fromDay: "2026-04-06" });
    }
    await db().user.updateMany({ where: { email: { not: null } }, data: { emailConfirmedAt: new Date() } });
    const role = "teacher";
    const { token } = await createStaff({ role, className: 7, section: "A" }, { role, className: 8, section: "B" });
    const teacher = await callerOf(token);
    const given = { className: 8, subject: "Biology", materialName: "Photosynthesis", expiresAt: null };
    const told = async (className: number, editor: Caller) => {
      const material = aboutMaterial({ className, availableFrom: inHours(2), tellClass: true });
      const { _id: id } = await teacher.materials.add({ material, file: await storedFile(await pdfFile()) });
      await editor.materials.edit({ id, ...given, availableFrom: inHours(3) });
      await startMaterials(new Date(Date.now() + 4 * hour));
      const mails = await db().mail.findMany({ orderBy: { recipient: "asc" } });
      await db().mail.deleteMany();
      return mails.map(({ recipient }) => recipient);
    };
    expect(await told(7, teacher)).toEqual(["b@example.org"]);
    expect(await told(7, caller(admin))).toEqual(["a@example.org", "b@example.org"]);
    expect(await told(8, caller(admin))).toEqual(["b@example.org"]);
  });

  it("and is put off is told to its class at the new start if the email about it still waited, but not if it had left", async () => {
    await schoolYear();
    const student = await createStudent();
    await caller(admin).enrolments.enrol({ studentId: student.id, className: 7, fromDay: "2026-04-06" });
    await db().user.updateMany({ where: { email: { not: null } }, data: { emailConfirmedAt: new Date() } });
    const toldAtStart = async (tellClass: boolean, isSent: boolean) => {
      const id = await plan({ tellClass });
      if (isSent) await db().mail.updateMany({ data: { state: "sent", sentAt: new Date() } });
      const before = await toldOf(id);
      await caller(admin).materials.edit({ id, ...same, availableFrom: inHours(2) });
      expect(await toldOf(id)).toEqual(isSent ? before : []);
      await startMaterials(new Date(Date.now() + 3 * hour));
      return (await toldOf(id)).length - (isSent ? before.length : 0);
    };
    expect(await toldAtStart(true, false)).toBe(1);
    expect(await toldAtStart(true, true)).toBe(0);
    expect(await toldAtStart(false, false)).toBe(0);
  });

  it.each([
    ["of every section, if the office published it", true, ["a@example.org", "b@example.org"]],
    ["of the section of the teacher who published it", false, ["a@example.org"]],
  ])("and is put off by anybody is told to the people %s at each new start", async (_of, isOffice, expected) => {
    await schoolYear();
    await classOf("A", "B");
    const { token } = await createStaff({ role: "teacher", className: 7, section: "A" });
    const teacher = await callerOf(token);
    const [publisher, editor] = isOffice ? [caller(admin), teacher] : [teacher, caller(admin)];
    const material = aboutMaterial({ tellClass: true });
    const { _id: id } = await publisher.materials.add({ material, file: await storedFile(await pdfFile()) });
    expect(await toldOf(id)).toEqual(expected);
    for (const hours of [2, 4]) {
      await editor.materials.edit({ id, ...same, availableFrom: inHours(hours) });
      expect(await toldOf(id)).toEqual([]);
      await startMaterials(new Date(Date.now() + (hours + 1) * hour));
      expect(await toldOf(id)).toEqual(expected);
    }
  });

  it("and is put off is told at its start only to those whose email had not left", async () => {
    await schoolYear();
    await classOf("A", "B", "C");
    const [atOnce, waits, daily] = ["a@example.org", "b@example.org", "c@example.org"];
    const { id: userId } = await db().user.findUniqueOrThrow({ where: { email: daily } });
    await db().mailChoice.create({ data: { userId, choice: "digest" } });
    const id = await plan({ tellClass: true });
    const leaves = (where: object) => db().mail.updateMany({ where, data: { state: "sent", sentAt: new Date() } });
    await leaves({ recipient: atOnce });
    await applyChoices(new Date(Date.now() + hour));
    expect(await db().mail.count({ where: { recipient: daily, state: "gathered" } })).toBe(1);
    await caller(admin).materials.edit({ id, ...same, availableFrom: inHours(24) });
    await leaves({ recipient: waits });
    await leaves({ kind: "digest" });
    expect(await toldOf(id)).toEqual([atOnce]);
    await startMaterials(new Date(Date.now() + 25 * hour));
    expect(await toldOf(id)).toEqual([atOnce, waits, daily]);
  });

  it.each([
    ["has expired by then", "06:30", false],
    ["expires in that moment", "12:30", false],
    ["expires later", "12:31", true],
  ])(
    "waits for the next email of the day at six unless it has expired when that email leaves: one that %s",
    async (_when, time, isOptional) => {
      await schoolYear();
      await classOf("A", "B");
      const { id: userId } = await db().user.findUniqueOrThrow({ where: { email: "b@example.org" } });
      await db().mailChoice.create({ data: { userId, choice: "digest" } });
      const [today, tomorrow] = [48, 72].map((hours) => inHours(hours).slice(0, 10));
      const evening = `${today}T13:30:00Z`;
      const expiresAt = `${tomorrow}T${time}:00Z`;
      await plan({ availableFrom: evening, expiresAt, alwaysAvailable: false, tellClass: true });
      await startMaterials(new Date(evening));
      const mails = await db().mail.findMany({ orderBy: { recipient: "asc" } });
      expect(mails.map((mail) => [mail.recipient, mail.isOptional, mail.isBrief])).toEqual([
        ["a@example.org", true, false],
        ["b@example.org", isOptional, !isOptional],
      ]);
    },
  );

  it("and is put off after every email has left is told to nobody again", async () => {
    await schoolYear();
    await classOf("A", "B");
    const { id: userId } = await db().user.findUniqueOrThrow({ where: { email: "b@example.org" } });
    await db().mailChoice.create({ data: { userId, choice: "digest" } });
    const id = await plan({ tellClass: true });
    await applyChoices(new Date(Date.now() + hour));
    await db().mail.updateMany({ where: { state: "waiting" }, data: { state: "sent", sentAt: new Date() } });
    await caller(admin).materials.edit({ id, ...same, availableFrom: inHours(24) });
    await startMaterials(new Date(Date.now() + 25 * hour));
    expect(await toldOf(id)).toEqual(["a@example.org", "b@example.org"]);
  });

  it("and was put into a class in which nobody gets emails is told to the class that it is moved to", async () => {
    await schoolYear();
    await classOf("A", "B");
    const id = await plan({ className: 11, tellClass: true });
    await caller(admin).materials.edit({ id, ...same });
    expect(await toldOf(id)).toEqual(["a@example.org", "b@example.org"]);
    await db().mail.updateMany({ data: { state: "sent", sentAt: new Date() } });
    await caller(admin).materials.edit({ id, ...same, className: 11 });
    await caller(admin).materials.edit({ id, ...same });
    expect(await toldOf(id)).toEqual(["a@example.org", "b@example.org"]);
    const planned = await plan({ className: 11, availableFrom: inHours(2), tellClass: true });
    await startMaterials(new Date(Date.now() + 3 * hour));
    await caller(admin).materials.edit({ id: planned, ...same });
    expect(await toldOf(planned)).toEqual(["a@example.org", "b@example.org"]);
  });

  it("must end after it begins, can be moved, and starts immediately if the office says so", async () => {
    const given = { className: 7, subject: "Biology", materialName: "Photosynthesis" };
    const both = { availableFrom: inHours(3), expiresAt: inHours(2), alwaysAvailable: false };
    const refused = await refusalOf(plan(both));
    expect(refused.issues?.[0]?.path).toEqual(["expiresAt"]);
    const id = await plan({ availableFrom: inHours(2) });
    const early = await refusalOf(caller(admin).materials.edit({ id, ...given, expiresAt: inHours(1) }));
    expect(early.issues?.[0]?.path).toEqual(["expiresAt"]);
    await caller(admin).materials.edit({ id, ...given, availableFrom: inHours(5) });
    await startMaterials(new Date(Date.now() + 3 * hour));
    expect(await seen(id)).toEqual([0, 0, 0, 0]);
    await caller(admin).materials.edit({ id, ...given, availableFrom: null });
    expect(await seen(id)).toEqual([2, 2, 1, 1]);
    await caller(admin).materials.edit({ id, ...given, availableFrom: inHours(5) });
    expect(await seen(id)).toEqual([0, 0, 0, 0]);
    await caller(admin).materials.edit({ id, ...given, availableFrom: null, expiresAt: inHours(2) });
    expect(await seen(id)).toEqual([2, 2, 1, 1]);
    await caller(admin).materials.remove({ id });
    expect(await seen(await plan({ availableFrom: inHours(-1) }))).toEqual([2, 2, 1, 1]);
  });
});
