import { beforeEach, describe, expect, it } from "vitest";
import { getNotice, getToRead } from "@/features/notices/data";
import { listPeople } from "@/features/notices/data-audience";
import { listAnswers, listNotices } from "@/features/notices/data-office";
import { sweepFiles } from "@/features/notices/mutations-files";
import type { Fact } from "@/features/notices/schema-office";
import { db } from "@/server/db/client";
import {
  biology,
  type Caller,
  callerOf,
  createGuardian,
  createStaff,
  createStudent,
  openStore,
  principalFor,
  refusalOf,
  schoolYear,
  tokenFor,
} from "../factories";
import { inDays } from "../harness/days";
import { arrivedFile, type NoticeGiven, published, seenNotice, toClass7A } from "../harness/notices";
import { officeOfEachTest } from "../harness/office";
import { fc } from "../harness/random";
import { isThorough } from "../harness/runs";

await openStore();
const setUpFirst = "Staff of this institute sign in in two steps. Please turn it on in your account first.";
const toClass7 = { ...toClass7A, audience: [{ kind: "class" as const, className: 7 }] };

const office = officeOfEachTest();
let studentId: string;

beforeEach(async () => {
  studentId = (await createStudent()).id;
});

const publish = (given: Partial<NoticeGiven> = {}) => published(office, { ...toClass7, ...given });

it("a teacher can write only to the classes granted to them, and to nothing wider", async () => {
  const { notices } = await callerOf((await createStaff({ role: "teacher", className: 7, section: "A" })).token);
  const { id } = await publish();
  expect((await refusalOf(notices.get({ id }))).code).toBe("FORBIDDEN");
  for (const audience of [toClass7.audience, [{ kind: "students" as const }], [{ kind: "public" as const }]]) {
    expect((await refusalOf(notices.add({ ...toClass7, audience }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(notices.preview({ audience }))).code).toBe("FORBIDDEN");
  }
  const own = await notices.add(toClass7A);
  expect((await refusalOf(notices.edit({ ...toClass7, id: own._id, rowVersion: 1 }))).code).toBe("FORBIDDEN");
  expect((await notices.list()).items.map(({ _id }) => _id)).toEqual([own._id, id]);
});

it("a subject teacher sees how many guardians a notice reaches, and of whom; only the class teacher sees their names", async () => {
  await schoolYear();
  const place = { className: 7, section: "A", fromDay: "2026-04-06" };
  const { _id: miraId } = await office.students.add({ name: "Mira Rao", ...place });
  await office.guardians.add({ studentId: miraId, name: "Ravi Rao", relation: "Father" });
  const { id: subjectId } = await biology();
  const grant = { role: "teacher" as const, className: 7, section: "A" };
  const toGuardians = { audience: toClass7A.audience, toGuardians: true };
  const lists = async ({ notices }: Caller) => {
    const { _id: id } = await notices.add({ ...toClass7A, ...toGuardians });
    expect(await notices.preview(toGuardians)).toMatchObject({ students: 1, guardians: 1, noLogin: 2 });
    const pages = [
      await notices.people({ id, fact: "guardians" }),
      await notices.previewPeople({ ...toGuardians, fact: "noLogin" }),
    ];
    return pages.map(({ items }) => items.map(({ name, guardianOf }) => [name, guardianOf]));
  };
  const child = ["Mira Rao", null];
  const all = [[["Ravi Rao", "Mira Rao"]], [child, ["Ravi Rao", "Mira Rao"]]];
  expect(await lists(office)).toEqual(all);
  expect(await lists(await callerOf((await createStaff(grant)).token))).toEqual(all);
  const teacher = await callerOf((await createStaff({ ...grant, subjectId })).token);
  expect(await lists(teacher)).toEqual([[[null, "Mira Rao"]], [child, [null, "Mira Rao"]]]);
});

it("a colleague who is a guardian in the class appears as a guardian in the lists that count only guardians", async () => {
  await schoolYear();
  const place = { className: 7, section: "A", fromDay: "2026-04-06" };
  const { _id: studentId } = await office.students.add({ name: "Mira Rao", ...place });
  const { user } = await createStaff({ role: "office" });
  await db().guardianship.create({ data: { studentId, guardianId: user.id, relation: "mother", origin: "office" } });
  const toStaff = [...toClass7A.audience, { kind: "staff" as const }];
  const shown = async (fact: Fact, names: boolean, audience = toStaff) => {
    const meant = { audience, toStudents: false, toGuardians: true, mustConfirm: false };
    const { items } = await listPeople(meant, fact, 1, names);
    return items.flatMap(({ id, name, guardianOf }) => (id === user.id ? [[name, guardianOf]] : []));
  };
  const [colleague, guardian, hidden] = [
    ["Meera Iyer", null],
    ["Meera Iyer", "Mira Rao"],
    [null, "Mira Rao"],
  ];
  for (const fact of ["staff", "unread", "mailed"] as const)
    expect([fact, await shown(fact, false), await shown(fact, true)]).toEqual([fact, [colleague], [colleague]]);
  expect([await shown("guardians", false), await shown("guardians", true)]).toEqual([[hidden], [guardian]]);
  // A person who is not a colleague for this notice counts only as a guardian.
  expect(await shown("mailed", false, toClass7A.audience)).toEqual([hidden]);
  const { items } = await office.notices.previewPeople({ audience: toStaff, fact: "staff" });
  expect(items.map(({ guardianOf }) => guardianOf)).toEqual(items.map(() => null));
});

it("a teacher can read what a whole class, or every class, is told, and can change nothing of it", async () => {
  const { notices } = await callerOf((await createStaff({ role: "teacher", className: 7, section: "A" })).token);
  const { id } = await publish();
  const file = await arrivedFile(id);
  await office.notices.addFile(file);
  await publish({ title: "all", audience: [{ kind: "students" }] });
  const hidden = [
    await publish({ audience: [{ kind: "class", className: 7, section: "B" }] }),
    await publish({ audience: [...toClass7.audience, { kind: "student", studentId: studentId }] }),
    { id: (await office.notices.add(toClass7))._id },
  ];
  expect((await notices.list()).items.map(({ title }) => title)).toEqual(["all", "Reading week"]);
  expect(await notices.read({ id })).toMatchObject({ title: "Reading week", files: [{ name: "list.pdf" }] });
  expect(await notices.file(file)).toMatchObject({ name: "list.pdf" });
  const seen = await seenNotice(office, id);
  const acts = [
    () => notices.takeBack(seen),
    () => notices.withdraw({ ...seen, reason: "no" }),
    () => notices.mayAddFile({ id }),
  ];
  for (const act of acts) expect((await refusalOf(act())).code).toBe("FORBIDDEN");
  expect((await refusalOf(notices.people({ id, fact: "students" }))).code).toBe("FORBIDDEN");
  expect(await notices.answers({ ids: [id, ...hidden.map((one) => one.id)] })).toEqual([]);
  for (const one of hidden) expect((await refusalOf(notices.read({ id: one.id }))).code).toBe("FORBIDDEN");
  await office.notices.withdraw({ ...seen, reason: "wrong week" });
  expect((await refusalOf(notices.read({ id }))).code).toBe("FORBIDDEN");
  expect((await refusalOf(notices.file(file))).code).toBe("NOT_FOUND");
  await office.notices.remove(await seenNotice(office, id));
  await sweepFiles(new Date(Date.now() + 1000));
});

describe("a teacher of any classes and sections", () => {
  const place = {
    className: fc.constantFrom(1, 7, 11),
    section: fc.constantFrom(null, "A", "1A"),
  };
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("class" as const), ...place }) },
    fc.record({ kind: fc.constantFrom("public", "students", "staff", "student" as const) }),
  );
  const then = new Date("2026-11-01");
  const state = fc.constantFrom(
    { state: "draft" as const },
    { state: "scheduled" as const, publishAt: then },
    { state: "scheduled" as const, publishAt: then, heldAt: then },
    { state: "published" as const, publishedAt: then },
    { state: "withdrawn" as const, publishedAt: then, withdrawnAt: then },
  );
  const notice = fc.record({
    state,
    audience: fc.uniqueArray(part, { maxLength: 3, comparator: "SameValue", selector: (one) => JSON.stringify(one) }),
  });
  const grant = fc.record({ role: fc.constant("teacher" as const), ...place, subjectKeys: fc.constant(null) });

  it("sees in the list what they may open, and gets counts of answers only for what they may change", {
    timeout: 300_000,
  }, async () => {
    const teacher = await principalFor((await createStaff({ role: "teacher", className: 7 })).token);
    const grants = fc.array(grant, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(notice, { minLength: 1, maxLength: 6 }), grants, async (notices, held) => {
        await db().notice.deleteMany();
        const made = notices.map(({ state: given, audience }) =>
          db().notice.create({ data: { title: "x", body: [], ...given, audiences: { create: audience } } }),
        );
        const rows = await Promise.all(made);
        const principal = { ...teacher, grants: held };
        const allowed = async (call: (id: string) => Promise<unknown>) => {
          const calls = await Promise.allSettled(rows.map(({ id }) => call(id)));
          return rows.filter((_, index) => calls[index]?.status === "fulfilled");
        };
        const idsOf = (some: { id: string }[]) => some.map(({ id }) => id).sort();
        const listed = async (asked?: "held") => {
          const page = await listNotices({ page: 1, limit: 100, ...(asked && { state: asked }) }, principal);
          expect(page.total).toBe(page.items.length);
          return page.items.map(({ _id }) => _id).sort();
        };
        const own = await allowed((id) => getNotice(id, principal));
        expect(await listed()).toEqual(idsOf(await allowed((id) => getToRead(id, principal))));
        expect(await listed("held")).toEqual(idsOf(own.filter(({ heldAt }) => heldAt !== null)));
        const answers = await listAnswers(idsOf(rows), principal);
        expect(answers.map(({ _id }) => _id).sort()).toEqual(idsOf(own.filter((one) => one.state === "published")));
      }),
      { numRuns: isThorough ? 300 : 30 },
    );
  });
});

it("staff without the second step that the institute demands get no notices for staff", async () => {
  const { token } = await createStaff({ role: "office" });
  const { id } = await publish({ audience: [{ kind: "staff" }], mustConfirm: true });
  expect((await (await callerOf(token)).notices.mine()).items).toHaveLength(1);
  await office.settings.change({ key: "staffSecondStep", value: true });
  const { notices } = await callerOf(token);
  expect(await notices.unread()).toEqual({ unread: 0 });
  for (const act of [
    () => notices.mine(),
    () => notices.getMine({ id }),
    () => notices.open({ id }),
    () => notices.confirm({ id, version: 1 }),
  ])
    expect(await refusalOf(act())).toMatchObject({ code: "FORBIDDEN", message: setUpFirst });
});

it("a file that was removed is deleted, even behind a thousand others", async () => {
  const { id } = await publish();
  const file = await arrivedFile(id);
  await office.notices.addFile(file);
  await db().$executeRaw`
    with made as (insert into uploads (key, state, owner_kind, owner_id, store, name, size, type, changed_at)
      select lpad(n::text, 48, '0'), 'published', 'notice', ${id}::uuid, 'embedded', 'x', 1, 'application/pdf', now()
      from generate_series(1, 1000) n returning key)
    insert into notice_files (notice_id, upload_key, name, kind, size, hash)
    select ${id}::uuid, key, 'x', 'pdf', 1, decode(repeat('00', 32), 'hex') from made`;
  await office.notices.removeFile(file);
  expect(await sweepFiles(new Date(Date.now() + 1000))).toBe(1);
});

it("what is published again after a take-back is not confirmed by those who read it before", async () => {
  await schoolYear();
  await office.enrolments.enrol({ studentId, className: 7, fromDay: "2026-04-06" });
  const { notices } = await callerOf(await tokenFor(await db().user.findUniqueOrThrow({ where: { id: studentId } })));
  const seen = await publish({ mustConfirm: true });
  const { version } = await notices.getMine({ id: seen.id });
  await office.notices.takeBack(seen);
  await office.notices.publish(await seenNotice(office, seen.id));
  expect((await refusalOf(notices.confirm({ id: seen.id, version }))).code).toBe("CONFLICT");
  const now = await notices.getMine({ id: seen.id });
  expect(now.changedAt).toBeNull();
  await notices.confirm({ id: seen.id, version: now.version });
  expect((await office.notices.get({ id: seen.id })).answers).toMatchObject({ confirmed: 1 });
});

it("a taken-back notice is one line, with its earlier title, for those who had opened it, until it is published or deleted", async () => {
  await schoolYear();
  await office.enrolments.enrol({ studentId, className: 7, fromDay: "2026-04-06" });
  const mother = await createGuardian({ of: [{ id: studentId }] });
  const [{ notices }, aunt] = [
    await callerOf(await tokenFor(mother)),
    await callerOf(await tokenFor(await createGuardian({ of: [{ id: studentId }] }))),
  ];
  const seen = await publish({ mustConfirm: true, pinned: true });
  const { id } = seen;
  const file = await arrivedFile(id);
  await office.notices.addFile(file);
  await notices.open({ id });
  const { version } = await notices.getMine({ id });
  await notices.confirm({ id, version, studentId });
  await office.notices.takeBack(await seenNotice(office, id));
  const nothing = { blocks: [], files: [], reason: null, isNew: false, pinned: false, mustConfirm: false };
  const line = { ...nothing, title: "Reading week", state: "takenBack", publishedAt: expect.any(Date) };
  const expectLine = async () => {
    expect(await notices.mine()).toMatchObject({ items: [line], total: 1, unread: 0 });
    expect(await notices.open({ id })).toMatchObject(line);
    expect((await refusalOf(notices.file(file))).code).toBe("NOT_FOUND");
    expect((await refusalOf(notices.confirm({ id, version, studentId }))).code).toBe("CONFLICT");
  };
  await expectLine();
  expect((await aunt.notices.mine()).items).toEqual([]);
  expect((await refusalOf(aunt.notices.getMine({ id }))).code).toBe("NOT_FOUND");

  const other = { title: "Trip", text: "To the lake.", audience: [{ kind: "class" as const, className: 8 }] };
  await office.notices.edit({ ...(await seenNotice(office, id)), ...other });
  await expectLine();
  await office.notices.publish({ ...(await seenNotice(office, id)), at: { date: inDays(3), time: "18:00" } });
  await expectLine();
  await db().guardianship.updateMany({ where: { guardianId: mother.id }, data: { endedAt: new Date() } });
  expect((await notices.mine()).items).toEqual([]);
  await db().guardianship.updateMany({ data: { endedAt: null } });
  await office.notices.callOff(await seenNotice(office, id));
  await office.notices.edit({ ...(await seenNotice(office, id)), ...other, audience: toClass7.audience });
  await office.notices.publish(await seenNotice(office, id));
  expect((await notices.mine()).items).toMatchObject([{ title: "Trip", state: "published", isNew: true }]);
  await notices.open({ id });
  await office.notices.takeBack(await seenNotice(office, id));
  await office.notices.remove(await seenNotice(office, id));
  expect((await notices.mine()).items).toEqual([]);
});

it("other files make a new version of a published notice, but not of a draft; earlier answers stay with their version", async () => {
  const draft = await office.notices.add(toClass7);
  const file = await arrivedFile(draft._id);
  await office.notices.addFile(file);
  await office.notices.removeFile(file);
  expect(await office.notices.get({ id: draft._id })).toMatchObject({ version: 1, rowVersion: 1 });
  await schoolYear();
  await office.enrolments.enrol({ studentId, className: 7, fromDay: "2026-04-06" });
  const { notices } = await callerOf(await tokenFor(await db().user.findUniqueOrThrow({ where: { id: studentId } })));
  const seen = await publish({ mustConfirm: true });
  await notices.confirm({ id: seen.id, version: 1 });
  const added = await arrivedFile(seen.id);
  const states = [await office.notices.addFile(added), await office.notices.removeFile(added)];
  expect(states.map(({ version, files }) => [version, files.length])).toEqual([
    [2, 1],
    [3, 0],
  ]);
  expect((await refusalOf(office.notices.change({ ...seen, title: "x", text: "x" }))).code).toBe("CONFLICT");
  expect(await db().noticeReceipt.findMany()).toMatchObject([{ version: 1, confirmedAt: expect.any(Date) }]);
  expect(await notices.open({ id: seen.id })).toMatchObject({ changedAt: expect.any(Date), isNew: false });
  expect((await office.notices.get({ id: seen.id })).answers).toMatchObject({ confirmed: 1 });
  await office.notices.change({ ...(await seenNotice(office, seen.id)), title: "x", text: "x", askAgain: true });
  expect((await office.notices.get({ id: seen.id })).answers).toMatchObject({ confirmed: 0 });
});
