import { beforeEach, describe, expect, it } from "vitest";
import { noticeMails } from "@/features/notices/emails";
import { sweepFiles } from "@/features/notices/mutations-files";
import { publishDue } from "@/features/notices/mutations-publish";
import { emailDelay } from "@/lib/email-delay";
import { db } from "@/server/db/client";
import {
  type Caller,
  callerOf,
  createGuardian,
  createStaff,
  createStudent,
  openStore,
  refusalOf,
  schoolYear,
  tokenFor,
} from "../factories";
import { inDays } from "../harness/days";
import { arrivedFile, type NoticeGiven, published, seenNotice, toClass7A } from "../harness/notices";
import { officeOfEachTest } from "../harness/office";

const { onDisk } = await openStore();
const toClass7 = { ...toClass7A, audience: [{ kind: "class" as const, className: 7 }] };

const office = officeOfEachTest();
let asha: Awaited<ReturnType<typeof createStudent>>;
let dev: string;
let mother: Awaited<ReturnType<typeof createGuardian>>;
let child: Caller;
let parent: Caller;

beforeEach(async () => {
  await schoolYear();
  const place = { className: 7, fromDay: "2026-04-06" };
  asha = await createStudent({ email: "asha@example.org" });
  await office.enrolments.enrol({ studentId: asha.id, ...place, section: "A" });
  dev = (await office.students.add({ name: "Dev Gill", ...place, section: "B" }))._id;
  mother = await createGuardian({ of: [asha, { id: dev }], email: "mother@example.org" });
  await db().user.updateMany({ data: { emailConfirmedAt: new Date() }, where: { email: { not: null } } });
  [child, parent] = [await callerOf(await tokenFor(asha)), await callerOf(await tokenFor(mother))];
});

const publish = (given: Partial<NoticeGiven> = {}) => published(office, { ...toClass7, ...given });
const titles = async ({ notices }: Caller) => (await notices.mine()).items.map(({ title }) => title);
const afterPause = () => new Date(Date.now() + emailDelay + 1000);
const recipients = async (kind = "notice") =>
  (await db().mail.findMany({ where: { kind }, orderBy: { recipient: "asc" } })).map(({ recipient }) => recipient);

/** Each number of a notice is that of the list behind it. */
async function expectEqualLists(id: string) {
  const { reach, answers } = await office.notices.get({ id });
  for (const [fact, count] of Object.entries({ ...reach, ...answers })) {
    const list = await office.notices.people({ id, fact: fact as "read" });
    expect([fact, list.items.length]).toEqual([fact, count]);
  }
  const { read, unread, confirmed } = answers;
  expect(await office.notices.answers({ ids: [id] })).toEqual([{ _id: id, all: read + unread, read, confirmed }]);
  return answers;
}

describe("the people a notice is for", () => {
  it("they and nobody else can read it, and guardians read it once for each child", async () => {
    const { id } = await publish();
    const others = [
      await callerOf(await tokenFor(await createStudent())),
      await callerOf(await tokenFor(await createGuardian({ of: [await createStudent()] }))),
      await callerOf((await createStaff({ role: "office" })).token),
    ];
    for (const other of others) {
      expect(await titles(other)).toEqual([]);
      expect((await refusalOf(other.notices.open({ id }))).code).toBe("NOT_FOUND");
      expect((await refusalOf(other.notices.confirm({ id, version: 1 }))).code).toBe("NOT_FOUND");
    }
    expect(await titles(child)).toEqual(["Reading week"]);
    expect((await parent.notices.getMine({ id })).of.map(({ name }) => name)).toEqual(["Asha Rao", "Dev Gill"]);
    expect(await db().noticeReceipt.count()).toBe(0);
  });

  it("an account that is not known to be the pupil's cannot read it", async () => {
    const unknown = await createStudent({ isKnown: false });
    await office.enrolments.enrol({ studentId: unknown.id, className: 7, fromDay: "2026-04-06" });
    await publish();
    expect(await titles(await callerOf(await tokenFor(unknown)))).toEqual([]);
  });

  it("they can be only students, only guardians, a section, one student, or staff", async () => {
    await publish({ title: "guardians", toStudents: false });
    await publish({ title: "students", toGuardians: false });
    await publish({ title: "section B", audience: [{ kind: "class", className: 7, section: "B" }] });
    await publish({ title: "Asha", audience: [{ kind: "student", studentId: asha.id }] });
    await publish({ title: "staff", audience: [{ kind: "staff" }] });
    await publish({ title: "all", audience: [{ kind: "students" }] });
    expect((await titles(child)).sort()).toEqual(["Asha", "all", "students"]);
    expect((await titles(parent)).sort()).toEqual(["Asha", "all", "guardians", "section B"]);
    const { token } = await createStaff({ role: "teacher", className: 7 });
    expect(await titles(await callerOf(token))).toEqual(["staff"]);
  });

  it("each of them is mailed, reads it without a mail, or cannot read it, and counts once", async () => {
    const aunt = await createGuardian({ of: [asha], email: "aunt@example.org" });
    await db().guardianship.updateMany({ where: { guardianId: aunt.id }, data: { getsMails: false } });
    const { id } = await publish();
    const { reach } = await office.notices.get({ id });
    expect(reach).toMatchObject({ students: 2, guardians: 2, mailed: 2, notMailed: 1, noLogin: 1 });
    await db().user.update({ where: { id: mother.id }, data: { passwordHash: null } });
    expect((await office.notices.get({ id })).reach).toEqual(reach);
    await expectEqualLists(id);
    expect((await office.notices.people({ id, fact: "noLogin" })).items).toMatchObject([{ name: "Dev Gill" }]);
  });

  it("one who joins later can read it, is counted and is not mailed; one who leaves is not counted", async () => {
    const { id } = await publish();
    await publishDue(afterPause());
    const late = await createStudent({ email: "late@example.org" });
    const { _id: place } = await office.enrolments.enrol({ studentId: late.id, className: 7, fromDay: "2026-04-06" });
    expect(await titles(await callerOf(await tokenFor(late)))).toEqual(["Reading week"]);
    expect(await expectEqualLists(id)).toMatchObject({ read: 0, unread: 3 });
    await publishDue(afterPause());
    expect(await recipients()).toEqual(["asha@example.org", "mother@example.org"]);
    await db().enrolment.update({ where: { id: place }, data: { toDay: new Date("2026-11-20"), endReason: "left" } });
    expect(await expectEqualLists(id)).toMatchObject({ read: 0, unread: 2 });
  });
});

describe("reading and confirming", () => {
  it("is counted by student: anyone in the family can open it, and each child counts separately", async () => {
    const { id } = await publish({ mustConfirm: true });
    expect(await parent.notices.unread()).toEqual({ unread: 1 });
    expect(await expectEqualLists(id)).toEqual({ read: 0, unread: 2, confirmed: 0, unconfirmed: 2 });
    await child.notices.open({ id });
    await child.notices.open({ id });
    expect(await expectEqualLists(id)).toEqual({ read: 1, unread: 1, confirmed: 0, unconfirmed: 2 });
    await parent.notices.open({ id });
    expect(await parent.notices.unread()).toEqual({ unread: 0 });
    await parent.notices.confirm({ id, version: 1, studentId: dev });
    expect(await expectEqualLists(id)).toEqual({ read: 2, unread: 0, confirmed: 1, unconfirmed: 1 });
    const of = (await parent.notices.getMine({ id })).of.map(({ confirmedAt }) => confirmedAt !== null);
    expect(of).toEqual([false, true]);
    expect((await refusalOf(parent.notices.confirm({ id, version: 1 }))).code).toBe("NOT_FOUND");
    await child.notices.confirm({ id, version: 1 });
    expect(await expectEqualLists(id)).toMatchObject({ confirmed: 2 });
  });

  it("a notice that needs no confirmation takes none", async () => {
    const { id } = await publish();
    expect((await refusalOf(child.notices.confirm({ id, version: 1 }))).code).toBe("CONFLICT");
    const given = { ...toClass7, audience: [{ kind: "public" as const }], mustConfirm: true };
    expect((await refusalOf(office.notices.add(given))).issues?.[0]?.path).toEqual(["mustConfirm"]);
  });

  it("a change asks again only if the office says so, and earlier answers stay with their version", async () => {
    const { id } = await publish({ mustConfirm: true });
    await child.notices.confirm({ id, version: 1 });
    const change = async (text: string, askAgain: boolean) =>
      office.notices.change({ ...(await seenNotice(office, id)), title: "Reading week", text, askAgain });
    await change("Bring two books.", false);
    expect(await expectEqualLists(id)).toMatchObject({ confirmed: 1 });
    expect((await child.notices.getMine({ id })).changedAt).not.toBeNull();
    await change("Bring three books.", true);
    expect(await expectEqualLists(id)).toMatchObject({ read: 0, confirmed: 0 });
    expect(await child.notices.unread()).toEqual({ unread: 1 });
    const unseen = [1, 2, 4].map(async (version) => (await refusalOf(child.notices.confirm({ id, version }))).code);
    expect(await Promise.all(unseen)).toEqual(["CONFLICT", "CONFLICT", "CONFLICT"]);
    await child.notices.confirm({ id, version: (await child.notices.getMine({ id })).version });
    const receipts = await db().noticeReceipt.findMany({ orderBy: { version: "asc" } });
    expect(receipts.map(({ version, confirmedAt }) => confirmedAt && version)).toEqual([1, 3]);
    expect(await db().noticeVersion.count()).toBe(3);
  });
});

describe("the mails of a notice", () => {
  const letters = async (kind: "notice" | "noticeReminder" = "notice") => {
    const mails = await db().mail.findMany({ where: { kind }, orderBy: { recipient: "asc" } });
    return Promise.all(mails.map((mail) => noticeMails[kind]?.(mail)));
  };

  it("leave after the pause, once to each person whom a mail reaches, after all other mails", async () => {
    const { id } = await publish({ mustConfirm: true });
    await publishDue(new Date());
    expect(await recipients()).toEqual([]);
    await Promise.all([1, 2, 3].map(() => publishDue(afterPause())));
    await publishDue(afterPause());
    expect(await recipients()).toEqual(["asha@example.org", "mother@example.org"]);
    expect(await db().mail.findMany({ select: { rank: true, subjectId: true } })).toEqual([
      { rank: 2, subjectId: id },
      { rank: 2, subjectId: id },
    ]);
    expect((await letters()).map((letter) => letter?.paragraphs)).toEqual([
      ["Bring a book.", "• Any book", "Please confirm that you have read this."],
      ["For Asha Rao and Dev Gill.", "Bring a book.", "• Any book", "Please confirm that you have read this."],
    ]);
    expect((await office.notices.get({ id })).mails).toEqual({ waiting: 2 });
  });

  it("are not ordered if the notice is taken back in time, and not sent if it was withdrawn", async () => {
    const seen = await publish();
    await office.notices.takeBack(seen);
    await publishDue(afterPause());
    expect(await recipients()).toEqual([]);
    expect(await titles(child)).toEqual([]);
    const { rowVersion } = await office.notices.publish(await seenNotice(office, seen.id));
    await publishDue(afterPause());
    expect((await refusalOf(office.notices.takeBack({ id: seen.id, rowVersion }))).code).toBe("CONFLICT");
    await office.notices.withdraw({ id: seen.id, rowVersion, reason: "wrong week" });
    expect(await letters()).toEqual([null, null]);
  });

  it("about a change wait with those of the first version, and both are taken back with the changed notice", async () => {
    const { id } = await publish({ mustConfirm: true });
    await child.notices.confirm({ id, version: 1 });
    for (const askAgain of [false, true]) {
      const given = { title: "Reading weeks", text: `Again: ${askAgain}`, askAgain };
      await office.notices.change({ ...(await seenNotice(office, id)), ...given });
    }
    const back = await office.notices.takeBack(await seenNotice(office, id));
    expect(back).toMatchObject({ state: "draft", title: "Reading weeks", text: "Again: true", version: 4 });
    expect(await db().noticeVersion.findMany()).toMatchObject([{ title: "Reading weeks", body: [] }]);
    await publishDue(afterPause());
    expect(await recipients()).toEqual([]);
    await office.notices.publish(await seenNotice(office, id));
    expect([await db().noticeVersion.count(), await db().noticeReceipt.count()]).toEqual([1, 0]);
    await publishDue(afterPause());
    expect((await letters()).map((letter) => letter?.subject)).toEqual(["Reading weeks", "Reading weeks"]);
    const text = "Bring three books.";
    await office.notices.change({ ...(await seenNotice(office, id)), title: "Told", text, askAgain: true });
    expect((await refusalOf(office.notices.takeBack(await seenNotice(office, id)))).code).toBe("CONFLICT");
    await publishDue(afterPause());
    await publishDue(new Date(afterPause().getTime() + 60_000));
    expect(await recipients()).toHaveLength(4);
  });

  it("go to nobody whose link wants none or has ended, and to no address that has changed hands", async () => {
    await db().guardianship.updateMany({ where: { studentId: dev }, data: { getsMails: false } });
    await publish();
    await publishDue(afterPause());
    expect((await letters())[1]?.paragraphs[0]).toBe("For Asha Rao.");
    await db().guardianship.updateMany({ data: { endedAt: new Date() } });
    await db().user.update({ where: { id: asha.id }, data: { email: "new@example.org" } });
    expect(await letters()).toEqual([null, null]);
  });

  it("lead staff to their own page, and a colleague with a child in the class to the page of families", async () => {
    await createStaff({ role: "teacher", className: 7 });
    const { user } = await createStaff({ role: "office" });
    await db().guardianship.create({
      data: { guardianId: user.id, studentId: dev, relation: "Mother", origin: "office" },
    });
    const { id } = await publish({ audience: [{ kind: "staff" }, { kind: "class", className: 7, section: "B" }] });
    await publishDue(afterPause());
    const paths = (await letters()).map((letter) => letter?.link?.path);
    expect(paths).toEqual(["/user/notices", "/admin/notices/for-me", "/user/notices"].map((path) => `${path}/${id}`));
  });

  it("remind the rest once, including families with one child that is left", async () => {
    const { id } = await publish({ mustConfirm: true });
    expect((await refusalOf(office.notices.remind(await seenNotice(office, id)))).code).toBe("CONFLICT");
    await publishDue(afterPause());
    await child.notices.confirm({ id, version: 1 });
    expect(await office.notices.remind(await seenNotice(office, id))).toEqual({ count: 1 });
    expect((await refusalOf(office.notices.remind(await seenNotice(office, id)))).code).toBe("CONFLICT");
    expect(await recipients("noticeReminder")).toEqual(["mother@example.org"]);
    await db().mail.updateMany({ where: { kind: "notice" }, data: { state: "sent", sentAt: new Date() } });
    expect((await letters("noticeReminder"))[0]).toMatchObject({ subject: "Reminder: Reading week" });
    await parent.notices.confirm({ id, version: 1, studentId: asha.id });
    await parent.notices.confirm({ id, version: 1, studentId: dev });
    expect(await letters("noticeReminder")).toEqual([null]);
  });
});

describe("the life of a notice", () => {
  it("can be planned for a time to come, and is then published in that minute, once", async () => {
    const { _id: id, rowVersion } = await office.notices.add({ ...toClass7, until: inDays(25) });
    const at = { date: inDays(5), time: "18:00" };
    const past = office.notices.publish({ id, rowVersion, at: { ...at, date: "2020-12-04" } });
    expect((await refusalOf(past)).issues?.[0]?.path).toEqual(["time"]);
    const late = office.notices.publish({ id, rowVersion, at: { ...at, date: inDays(26) } });
    expect((await refusalOf(late)).issues?.[0]?.path).toEqual(["until"]);
    await office.notices.publish({ id, rowVersion, at });
    expect(await titles(child)).toEqual([]);
    await publishDue(new Date(`${at.date}T12:29:58Z`));
    expect((await office.notices.get({ id })).state).toBe("scheduled");
    await Promise.all([1, 2, 3].map(() => publishDue(new Date(`${at.date}T12:30:00Z`))));
    expect((await office.notices.get({ id })).state).toBe("published");
    expect(await db().noticeVersion.count()).toBe(1);
  });

  it("ends after its last day, by the institute's clock", async () => {
    const until = inDays(5);
    const { id } = await publish({ until });
    const { expiresAt } = await db().notice.findUniqueOrThrow({ where: { id } });
    expect(expiresAt).toEqual(new Date(`${until}T18:30:00Z`));
    expect((await office.notices.get({ id })).until).toBe(until);
    await db().notice.update({ where: { id }, data: { expiresAt: new Date() } });
    expect(await titles(child)).toEqual([]);
  });

  it("when withdrawn, is gone except for those who had opened it, who read why", async () => {
    const seen = await publish();
    await child.notices.open({ id: seen.id });
    await office.notices.withdraw({ ...seen, reason: "wrong week" });
    expect(await titles(parent)).toEqual([]);
    expect((await child.notices.mine()).items).toMatchObject([
      { state: "withdrawn", reason: "wrong week", blocks: [], files: [], isNew: false },
    ]);
    await publish();
    expect(await child.notices.mine({ page: 9 })).toMatchObject({ items: [], total: 2, unread: 1 });
  });

  it("is not changed by a screen that is out of date, nor moved to a state that its present one does not lead to", async () => {
    const seen = await publish();
    expect((await refusalOf(office.notices.withdraw({ ...seen, rowVersion: 1, reason: "x" }))).code).toBe("CONFLICT");
    expect((await refusalOf(office.notices.edit({ ...toClass7, ...seen }))).code).toBe("CONFLICT");
    expect((await refusalOf(office.notices.remove(seen))).code).toBe("CONFLICT");
    expect((await refusalOf(office.notices.publish(seen))).code).toBe("CONFLICT");
  });

  it("waits for the office if it was due when a backup came back", async () => {
    const { id } = await publish();
    await db().notice.update({ where: { id }, data: { heldAt: new Date(), tellAt: new Date(0) } });
    await publishDue(afterPause());
    expect(await recipients()).toEqual([]);
    expect((await office.notices.list()).held).toMatchObject([{ _id: id }]);
    await office.notices.settle({ ...(await seenNotice(office, id)), isToLeave: true });
    await publishDue(afterPause());
    expect(await recipients()).toHaveLength(2);
  });

  it("is in the audit trail with ids and counts, and without a word of its text", async () => {
    const seen = await publish({ title: "A secret title", audience: [{ kind: "student", studentId: asha.id }] });
    await office.notices.withdraw({ ...seen, reason: "a secret reason" });
    const events = await db().auditEvent.findMany({
      where: { action: { startsWith: "notice" } },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ action }) => action).sort()).toEqual(["notice-added", "notice-published", "notice-withdrawn"]);
    expect(JSON.stringify(events)).not.toMatch(/secret|Asha/);
    const hrefs = async () => (await office.records.listEvents({ limit: 3 })).items.map(({ href }) => href);
    expect(await hrefs()).toEqual(Array(3).fill(`/admin/notices/${seen.id}`));
    await db().notice.delete({ where: { id: seen.id } });
    expect(await hrefs()).toEqual([null, null, null]);
  });
});

describe("files beside a notice", () => {
  it("are three at most, are inspected, and can be opened by anyone who may read the notice now", async () => {
    const seen = await publish({ audience: [{ kind: "student", studentId: asha.id }] });
    const bad = await arrivedFile(seen.id, Buffer.from("no PDF"));
    expect((await refusalOf(office.notices.addFile(bad))).code).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(await onDisk()).toEqual([]);
    const elsewhere = await arrivedFile((await publish()).id);
    expect((await refusalOf(office.notices.addFile({ ...elsewhere, id: seen.id }))).code).toBe("NOT_FOUND");
    const files = [];
    for (let count = 0; count < 3; count += 1) {
      files.push(await arrivedFile(seen.id));
      await office.notices.addFile({ id: seen.id, key: files[count]?.key ?? "" });
    }
    expect((await refusalOf(office.notices.addFile(await arrivedFile(seen.id)))).code).toBe("CONFLICT");
    const [first] = files;
    if (!first) throw new Error("There is no file.");
    const stranger = await callerOf(await tokenFor(await createStudent()));
    for (const other of [stranger, await callerOf(null)]) {
      expect((await refusalOf(other.notices.file(first))).code).toBe("NOT_FOUND");
    }
    expect(await parent.notices.file(first)).toMatchObject({ name: "list.pdf", kind: "pdf" });
    await child.notices.open({ id: seen.id });
    await office.notices.withdraw({ ...(await seenNotice(office, seen.id)), reason: "wrong week" });
    expect((await refusalOf(child.notices.file(first))).code).toBe("NOT_FOUND");
    expect(await office.notices.file(first)).toMatchObject({ name: "list.pdf" });
    await office.notices.remove(await seenNotice(office, seen.id));
    await sweepFiles(new Date(Date.now() + 1000));
    expect(await onDisk()).toEqual([]);
  });
});

it("a notice to 3,000 students and their 6,000 guardians is counted, ordered and reminded of in one statement each", async () => {
  await db().$executeRaw`
    with made as (
      insert into users (id, name, email, email_confirmed_at, vouched_at)
      select gen_random_uuid(), 'Student ' || n, 's' || n || '@example.org', now(), now() from generate_series(1, 3000) n returning id, email
    ), entries as (insert into students (user_id, origin) select id, 'office' from made returning user_id
    ), enrolled as (
      insert into enrolments (id, student_id, school_year_id, class_name, from_day)
      select gen_random_uuid(), e.user_id, y.id, 1 + hashtext(e.user_id::text) % 6 + 5, '2026-04-06' from entries e cross join school_years y
    ), parents as (
      insert into users (id, name, email, email_confirmed_at)
      select gen_random_uuid(), 'Guardian ' || n, 'g' || n || '@example.org', now() from generate_series(1, 6000) n returning id, email
    )
    insert into guardianships (id, guardian_id, student_id, relation, origin)
    select gen_random_uuid(), p.id, m.id, 'Mother', 'office' from parents p
    join made m on m.email = 's' || (1 + substr(split_part(p.email, '@', 1), 2)::int % 3000) || '@example.org'`;
  // As autovacuum does within a minute: planned for empty tables, each statement takes seconds.
  await db().$executeRaw`analyze users, students, enrolments, guardianships`;
  const { id } = await publish({ audience: [{ kind: "students" }], mustConfirm: true });
  await publishDue(afterPause());
  // With those of every test: Asha, Dev, and the mother of both.
  expect((await office.notices.get({ id })).reach).toMatchObject({ students: 3002, guardians: 6001, mailed: 9002 });
  expect((await office.notices.people({ id, fact: "guardians", cursor: 61 })).items).toHaveLength(1);
  expect((await office.notices.people({ id, fact: "guardians", cursor: 62 })).items).toEqual([]);
  expect(await db().mail.count({ where: { subjectId: id } })).toBe(9002);
  expect(await office.notices.remind(await seenNotice(office, id))).toEqual({ count: 9002 });
});
