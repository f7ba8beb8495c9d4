import { expect, it } from "vitest";
import { releaseFacts } from "@/features/exams/schema-release";
import { resultMails } from "@/features/results/emails";
import { db } from "@/server/db/client";
import { applyChoices } from "@/server/mail/choices";
import { callerOf, createGuardian, createStaff, createStudent, refusalOf, tokenFor } from "../factories";
import { accountsOf, giveAccounts } from "../harness/accounts";
import { absent, examOfficeOfEachTest, excused, place, scored } from "../harness/exams";
import { ownMailServer } from "../harness/own-mail-server";
import { fc } from "../harness/random";
import { isThorough } from "../harness/runs";
import { changeSettings } from "../harness/settings";

const _smtp = await ownMailServer({ MAIL_PER_DAY: "2", MAIL_FROM: "office@school.example" });

const { office, add, examWith } = examOfficeOfEachTest();

it("only the office can see the people whom a preview counts", async () => {
  const id = await examWith([[await add({ name: "Dev Gill" }), scored(40)]]);
  const tokens = [
    await tokenFor(await createStudent()),
    (await createStaff({ role: "teacher", className: 7 })).token,
    null,
  ];
  for (const token of tokens) {
    const { exams } = await callerOf(token);
    const refusal = await refusalOf(exams.previewPeople({ id, fact: "results" }));
    expect(refusal.code).toBe(token === null ? "UNAUTHORIZED" : "FORBIDDEN");
  }
});

it("each number of a preview opens the list of the people it counts", async () => {
  const asha = await createStudent({ name: "Asha Rao" });
  await office.enrolments.enrol({ studentId: asha.id, ...place });
  const ravi = await createStudent({ name: "Ravi Menon" });
  await office.enrolments.enrol({ studentId: ravi.id, ...place });
  const [dev, nila, zoya] = [
    await add({ name: "Dev Gill" }),
    await add({ name: "Nila Sen" }),
    await add({ name: "Zoya Khan" }),
  ];
  await add({ name: "Without a mark" });
  const omar = await add({ name: "Omar Aziz" });
  const uma = await createStudent({ name: "Uma Das" });
  await office.enrolments.enrol({ studentId: uma.id, ...place });
  await db().user.update({ where: { id: omar }, data: { email: "omar@example.org" } });
  const of = [asha, { id: dev }];
  await createGuardian({ name: "Reached", email: "reached@example.org", of, link: { getsMails: true } });
  await createGuardian({ name: "No address", of: of.slice(0, 1) });
  const { id: newId } = await createGuardian({ name: "No login", of: of.slice(0, 1) });
  await db().user.update({ where: { id: newId }, data: { passwordHash: null } });
  for (const address of [null, "typed@example.org"]) {
    const { id } = await createGuardian({ name: "Not confirmed", of: of.slice(0, 1), email: address });
    await db().user.update({ where: { id }, data: { vouchedAt: null } });
  }
  await createGuardian({ name: "No sight", of, email: "blind@example.org", link: { seesResults: false } });
  const quiet = { name: "Turned off", email: "quiet@example.org", of, link: { getsMails: true } };
  const { id: quietId } = await createGuardian(quiet);
  for (const userId of [quietId, uma.id]) await db().mailChoice.create({ data: { userId, choice: "required" } });
  await db().mailChoice.create({ data: { userId: asha.id, choice: "digest" } });
  const closed = await createStudent({ name: "Left us", email: "closed@example.org" });
  await office.enrolments.enrol({ studentId: closed.id, ...place });
  await db().user.update({ where: { id: closed.id }, data: { loginClosedAt: new Date() } });
  const emails = [quiet.email, closed.email ?? "", uma.email, asha.email, "omar@example.org", "reached@example.org"];
  await db().user.updateMany({ where: { email: { in: emails } }, data: { emailConfirmedAt: new Date() } });
  const id = await examWith([
    [asha.id, scored(40)],
    [dev, scored(40)],
    [ravi.id, scored(40)],
    [omar, scored(40)],
    [uma.id, scored(40)],
    [closed.id, scored(40)],
    [nila, absent],
    [zoya, excused],
  ]);
  const { digest: _, before: __, leaves: ___, releasableFrom: ____, ...counts } = await office.exams.preview({ id });
  const lists = await Promise.all(releaseFacts.map((fact) => office.exams.previewPeople({ id, fact })));
  const found = Object.fromEntries(releaseFacts.map((fact, index) => [fact, lists[index]?.map(({ name }) => name)]));
  expect(Object.fromEntries(releaseFacts.map((fact) => [fact, found[fact]?.length]))).toEqual(counts);
  expect(found).toEqual({
    results: ["Asha Rao", "Dev Gill", "Left us", "Omar Aziz", "Ravi Menon", "Uma Das"],
    ...{ absent: ["Nila Sen"], excused: ["Zoya Khan"], noMark: ["Without a mark"], noLogin: ["Dev Gill", "Left us"] },
    ...{ mailed: ["Asha Rao", "Omar Aziz"], notConfirmed: ["Ravi Menon"], guardiansMailed: ["Reached"] },
    ...{ secondResults: [], noAddress: [], notWanted: ["Uma Das"] },
    ...{ guardiansNotMailed: ["No address", "Turned off"], guardiansNoLogin: ["No login"] },
    guardiansNotConfirmed: ["Not confirmed", "Not confirmed"],
  });
  const [guardian] = await office.exams.previewPeople({ id, fact: "guardiansMailed" });
  expect(guardian?.guardianOf).toBe("Asha Rao, Dev Gill");
});

it("without a mail server, a person with an address but no login also counts as a person without a login", async () => {
  const asha = await createStudent({ name: "Asha Rao" });
  await office.enrolments.enrol({ studentId: asha.id, ...place });
  const mother = { name: "Sunita Rao", email: "sunita@example.org", link: { getsMails: true } };
  const { id: motherId } = await createGuardian({ ...mother, of: [asha] });
  const id = await examWith([[asha.id, scored(40)]]);
  const restore = changeSettings({ SMTP_URL: "" });
  try {
    const counted = async () => {
      const { mailed, guardiansMailed, noLogin, guardiansNoLogin } = await office.exams.preview({ id });
      return { mailed, guardiansMailed, noLogin, guardiansNoLogin };
    };
    expect(await counted()).toEqual({ mailed: 1, guardiansMailed: 1, noLogin: 0, guardiansNoLogin: 0 });
    await db().user.updateMany({ where: { id: { in: [asha.id, motherId] } }, data: { passwordHash: null } });
    expect(await counted()).toEqual({ mailed: 1, guardiansMailed: 1, noLogin: 1, guardiansNoLogin: 1 });
  } finally {
    restore();
  }
});

it("a preview says how many of its emails leave today, tomorrow and later, and counts each person once", async () => {
  const [asha, dev, ravi] = [await createStudent(), await createStudent(), await createStudent()];
  for (const { id } of [asha, dev, ravi]) await office.enrolments.enrol({ studentId: id, ...place });
  const of = [asha, dev];
  await createGuardian({ email: "mother@example.org", of, link: { getsMails: true } });
  await createGuardian({ email: "quiet@example.org", of, link: { getsMails: false } });
  await createGuardian({ email: "blind@example.org", of, link: { seesResults: false } });
  await db().user.updateMany({ where: { email: { not: null } }, data: { emailConfirmedAt: new Date() } });
  await db().mailChoice.create({ data: { userId: dev.id, choice: "digest" } });
  await db().mailChoice.create({ data: { userId: ravi.id, choice: "required" } });
  const marks = of.map(({ id }) => [id, scored(40)] as const);
  const [biology, physics] = [
    await examWith([...marks, [ravi.id, scored(40)]]),
    await examWith([...marks], { subjects: ["Physics"] }),
  ];
  const previews = async () => [
    await office.exams.preview({ id: biology }),
    await office.exams.previewTogether({ ids: [biology, physics] }),
  ];
  for (const { mailed, guardiansMailed, leaves } of await previews()) {
    expect(leaves && leaves.today + leaves.tomorrow + leaves.later).toBe(mailed + guardiansMailed);
    expect([mailed, guardiansMailed, leaves?.later]).toEqual([2, 1, 0]);
  }
  // The emails that already wait take the room of both days.
  const waiting = { kind: "notice", recipient: "x@example.org", about: {}, dueAt: new Date(0), rank: 1 };
  for (const event of ["1", "2", "3", "4"]) await db().mail.create({ data: { ...waiting, event } });
  await db().mailChoice.deleteMany({ where: { choice: "digest" } });
  for (const { leaves } of await previews()) expect(leaves).toEqual({ today: 0, tomorrow: 0, later: 3 });
});

it("a preview counts exactly the emails that leave after the release, whatever accounts, links and choices people have", {
  timeout: 300_000,
}, async () => {
  const pupils = [await add(), await add(), await add()];
  const guardians = [await createGuardian(), await createGuardian()].map(({ id }) => id);
  const people = [...pupils, ...guardians];
  const link = fc.option(
    fc.record({ seesResults: fc.boolean(), getsMails: fc.boolean(), isEnded: fc.constantFrom(false, false, true) }),
  );
  const given = fc.record({
    accounts: accountsOf(people.length),
    links: fc.array(link, { minLength: 6, maxLength: 6 }),
    marks: fc.array(fc.constantFrom(scored(40), absent, null), { minLength: 3, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ accounts, links, marks }) => {
      await db().$executeRaw`with gone as (delete from mails) delete from guardianships`;
      await giveAccounts(people, accounts);
      await db().guardianship.createMany({
        data: links.flatMap((one, index) => {
          if (!one) return [];
          const { isEnded, ...rights } = one;
          const of = { studentId: pupils[index % 3] ?? "", guardianId: guardians[Math.floor(index / 3)] ?? "" };
          return {
            ...of,
            ...rights,
            relation: "Mother",
            origin: "office" as const,
            endedAt: isEnded ? new Date() : null,
          };
        }),
      });
      const id = await examWith(pupils.map((pupil, index) => [pupil, marks[index] ?? null] as const));
      if (marks.every((mark) => mark === null)) return;
      const { digest, mailed, guardiansMailed } = await office.exams.preview({ id });
      await office.exams.release({ id, digest });
      await applyChoices(new Date(Date.now() + 3_600_000));
      const mails = await db().mail.findMany({ where: { kind: "resultNews" } });
      const letters = await Promise.all(mails.map((mail) => resultMails.resultNews(mail)));
      const left = mails.filter((_, index) => letters[index] !== null).map(({ userId }) => userId ?? "");
      const count = (of: string[]) => left.filter((one) => of.includes(one)).length;
      expect([mailed, guardiansMailed]).toEqual([count(pupils), count(guardians)]);
    }),
    { numRuns: isThorough ? 100 : 8 },
  );
});

it("a preview names those who already have a result of this exam, even one that comes in between; it can still be released", async () => {
  const [asha, dev, ravi] = [await createStudent(), await createStudent(), await createStudent()];
  for (const { id } of [asha, dev, ravi]) await office.enrolments.enrol({ studentId: id, ...place });
  const sat = {
    className: 7,
    totalMarks: 80,
    score: 40,
    subject: "biology",
    examName: "unit  test",
    examDate: "2026-11-18",
  };
  const addTo = ({ email }: { email: string | null }, more: Partial<typeof sat> = {}) =>
    office.results.add({ results: [{ studentEmail: email ?? "", ...sat, ...more }] });
  await addTo(dev, { subject: "Physics" });
  await addTo(dev, { examDate: "2026-11-17" });
  await addTo(asha);
  const marks = [[asha.id, scored(40)] as const, [dev.id, scored(50)] as const, [ravi.id, absent] as const];
  const id = await examWith(marks, { examName: "Unit Test" });
  const names = async () =>
    (await office.exams.previewPeople({ id, fact: "secondResults" })).map(({ studentId }) => studentId);
  const { digest, secondResults } = await office.exams.preview({ id });
  expect([secondResults, await names()]).toEqual([1, [asha.id]]);
  await addTo(ravi);
  expect(await office.exams.preview({ id })).toMatchObject({ secondResults: 1, digest });
  await addTo(dev);
  expect(await refusalOf(office.exams.release({ id, digest }))).toMatchObject({ code: "CONFLICT" });
  const together = await office.exams.previewTogether({ ids: [id] });
  expect(together.secondResults).toMatchObject([{ id, students: 2, names: { length: 2 } }]);
  expect((await names()).sort()).toEqual([asha.id, dev.id].sort());
  await office.exams.releaseTogether({ exams: together.exams });
  expect(await db().result.count({ where: { studentId: asha.id } })).toBe(2);
  const dateless = await examWith([[asha.id, scored(40)]], { examName: "Unit Test", subjects: ["Art"], examDate: "" });
  expect(await office.exams.preview({ id: dateless })).toMatchObject({ secondResults: 0 });
});
