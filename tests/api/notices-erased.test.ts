import { beforeEach, expect, it } from "vitest";
import { sweepFiles } from "@/features/notices/mutations-files";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { callerOf, createStaff, createStudent, openStore, usualPassword as password, refusalOf } from "../factories";
import { arrivedFile, type NoticeGiven, published } from "../harness/notices";
import { officeOfEachTest } from "../harness/office";

const { onDisk } = await openStore();

const office = officeOfEachTest();
let asha: User;
let dev: User;

beforeEach(async () => {
  [asha, dev] = [await createStudent({ name: "Asha Rao" }), await createStudent({ name: "Dev Gill" })];
});

const to = (...students: User[]) => students.map(({ id: studentId }) => ({ kind: "student" as const, studentId }));
const class7A = { kind: "class" as const, className: 7, section: "A" };
const publish = (title: string, audience: NoticeGiven["audience"], more: Partial<NoticeGiven> = {}) =>
  published(office, { title, audience, ...more });
const erase = ({ id }: User) => office.people.eraseById({ id, password });
const titles = async () => (await db().notice.findMany({ orderBy: { id: "asc" } })).map(({ title }) => title);

it("what was told only to single students is deleted with the last of them, with versions and files", async () => {
  const { id, rowVersion } = await publish("to Asha", to(asha));
  await office.notices.change({ id, rowVersion, title: "to Asha alone", text: "Please see me." });
  await office.notices.addFile(await arrivedFile(id));
  await office.notices.add({ title: "draft", text: "Soon.", audience: to(asha) });
  await publish("to both", to(asha, dev));
  await publish("to a class as well", [...to(asha), class7A]);
  await publish("to the class", [class7A]);
  const others = ["to a class as well", "to the class"];
  expect((await onDisk()).length).toBe(1);
  await erase(asha);
  expect(await titles()).toEqual(["to both", ...others]);
  expect(await db().noticeVersion.count({ where: { noticeId: id } })).toBe(0);
  expect(await sweepFiles(new Date(Date.now() + 1000))).toBe(1);
  expect(await onDisk()).toEqual([]);
  await erase(dev);
  expect(await titles()).toEqual(others);
});

it("what was told to a class and to single students is the office’s only, even once those are erased", async () => {
  const { notices } = await callerOf((await createStaff({ role: "teacher", className: 7, section: "A" })).token);
  const { id } = await publish("about Asha and Dev", [...to(asha, dev), class7A]);
  const expectHidden = async () => {
    for (const call of [notices.read({ id }), notices.get({ id })])
      expect((await refusalOf(call)).code).toBe("FORBIDDEN");
    expect((await notices.list()).items).toEqual([]);
  };
  await expectHidden();
  await erase(asha);
  await expectHidden();
  await erase(dev);
  await expectHidden();
  const { audience, reach } = await office.notices.get({ id });
  expect(audience).toMatchObject([{ kind: "class" }, { kind: "student", studentId: null, studentName: null }]);
  expect(reach.students).toBe(0);
});

it("what was told only to one student is in that student’s export, unless it is for the guardians", async () => {
  await publish("to Asha", to(asha), { text: "Please see me.\n\n- Today" });
  await publish("to both", to(asha, dev));
  await publish("to the class", [class7A]);
  await publish("to the guardians", to(asha), { toStudents: false });
  await office.notices.add({ title: "draft", text: "Soon.", audience: to(asha) });
  const { notices } = await office.people.exportById({ id: asha.id, password });
  expect(notices).toMatchObject([
    { title: "to Asha", text: "Please see me.\n\n- Today", publishedAt: expect.any(Date) },
  ]);
  expect((await office.people.exportById({ id: dev.id, password })).notices).toEqual([]);
  await erase(dev);
  expect((await office.people.exportById({ id: asha.id, password })).notices).toEqual(notices);
});
