import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dateHere } from "@/content/institute";
import { privacy } from "@/content/policies";
import { env } from "@/env";
import { guardianMails } from "@/features/guardians/emails";
import { addDays } from "@/lib/dates";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { officeAddress } from "@/server/mail/outbox";
import { policyVersion } from "@/server/privacy/consent";
import { exportConsentsOf } from "@/server/roster/consents";
import { callerOf, createGuardian, createStudent, usualPassword as password, refusalOf, tokenFor } from "../factories";
import { visitor as anybody, codeOffice } from "../harness/codes";
import { inDays } from "../harness/days";
import { fc } from "../harness/random";
import { isThorough } from "../harness/runs";

const { office } = codeOffice();

const as = async (user: User) => callerOf(await tokenFor(user));
const { codes: visitor } = anybody();

describe("a consent", () => {
  const add = async (more: object) => (await office.students.add({ name: "Asha Rao", ...more }))._id;
  const link = async (studentId: string) =>
    (await office.codes.makeLink({ studentId, name: "Mira Rao", relation: "mother" })).code;
  const missing = async () => (await office.students.list({ consent: "missing" })).items.map(({ _id }) => _id);
  const years = (count: number) => `${new Date().getFullYear() - count}-01-01`;

  it("is required of the guardian of a child under 18 or of unknown age, and is kept with who, how and the text", async () => {
    const [young, unknown, grown] = [await add({ bornOn: years(12) }), await add({}), await add({ bornOn: years(19) })];
    for (const id of [young, unknown]) {
      const code = await link(id);
      expect((await visitor.look({ code })).consentFor).toEqual(["Asha"]);
      const given = { code, password, email: `mira.${id}@example.org` };
      expect((await refusalOf(visitor.join(given))).issues?.[0]?.path).toEqual(["consent"]);
      expect((await refusalOf(visitor.join({ ...given, consent: false }))).code).toBe("BAD_REQUEST");
      await visitor.join({ ...given, consent: true });
      const { consents } = await office.guardians.family({ studentId: id });
      expect(consents).toMatchObject([{ name: "Mira Rao", how: "join", notedBy: null, withdrawnAt: null }]);
      expect(consents[0]?.version).toMatch(/^\d{4}-\d\d-\d\d \w{16}$/);
    }
    const code = await link(grown);
    expect((await visitor.look({ code })).consentFor).toEqual([]);
    await visitor.join({ code, password, email: "mira@example.org" });
    expect((await office.guardians.family({ studentId: grown })).consents).toEqual([]);
  });

  it("is required of an imported guardian for each child under 18 or of unknown age, and not of the students themselves", async () => {
    const [asha, nila] = [await add({ admissionNo: "KV-7" }), await add({ name: "Nila Rao", bornOn: years(19) })];
    const { guardianId } = await office.guardians.add({
      ...{ studentId: asha, name: "Mira Rao", relation: "mother", phone: "98230 12345" },
    });
    await office.guardians.add({ studentId: nila, guardianId, relation: "mother" });
    const mothers = (await office.codes.make({ personId: guardianId, purpose: "join" })).code;
    const own = (await office.codes.make({ personId: asha, purpose: "join" })).code;
    expect((await visitor.look({ code: mothers })).consentFor).toEqual(["Asha"]);
    expect((await visitor.look({ code: own })).consentFor).toEqual([]);
    await visitor.join({ code: mothers, password, consent: true });
    await visitor.join({ code: own, password });
    expect(await missing()).toEqual([]);
  });

  it("on paper is entered and withdrawn by the office, and is listed where it is missing", async () => {
    const [asha, nila] = [await add({}), await add({ name: "Nila Sen", bornOn: years(12) })];
    await add({ name: "Kiran Das", bornOn: years(19) });
    expect(await missing()).toEqual([asha, nila]);
    const note = (more: object) => office.guardians.addConsent({ studentId: asha, name: "Mira Rao", ...more });
    expect((await refusalOf(note({ name: " " }))).issues?.[0]?.path).toEqual(["name"]);
    expect((await refusalOf(note({ day: "2999-01-01" }))).issues?.[0]?.path).toEqual(["day"]);
    const stranger = await createGuardian({ of: [{ id: nila }] });
    expect((await refusalOf(note({ name: undefined, guardianId: stranger.id }))).code).toBe("NOT_FOUND");
    const { consents } = await note({ day: "2026-06-01" });
    expect(consents).toMatchObject([{ name: "Mira Rao", how: "paper", notedBy: "Administrator" }]);
    expect([await missing(), (await office.students.list({})).views.noConsent]).toEqual([[nila], 1]);
    const id = consents[0]?._id ?? "";
    expect((await office.guardians.withdrawConsent({ id })).consents[0]?.withdrawnAt).not.toBeNull();
    expect((await refusalOf(office.guardians.withdrawConsent({ id }))).code).toBe("CONFLICT");
    expect(await missing()).toEqual([asha, nila]);
    expect(JSON.stringify(await db().auditEvent.findMany())).not.toContain("Mira");
  });

  it("is listed as missing for exactly those students whose page says so, whatever the age, the links and the consents", {
    timeout: 300_000,
  }, async () => {
    const ids = await Promise.all(["Asha", "Dev", "Mira", "Nila"].map((name) => add({ name })));
    const guardians = [await createGuardian(), await createGuardian()].map(({ id }) => id);
    const [today, then] = [inDays(0), new Date("2026-06-01")];
    const birthday = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;
    const link = fc.constantFrom(null, { endedAt: null }, { endedAt: new Date() });
    const consent = fc.record({ by: fc.constantFrom(0, 1, null), withdrawnAt: fc.constantFrom(null, new Date()) });
    const student = fc.record({
      bornOn: fc.constantFrom(null, ...[-1, 0, 1].map((days) => new Date(addDays(birthday, days)))),
      leftOn: fc.constantFrom(null, null, ...[-1, 0, 1].map((days) => new Date(inDays(days)))),
      links: fc.tuple(link, link),
      consents: fc.array(consent, { maxLength: 2 }),
    });
    const students = fc.array(student, { minLength: ids.length, maxLength: ids.length });
    await fc.assert(
      fc.asyncProperty(students, async (given) => {
        await db().$executeRaw`with gone as (delete from guardianships) delete from consents`;
        const idOf = (index: number) => ids[index] ?? "";
        const usual = { relation: "Mother", origin: "office" as const };
        await db().guardianship.createMany({
          data: given.flatMap(({ links }, index) =>
            links.flatMap((one, at) =>
              one ? [{ studentId: idOf(index), guardianId: guardians[at] ?? "", ...usual, ...one }] : [],
            ),
          ),
        });
        await db().consent.createMany({
          data: given.flatMap(({ consents }, index) =>
            consents.map(({ by, withdrawnAt }) => ({
              ...{ studentId: idOf(index), how: "paper" as const, givenAt: then, withdrawnAt },
              ...(by === null ? { givenName: "Mira Rao" } : { guardianId: guardians[by] ?? "" }),
            })),
          ),
        });
        const updates = given.map(({ bornOn, leftOn }, index) =>
          db().student.update({ where: { userId: idOf(index) }, data: { bornOn, leftOn } }),
        );
        await Promise.all(updates);
        const families = await Promise.all(ids.map((studentId) => office.guardians.family({ studentId })));
        const lacking = ids.filter((_, index) => {
          const { needsConsent = false, consents = [] } = families[index] ?? {};
          return needsConsent && !consents.some(({ holds }) => holds);
        });
        expect((await missing()).sort()).toEqual(lacking.sort());
      }),
      { numRuns: isThorough ? 200 : 15 },
    );
  });

  it("can be withdrawn by the guardian who gave it, and by no other", async () => {
    const asha = await createStudent();
    const [mother, aunt] = [
      await createGuardian({ of: [asha] }),
      await createGuardian({ of: [asha], name: "Uma Rao" }),
    ];
    await office.guardians.addConsent({ studentId: asha.id, guardianId: mother.id });
    expect((await refusalOf((await as(aunt)).guardians.withdrawOwn({ studentId: asha.id }))).code).toBe("CONFLICT");
    const caller = await as(mother);
    expect((await caller.guardians.mine())[0]?.consentAt).not.toBeNull();
    expect((await caller.guardians.withdrawOwn({ studentId: asha.id }))[0]?.consentAt).toBeNull();
    expect(await missing()).toEqual([asha.id]);
  });

  it("is not noted again by another code, and the office withdraws it with all others of the same guardian for the child", async () => {
    const [asha, nila] = [await createStudent(), await createStudent({ name: "Nila Rao" })];
    const father = { name: "Ravi Rao", relation: "father" };
    const { code } = await (await as(asha)).codes.makeOwn(father);
    await visitor.join({ code, email: "ravi@example.org", password, consent: true });
    const ravi = await db().user.findUniqueOrThrow({ where: { email: "ravi@example.org" } });
    for (const { id } of [asha, nila]) {
      const again = await office.codes.makeLink({ ...father, studentId: id });
      await (await as(ravi)).codes.link({ code: again.code, consent: true });
    }
    expect((await db().consent.findMany({ orderBy: { id: "asc" } })).map(({ studentId }) => studentId)).toEqual([
      asha.id,
      nila.id,
    ]);
    expect(await db().auditEvent.count({ where: { action: "consent-given" } })).toBe(2);
    const of = { studentId: asha.id };
    await office.guardians.addConsent({ ...of, guardianId: ravi.id });
    for (const name of ["Mira Rao", "Uma Rao"]) await office.guardians.addConsent({ ...of, name });
    const open = async () =>
      (await db().consent.findMany({ where: { withdrawnAt: null }, orderBy: { id: "asc" } })).map(({ id }) => id);
    const [first = "", ofNila = "", second = "", paper = "", other = ""] = await open();
    await office.guardians.withdrawConsent({ id: second });
    expect(await open()).toEqual([ofNila, paper, other]);
    const noted = await readFile(join(env().DATA_DIR, "ended.log"), "utf8");
    for (const id of [first, second]) expect(noted).toContain(id);
    expect((await refusalOf(office.guardians.withdrawConsent({ id: first }))).code).toBe("CONFLICT");
    await office.guardians.withdrawConsent({ id: paper });
    expect(await open()).toEqual([ofNila, other]);
  });

  it("can be given again by the guardian, with a login that is known to be theirs, and not for a child who is of age", async () => {
    const [asha, nila] = [await createStudent(), await createStudent({ name: "Nila Rao" })];
    await db().student.update({ where: { userId: nila.id }, data: { bornOn: new Date(years(19)) } });
    const mother = await createGuardian({ of: [asha, nila] });
    const unknown = await createGuardian({ of: [asha], name: "Uma Rao" });
    await db().user.update({ where: { id: unknown.id }, data: { vouchedAt: null } });
    const [caller, give] = [await as(mother), { studentId: asha.id }];
    expect((await refusalOf((await as(await createGuardian())).guardians.giveOwn(give))).code).toBe("NOT_FOUND");
    expect((await refusalOf((await as(unknown)).guardians.giveOwn(give))).code).toBe("FORBIDDEN");
    expect((await refusalOf(caller.guardians.giveOwn({ studentId: nila.id }))).message).toMatch(/From 18 on/);
    expect(await caller.guardians.mine()).toMatchObject([{ needsConsent: true }, { needsConsent: false }]);
    await caller.guardians.giveOwn(give);
    expect((await refusalOf(caller.guardians.giveOwn(give))).code).toBe("CONFLICT");
    const [withdrawn] = await caller.guardians.withdrawOwn(give);
    expect(withdrawn).toMatchObject({ consentAt: null, withdrawnAt: expect.any(Date) });
    const [again] = await caller.guardians.giveOwn(give);
    expect(again).toMatchObject({ consentAt: expect.any(Date), withdrawnAt: null });
    const { consents } = await office.guardians.family(give);
    expect(consents).toMatchObject([
      { how: "account", holds: true },
      { how: "account", holds: false },
    ]);
  });

  it("is not asked for a child who has left", async () => {
    const [asha, nila] = [await createStudent(), await createStudent({ name: "Nila Rao" })];
    const mother = await createGuardian({ of: [asha, nila] });
    const caller = await as(mother);
    await db().user.update({ where: { id: mother.id }, data: { passwordHash: null } });
    const { code } = await office.codes.make({ personId: mother.id, purpose: "join" });
    const asked = async () => [
      (await caller.guardians.mine()).map(({ needsConsent }) => needsConsent),
      (await visitor.look({ code })).consentFor,
    ];
    const leave = (days: number) =>
      db().student.update({
        where: { userId: asha.id },
        data: { leftOn: new Date(inDays(days)), leftReason: "moved" },
      });
    await leave(0);
    expect(await asked()).toEqual([
      [true, true],
      ["Asha", "Nila"],
    ]);
    await leave(-1);
    expect(await asked()).toEqual([[false, true], ["Nila"]]);
    expect((await refusalOf(caller.guardians.giveOwn({ studentId: asha.id }))).message).toMatch(/after the last day/);
  });

  it("no longer counts once its guardian is not linked any more or is erased; another person's paper does", async () => {
    const asha = await createStudent();
    const mother = await createGuardian({ of: [asha] });
    await office.guardians.addConsent({ studentId: asha.id, guardianId: mother.id });
    expect(await missing()).toEqual([]);
    const [link] = await office.guardians.list({ studentId: asha.id });
    await office.guardians.end({ id: link?._id ?? "" });
    const holds = async () => (await office.guardians.family({ studentId: asha.id })).consents.map((one) => one.holds);
    expect([await missing(), await holds()]).toEqual([[asha.id], [false]]);
    await office.guardians.add({ studentId: asha.id, guardianId: mother.id, relation: "mother" });
    expect([await missing(), await holds()]).toEqual([[], [true]]);
    await db().user.delete({ where: { id: mother.id } });
    expect([await missing(), await holds()]).toEqual([[asha.id], [false]]);
    await office.guardians.addConsent({ studentId: asha.id, name: "Mira Rao" });
    expect([await missing(), await holds()]).toEqual([[], [true, false]]);
  });

  it("on a paper older than today’s text names the last text that anyone had agreed to by then, or says that it is not known", async () => {
    const id = await add({});
    const textOn = async (day?: string) => {
      const { consents } = await office.guardians.addConsent({ studentId: id, name: "Mira Rao", day });
      return consents.find(({ givenAt }) => day === undefined || dateHere(givenAt) === day)?.version;
    };
    const agree = (at: string, consentVersion: string) =>
      db().user.create({ data: { name: "Uma Rao", consentAt: new Date(at), consentVersion } });
    expect(await textOn("2026-04-05")).toBeNull();
    expect(JSON.stringify(await exportConsentsOf(id))).toContain('"version":"not known"');
    // An earlier release named the text of the day on which it was entered.
    await db().consent.updateMany({ data: { version: policyVersion() } });
    expect((await office.guardians.family({ studentId: id })).consents).toMatchObject([{ version: null }]);
    expect(JSON.stringify(await exportConsentsOf(id))).toContain('"version":"not known"');
    await agree("2026-03-10T08:00:00Z", "2026-02-01 0123456789abcdef");
    await agree("2026-04-06T08:00:00Z", "2026-04-01 fedcba9876543210");
    expect(await textOn("2026-04-04")).toBe("2026-02-01 0123456789abcdef");
    expect(await textOn("2026-04-07")).toBe("2026-04-01 fedcba9876543210");
    for (const day of [undefined, privacy.updated]) expect(await textOn(day)).toBe(policyVersion());
  });

  it("that is withdrawn is reported to the office, unless it has been given again since", async () => {
    const asha = await createStudent();
    const caller = await as(await createGuardian({ of: [asha] }));
    const [give, send] = [{ studentId: asha.id }, guardianMails.consentWithdrawn];
    await caller.guardians.giveOwn(give);
    const twice = await Promise.allSettled([caller.guardians.withdrawOwn(give), caller.guardians.withdrawOwn(give)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await db().mail.count({ where: { kind: "consentWithdrawn" } })).toBe(1);
    const facts = await db().mail.findFirstOrThrow({ where: { kind: "consentWithdrawn" } });
    expect(await send?.(facts)).toMatchObject({ to: officeAddress(), link: { path: `/admin/students/${asha.id}` } });
    await caller.guardians.giveOwn(give);
    expect(await send?.(facts)).toBeNull();
  });

  it.each(["guardian", "student"])(
    "that is withdrawn also ends an earlier one when two entries of the %s are joined",
    async (who) => {
      const [asha, entry] = [await createStudent(), await add({})];
      const mother = await createGuardian({ of: [asha, { id: entry }] });
      const again = await createGuardian({ of: [{ id: entry }] });
      const [kept, withdrawn] =
        who === "guardian"
          ? ([
              [entry, mother.id],
              [entry, again.id],
            ] as const)
          : ([
              [entry, mother.id],
              [asha.id, mother.id],
            ] as const);
      const give = ([studentId, guardianId]: readonly [string, string], day: string, withdrawnAt?: string) =>
        db().consent.create({
          data: {
            ...{ studentId, guardianId, how: "join", version: "1", givenAt: new Date(day) },
            withdrawnAt: withdrawnAt ? new Date(withdrawnAt) : null,
          },
        });
      const { id } = await give(kept, "2026-02-01");
      await give(withdrawn, "2026-01-01", "2026-03-01");
      await give(withdrawn, "2026-04-01", "2026-11-01");
      expect(await missing()).not.toContain(entry);
      const { withdrawn: lost } = await office.guardians.previewJoin({ guardianId: mother.id, otherId: again.id });
      expect(lost).toHaveLength(who === "guardian" ? 1 : 0);
      if (who === "guardian") await office.guardians.join({ keptId: mother.id, goneId: again.id });
      else await office.students.attach({ id: entry, email: asha.email });
      expect(await missing()).toContain(entry);
      expect((await db().consent.findUniqueOrThrow({ where: { id } })).withdrawnAt).toEqual(new Date("2026-03-01"));
      expect(await readFile(join(env().DATA_DIR, "ended.log"), "utf8")).toContain(`consents ${id}`);
      await (await as(mother)).guardians.giveOwn({ studentId: entry });
      expect(await missing()).not.toContain(entry);
    },
  );

  it.each(["guardian", "student"])(
    "on paper that was withdrawn and entered again with its date still holds after two entries of the %s are joined",
    async (who) => {
      const [asha, nila] = [await createStudent(), await add({ name: "Nila Rao" })];
      const entry = await add({});
      const [mother, again] = [
        await createGuardian({ of: [{ id: entry }] }),
        await createGuardian({ of: [{ id: nila }] }),
      ];
      const paper = { studentId: entry, guardianId: mother.id };
      const { consents } = await office.guardians.addConsent(paper);
      await office.guardians.withdrawConsent({ id: consents[0]?._id ?? "" });
      await office.guardians.addConsent({ ...paper, day: inDays(-10) });
      expect(await missing()).not.toContain(entry);
      const joined = await office.guardians.previewJoin({ guardianId: again.id, otherId: mother.id });
      expect(joined.withdrawn).toEqual([]);
      if (who === "guardian") await office.guardians.join({ keptId: again.id, goneId: mother.id });
      else await office.students.attach({ id: entry, email: asha.email });
      expect(await missing()).not.toContain(entry);
    },
  );

  it("can be given at most five times an hour for a child, and can always be withdrawn", async () => {
    const [asha, nila] = [await createStudent(), await createStudent()];
    const { guardians } = await as(await createGuardian({ of: [asha, nila] }));
    for (let time = 0; time < 5; time += 1) {
      await guardians.giveOwn({ studentId: asha.id });
      await guardians.withdrawOwn({ studentId: asha.id });
    }
    expect((await refusalOf(guardians.giveOwn({ studentId: asha.id }))).code).toBe("TOO_MANY_REQUESTS");
    await guardians.giveOwn({ studentId: nila.id });
    expect(await db().mail.count({ where: { kind: "consentWithdrawn" } })).toBe(5);
  });

  it("is in the student’s export and is deleted with the student; it stays, without a name, when its guardian is erased", async () => {
    const asha = await createStudent();
    const mother = await createGuardian({ of: [asha] });
    await office.guardians.addConsent({ studentId: asha.id, guardianId: mother.id });
    expect(JSON.stringify(await (await as(asha)).account.exportData())).toContain("consent of a guardian");
    expect(JSON.stringify(await (await as(mother)).account.exportData())).toContain("consent for a child");
    await db().user.delete({ where: { id: mother.id } });
    expect((await office.guardians.family({ studentId: asha.id })).consents).toMatchObject([{ name: null }]);
    await db().user.delete({ where: { id: asha.id } });
    expect(await db().consent.count()).toBe(0);
  });
});
