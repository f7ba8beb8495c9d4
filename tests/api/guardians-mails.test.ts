import { beforeEach, describe, expect, it } from "vitest";
import { notifyOfResults } from "@/features/results/mutations";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { callerOf, createGuardian, createStudent, tokenFor, usualPassword } from "../factories";
import { doJobsAfterDelay } from "../harness/jobs";
import { officeOfEachTest } from "../harness/office";
import { ownMailServer } from "../harness/own-mail-server";

const smtp = await ownMailServer({ APP_URL: "https://school.example" });

const admin = officeOfEachTest();
let asha: User & { email: string };

beforeEach(async () => {
  asha = await createStudent({ email: "asha@example.org" });
  await db().user.update({ where: { id: asha.id }, data: { emailConfirmedAt: new Date() } });
});

async function guardian(email: string, { confirmed = true, link = {} } = {}): Promise<User> {
  const person = await createGuardian({ of: [asha], email, link });
  if (confirmed) await db().user.update({ where: { id: person.id }, data: { emailConfirmedAt: new Date() } });
  return person;
}

const told = () => smtp.received.flatMap(({ recipients }) => recipients).sort();

const add = (...scores: number[]) =>
  admin.results.add({
    results: scores.map((score) => ({
      studentEmail: asha.email,
      className: 7,
      subject: "Biology",
      score,
      totalMarks: 80,
    })),
  });

it("an address that moves from the child to a guardian with a login gets a mail to confirm it", async () => {
  await admin.students.edit({ id: asha.id, admissionNo: "KV-7" });
  const mother = await createGuardian({ of: [asha] });
  await admin.students.moveAddress({ id: asha.id, guardianId: mother.id });
  const mails = await db().mail.findMany({ where: { userId: mother.id }, select: { kind: true, recipient: true } });
  expect(mails).toEqual([{ kind: "confirmEmail", recipient: asha.email }]);
});

it("when an account is attached to an entry, each family is told of the other's guardians, except of those whom both had", async () => {
  const entry = await admin.students.add({ name: "Asha Rao", admissionNo: "KV-7" });
  await db().student.update({ where: { userId: asha.id }, data: { origin: "self" } });
  const mother = await guardian("mother@example.org");
  const aunt = await guardian("aunt@example.org");
  const father = await createGuardian({ of: [{ id: entry._id }], name: "Ravi Rao", email: "father@example.org" });
  await db().user.update({ where: { id: father.id }, data: { emailConfirmedAt: new Date() } });
  await admin.guardians.add({ studentId: entry._id, guardianId: aunt.id, relation: "aunt" });
  await doJobsAfterDelay();
  smtp.received.length = 0;
  await admin.students.attach({ id: entry._id, email: asha.email });
  await doJobsAfterDelay();
  const mails = await db().mail.findMany({ where: { kind: "guardianLinked", userId: { not: aunt.id } } });
  const links = await db().guardianship.findMany();
  const ofWhom = mails.map(({ userId, about }) => [
    userId,
    links.find(({ id }) => id === Object(about).linkId)?.guardianId,
  ]);
  expect(ofWhom).toHaveLength(4);
  expect(ofWhom).toEqual(
    expect.arrayContaining([
      [father.id, aunt.id],
      [father.id, mother.id],
      [mother.id, father.id],
      [entry._id, father.id],
    ]),
  );
  expect(told()).toEqual([asha.email, "father@example.org", "mother@example.org"]);
  expect(await db().auditEvent.count({ where: { action: "guardian-linked", subjectId: entry._id } })).toBe(2);
});

it("when a guardian deletes the account, the student and the other guardians are told, without the name", async () => {
  const [mother] = [await guardian("mother@example.org"), await guardian("father@example.org")];
  const { account } = await callerOf(await tokenFor(mother));
  expect(await account.remove({ password: usualPassword })).toEqual({ erased: true });
  const about = JSON.stringify(await db().mail.findMany({ select: { about: true } }));
  expect(about).not.toContain(mother.id);
  await doJobsAfterDelay();
  expect(told()).toEqual([asha.email, "father@example.org"]);
  expect(smtp.mailsFor("father@example.org")[0]?.mail.text).toMatch(
    /The data of a guardian of Asha Rao \(Mother\) was erased/,
  );
  expect(await db().auditEvent.count({ where: { action: "guardian-ended", subjectId: asha.id } })).toBe(1);
});

it("a person whose login is closed gets no email with names of the family, about a link that begins or ends", async () => {
  const [father, uncle] = [await guardian("father@example.org"), await guardian("uncle@example.org")];
  const aunt = await createGuardian({ of: [await createStudent()] });
  await db().user.update({ where: { id: father.id }, data: { loginClosedAt: new Date() } });
  await admin.guardians.add({ studentId: asha.id, guardianId: aunt.id, relation: "aunt" });
  await doJobsAfterDelay();
  expect(told()).toEqual([asha.email, "uncle@example.org"]);
  const { account } = await callerOf(await tokenFor(uncle));
  await account.remove({ password: usualPassword });
  await doJobsAfterDelay();
  expect(smtp.mailsFor("father@example.org")).toEqual([]);
});

describe("when the office erases a guardian, the family is told and no code is left that linked or links the same person:", () => {
  const erased = async (erase: (mother: User) => Promise<unknown>) => {
    const [mother] = [await guardian("mother@example.org"), await guardian("father@example.org")];
    const link = {
      studentId: asha.id,
      purpose: "link",
      expiresAt: new Date(Date.now() + 864e5),
      relation: "mother",
    } as const;
    for (const [at, label] of [mother.name.toUpperCase(), "Somebody Else"].entries())
      await db().accessCode.create({ data: { ...link, label, codeHash: new Uint8Array(32).fill(at) } });
    const used = { ...link, label: "Sunny", usedAt: new Date(), usedById: mother.id };
    await db().accessCode.create({ data: { ...used, codeHash: new Uint8Array(32).fill(2) } });
    await erase(mother);
    await doJobsAfterDelay();
    const codes = await db().accessCode.findMany();
    const ended = await db().auditEvent.count({ where: { action: "guardian-ended", subjectId: asha.id } });
    return { told: told(), codes: codes.map(({ label }) => label), ended };
  };
  const all = { told: ["asha@example.org", "father@example.org"], codes: ["Somebody Else"], ended: 1 };
  const password = usualPassword;

  it("by the person", async () => {
    expect(await erased(({ id }) => admin.people.eraseById({ id, password }))).toEqual(all);
  });

  it("by the rows of an address", async () => {
    const email = "mother@example.org";
    expect(await erased(({ id }) => admin.people.erase({ email, password, rows: [id] }))).toEqual(all);
  });

  it("but not of a link that ended before", async () => {
    const before = await erased(async ({ id }) => {
      await db().guardianship.updateMany({
        where: { guardianId: id },
        data: { endedAt: new Date(), endedQuietly: true },
      });
      await admin.people.eraseById({ id, password });
    });
    expect(before).toMatchObject({ told: [], ended: 0 });
  });
});

describe("mails of a new result to guardians", () => {
  it("nobody gets one without a confirmed address, or by a link that shows no results or wants no mails", async () => {
    await guardian("unconfirmed@example.org", { confirmed: false });
    await guardian("blind@example.org", { link: { seesResults: false } });
    await guardian("silent@example.org", { link: { getsMails: false } });
    await guardian("former@example.org", { link: { endedAt: new Date() } });
    await createGuardian({ of: [asha] });
    const closed = await guardian("closed@example.org");
    await db().user.update({ where: { id: closed.id }, data: { loginClosedAt: new Date() } });
    await add(61);
    await doJobsAfterDelay();
    expect(told()).toEqual([asha.email]);
  });

  it("a student whose login is closed gets none either", async () => {
    await guardian("mother@example.org");
    await db().user.update({ where: { id: asha.id }, data: { loginClosedAt: new Date() } });
    await add(61);
    await doJobsAfterDelay();
    expect(told()).toEqual(["mother@example.org"]);
  });

  it("each guardian gets one, which names the child and the subject but no mark", async () => {
    await guardian("mother@example.org");
    await guardian("father@example.org");
    await add(61.5, 37.25);
    await doJobsAfterDelay();
    expect(told()).toEqual([asha.email, "father@example.org", "mother@example.org"]);
    const mail = smtp.mailsFor("mother@example.org")[0]?.mail;
    expect(mail?.subject).toBe("New results of Asha Rao");
    expect(mail?.text).toContain("New results of Asha Rao for Class 7, Biology.");
    expect(mail?.text).toContain(`https://school.example/user/results?child=${asha.id}`);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/61\.5|37\.25/);
  });

  it("one about two children leads to the page of today, which shows both", async () => {
    const nila = await createStudent({ name: "Nila Rao" });
    const mother = await guardian("mother@example.org");
    const link = { guardianId: mother.id, studentId: nila.id, relation: "Mother", origin: "office" as const };
    await db().guardianship.create({ data: link });
    await add(61);
    const given = { studentEmail: nila.email, className: 7, subject: "Biology", score: 50, totalMarks: 80 };
    await admin.results.add({ results: [given] });
    await doJobsAfterDelay();
    const text = smtp.mailsFor("mother@example.org")[0]?.mail.text;
    expect(text).toContain("See what is new:\nhttps://school.example/user/today");
    expect(text).not.toContain("/user/results");
  });

  it("a link that ends, or no longer shows results, stops a waiting mail", async () => {
    const [mother] = [await guardian("mother@example.org"), await guardian("father@example.org")];
    await add(61);
    await notifyOfResults();
    expect(await db().mail.count({ where: { state: "waiting" } })).toBe(3);
    await db().guardianship.updateMany({ where: { guardianId: mother.id }, data: { endedAt: new Date() } });
    await db().guardianship.updateMany({ where: { guardianId: { not: mother.id } }, data: { seesResults: false } });
    await doJobsAfterDelay();
    expect(told()).toEqual([asha.email]);
    expect(await db().mail.count()).toBe(1);
  });

  it("an erased student leaves no mail to a guardian behind", async () => {
    await guardian("mother@example.org");
    await add(61);
    await db().user.delete({ where: { id: asha.id } });
    await doJobsAfterDelay();
    expect(smtp.received).toEqual([]);
    expect(await db().mail.count()).toBe(0);
  });
});
