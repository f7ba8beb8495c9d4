import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import { mustProve, needsCode, ProveFirstPage } from "@/app/prove-first";
import { confirming } from "@/features/results/messages-confirm";
import { OwnResult } from "@/features/today/components/own-result";
import { copy as words } from "@/features/today/messages";
import { momentHere } from "@/server/clock";
import { db } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import {
  callerOf,
  createGuardian,
  createStaff,
  createStudent,
  material,
  principalFor,
  refusalOf,
  result,
  schedule,
  schoolYear,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays } from "../harness/days";
import { published } from "../harness/notices";

beforeEach(resetDatabase);

const hour = 60 * 60 * 1000;
const dayIn = (days: number) => new Date(inDays(days));

/** Two students of Class 7 and 4, their mother, and the office. */
async function family() {
  const [asha, rohan] = [await createStudent(), await createStudent({ name: "Rohan Rao" })];
  const { id: schoolYearId } = await schoolYear(2026);
  const place = { schoolYearId, fromDay: new Date("2026-04-01") };
  await db().enrolment.create({ data: { studentId: asha.id, className: 7, section: "A", ...place } });
  await db().enrolment.create({ data: { studentId: rohan.id, className: 4, ...place } });
  const mother = await createGuardian({ of: [asha, rohan] });
  const [child, parent] = [await callerOf(await tokenFor(asha)), await callerOf(await tokenFor(mother))];
  const office = await callerOf((await createStaff({ role: "office" })).token);
  return { asha, rohan, mother, child, parent, office };
}

describe("today", () => {
  it("a visitor has no day, and neither do staff on their own side", async () => {
    const { office } = await family();
    expect(await refusalOf((await callerOf(null)).today.get())).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await refusalOf(office.today.get())).toMatchObject({ code: "FORBIDDEN" });
  });

  it("is empty at first, with places for what is to come", async () => {
    const newcomer = await callerOf(await tokenFor(await createStudent()));
    expect(await newcomer.today.get()).toEqual({
      own: { isHidden: false, hasClass: false, coming: null, latest: null, unread: 0, card: null, tests: [] },
      ...{ children: [], cards: [], sudden: [], materials: [], moreMaterials: [], notices: [], hasMoreNotices: false },
    });
  });

  it("tells a student before the first day which class it will be and from when", async () => {
    const { asha, child } = await family();
    const fromDay = inDays(3);
    await db().enrolment.updateMany({ where: { studentId: asha.id }, data: { fromDay: new Date(fromDay) } });
    const coming = { className: "7", section: "A", fromDay };
    expect((await child.today.get()).own).toMatchObject({ hasClass: false, coming });
    expect((await child.account.get()).coming).toEqual(coming);
    await db().user.update({ where: { id: asha.id }, data: { vouchedAt: null, emailConfirmedAt: null } });
    const unknown = await callerOf(await tokenFor(asha));
    expect([(await unknown.today.get()).own?.coming, (await unknown.account.get()).coming]).toEqual([null, null]);
  });

  it("an account that is not known to be the student's learns nothing of class and results", async () => {
    const { asha } = await family();
    await result(asha, { score: 45, totalMarks: 50 });
    await schedule({ testDate: dayIn(2) });
    await material();
    await db().user.update({ where: { id: asha.id }, data: { vouchedAt: null, emailConfirmedAt: null } });
    const { own, materials, sudden } = await (await callerOf(await tokenFor(asha))).today.get();
    expect({ own, materials, sudden }).toEqual({
      own: { isHidden: false, hasClass: false, coming: null, latest: null, unread: 0, card: null, tests: [] },
      ...{ materials: [], sudden: [] },
    });
  });

  it("without an address, such an account needs a code of the office, also where no emails are sent", async () => {
    const { asha } = await family();
    const unknown = { email: null, username: "KV-7", vouchedAt: null, emailConfirmedAt: null };
    await db().user.update({ where: { id: asha.id }, data: unknown });
    const caller = await callerOf(await tokenFor(asha));
    const { own } = await caller.today.get();
    if (!own) throw new Error("A student has a day.");
    expect(own.isHidden).toBe(true);
    const principal = await principalFor(await tokenFor(asha));
    expect([needsCode(principal), mustProve(principal)]).toEqual([true, true]);
    const [onToday, onResults] = [
      createElement(OwnResult, {
        own,
        noClass: "",
        closed: { ...words.askForCode, href: "/join" },
        arch: null,
        news: "",
        facts: "",
      }),
      createElement(ProveFirstPage, { title: "Results", principal }),
    ].map((page) => renderToStaticMarkup(page));
    expect(onToday).toMatch(/href="\/join".*Use a code/);
    expect(onResults).toContain(confirming.codeHint);
    expect(`${onToday}${onResults}`).not.toMatch(/email/i);
    await db().user.update({ where: { id: asha.id }, data: { vouchedAt: new Date() } });
    const known = await callerOf(await tokenFor(asha));
    expect((await known.today.get()).own?.isHidden).toBe(false);
  });

  it("a student reads the newest result, the next tests with days left, the week's materials and what is unread", async () => {
    const { asha, child, office } = await family();
    await result(asha, { score: 45, totalMarks: 50, subject: "Science" });
    for (const days of [1, 3]) await schedule({ subject: `In ${days}`, testDate: dayIn(days) });
    await schedule({ subject: "Of B", testDate: dayIn(1), sections: ["B"] });
    await material({ materialName: "New one" });
    await material({ materialName: "Old one", uploadedAt: new Date(Date.now() - 8 * 24 * hour) });
    await material({ materialName: "Over", expiresAt: new Date(Date.now() - hour) });
    await material({ materialName: "Of Class 4", className: 4 });
    const read = await published(office);
    await published(office, { title: "Please answer", mustConfirm: true });
    await child.notices.open({ id: read.id });
    const found = await child.today.get();
    expect(found.own).toMatchObject({
      latest: { subject: "Science", percentage: 90 },
      unread: 1,
      tests: [
        { subject: "In 1", distance: "Tomorrow" },
        { subject: "In 3", distance: "In 3 days" },
      ],
    });
    expect(found.materials.map(({ materialName }) => materialName)).toEqual(["New one"]);
    expect(found.notices).toMatchObject([{ title: "Please answer", toConfirm: true, names: [] }]);
  });

  it("the latest result is a new one, not a corrected one that comes last", async () => {
    const { asha, child, parent, office } = await family();
    const maths = await result(asha, { score: 45, totalMarks: 50, subject: "Maths" });
    const english = await result(asha, { score: 30, totalMarks: 50, subject: "English" });
    const news = async () => {
      const [{ own }, { children }] = [await child.today.get(), await parent.today.get()];
      return [own, children[0]].map((of) => of && [of.unread, of.latest?.subject]);
    };
    expect(await news()).toEqual(Array(2).fill([2, "English"]));
    await office.results.correct({ id: english.id, score: 40, reason: "Sum" });
    expect(await news()).toEqual(Array(2).fill([1, "Maths"]));
    await child.results.markRead({ ids: [maths.id] });
    await parent.results.markRead({ ids: [maths.id], studentId: asha.id });
    expect(await news()).toEqual(Array(2).fill([0, "English"]));
  });

  it("the latest result is an unread one, even if a read one comes last", async () => {
    const { asha, child, parent } = await family();
    await result(asha, { score: 45, totalMarks: 50, subject: "Maths" });
    const { id } = await result(asha, { score: 30, totalMarks: 50, subject: "English" });
    await child.results.markRead({ ids: [id] });
    expect((await child.today.get()).own).toMatchObject({ unread: 1, latest: { subject: "Maths" } });
    expect((await parent.today.get()).children).toMatchObject([{ unread: 2, latest: { subject: "English" } }, {}]);
    await parent.results.markRead({ ids: [id], studentId: asha.id });
    expect((await parent.today.get()).children).toMatchObject([{ unread: 1, latest: { subject: "Maths" } }, {}]);
  });

  it("the next three tests are three that take place, with every cancelled one before them and none after", async () => {
    const { child } = await family();
    const states = [
      ...Array(11).fill("cancelled"),
      "planned",
      "planned",
      "cancelled",
      "planned",
      "cancelled",
      "planned",
    ];
    for (const [at, state] of states.entries())
      await schedule({
        subject: `${at} ${state}`,
        testDate: dayIn(at + 1),
        state,
        reason: state === "planned" ? null : "flood",
      });
    const { own } = await child.today.get();
    expect(own?.tests.map(({ subject }) => subject)).toEqual(states.slice(0, 15).map((state, at) => `${at} ${state}`));
  });

  it("a student of several classes, known from results, reads the tests of all in order, with the class of each", async () => {
    const nila = await createStudent({ name: "Nila Sen" });
    for (const className of [7, 8]) await result(nila, { className });
    await schedule({ className: 7, subject: "Third", testDate: dayIn(3) });
    await schedule({ className: 8, subject: "Second", testDate: dayIn(1), testTime: "11:00" });
    await schedule({ className: 7, subject: "First", testDate: dayIn(1), testTime: "09:00" });
    const { own } = await (await callerOf(await tokenFor(nila))).today.get();
    expect(own?.tests.map(({ subject, className }) => [subject, className])).toEqual([
      ["First", "Class 7"],
      ["Second", "Class 8"],
      ["Third", "Class 7"],
    ]);
    const { child } = await family();
    expect((await child.today.get()).own?.tests.map(({ className }) => className)).toEqual([null, null]);
  });

  it("four notices are shown, those to confirm first, and the page says whether there are more", async () => {
    const { child, office } = await family();
    await published(office, { title: "To read" });
    for (const count of [1, 2, 3]) await published(office, { title: `To confirm ${count}`, mustConfirm: true });
    const four = await child.today.get();
    expect(four.notices.map(({ toConfirm }) => toConfirm)).toEqual([true, true, true, false]);
    expect(four.hasMoreNotices).toBe(false);
    await published(office, { title: "To confirm 4", mustConfirm: true });
    const five = await child.today.get();
    expect(five.notices.map(({ toConfirm }) => toConfirm)).toEqual([true, true, true, true]);
    expect(five.hasMoreNotices).toBe(true);
  });

  it("a guardian reads it for each child, with results only as far as the link shows them", async () => {
    const { asha, rohan, mother, parent, office } = await family();
    await result(asha, { score: 45, totalMarks: 50 });
    await result(rohan, { className: 4, score: 20, totalMarks: 50 });
    await db().guardianship.updateMany({ where: { studentId: rohan.id }, data: { seesResults: false } });
    await schedule({ subject: "Biology", testDate: dayIn(2) });
    await material({ materialName: "Of 7" });
    await material({ materialName: "Of 4", className: 4 });
    await material({ materialName: "Of 9", className: 9 });
    await published(office);
    const found = await parent.today.get();
    expect(found.own).toBeNull();
    expect(found.children).toMatchObject([
      { name: "Asha Rao", latest: { percentage: 90 }, tests: [{ subject: "Biology", distance: "In 2 days" }] },
      { name: "Rohan Rao", latest: null, tests: [] },
    ]);
    expect(found.materials.map(({ materialName }) => materialName).sort()).toEqual(["Of 4", "Of 7"]);
    expect(found.notices).toMatchObject([{ title: "Reading week", names: ["Asha Rao"], toConfirm: false }]);
    await db().guardianship.updateMany({ where: { studentId: asha.id }, data: { endedAt: new Date() } });
    const later = await parent.today.get();
    expect(later.children).toMatchObject([{ name: "Rohan Rao" }]);
    expect(later.notices).toEqual([]);
    expect((await parent.account.get()).wasGuardian).toBe(false);
    await db().guardianship.updateMany({ data: { endedAt: new Date() } });
    const former = await callerOf(await tokenFor(mother));
    expect(await former.today.get()).toMatchObject({ own: null, children: [] });
    expect((await former.account.get()).wasGuardian).toBe(true);
  });

  it("four materials are shown for each class, and the page names the classes that have more", async () => {
    const { child, parent } = await family();
    await material({ materialName: "Of 4", className: 4, uploadedAt: new Date(Date.now() - hour) });
    for (const count of [1, 2, 3, 4]) await material({ materialName: `Of 7, ${count}` });
    const four = await parent.today.get();
    expect(four.materials.map(({ className }) => className)).toEqual(["7", "7", "7", "7", "4"]);
    expect(four.moreMaterials).toEqual([]);
    await material({ materialName: "Of 7, 5" });
    const five = await parent.today.get();
    const newest = [5, 4, 3, 2].map((count) => `Of 7, ${count}`);
    expect(five.materials.map(({ materialName }) => materialName)).toEqual([...newest, "Of 4"]);
    expect(five.moreMaterials).toEqual(["7"]);
    const ofChild = await child.today.get();
    expect(ofChild.materials.map(({ materialName }) => materialName)).toEqual(newest);
    expect(ofChild.moreMaterials).toEqual(["7"]);
  });

  it("a student who is also a guardian keeps a day of their own", async () => {
    const { asha, rohan } = await family();
    await db().enrolment.deleteMany({ where: { studentId: asha.id } });
    const link = { guardianId: asha.id, studentId: rohan.id, relation: "sister", origin: "office" as const };
    await db().guardianship.create({ data: link });
    const both = await callerOf(await tokenFor(asha));
    expect(await both.today.get()).toMatchObject({ own: { hasClass: false }, children: [{ name: "Rohan Rao" }] });
  });
});

describe("a move at short notice", () => {
  /** A test that was moved between two days, that many hours before the earlier of its times. */
  async function moved(by: { from: number; to: number; hoursBefore: number; subject: string }) {
    const [before, after] = [by.from, by.to].map((days) => ({ testDate: inDays(days), testTime: "09:30" }));
    const first = momentHere(inDays(Math.min(by.from, by.to)), "09:30");
    const row = await schedule({
      ...{ subject: by.subject, testDate: dayIn(by.to), movedFromDate: dayIn(by.from), movedFromTime: "09:30" },
      reason: "hall not free",
    });
    const at = new Date(first.getTime() - by.hoursBefore * hour);
    await db().scheduleChange.create({
      data: { scheduleId: row.id, kind: "moved", at, before: before ?? {}, after: after ?? {} },
    });
  }

  it("comes first until its day is over, in whichever direction the test moved; a move with more notice does not", async () => {
    const { child, parent } = await family();
    await moved({ from: 1, to: 9, hoursBefore: 40, subject: "Later" });
    await moved({ from: 9, to: 1, hoursBefore: 40, subject: "Sooner" });
    await moved({ from: 1, to: 9, hoursBefore: 50, subject: "In good time" });
    await moved({ from: -1, to: 9, hoursBefore: 2, subject: "Over" });
    const called = await schedule({
      subject: "Off",
      testDate: dayIn(1),
      testTime: "11:00",
      state: "cancelled",
      reason: "ill",
    });
    await db().scheduleChange.create({ data: { scheduleId: called.id, kind: "cancelled" } });
    const mistake = { state: "cancelled" as const, hiddenAt: new Date() };
    const { id } = await schedule({ subject: "Mistake", testDate: dayIn(1), ...mistake });
    await db().scheduleChange.create({ data: { scheduleId: id, kind: "cancelled" } });
    const { sudden } = await child.today.get();
    expect(sudden.map(({ subject }) => subject)).toEqual(["Sooner", "Off", "Later"]);
    expect(sudden[0]?.note).toMatch(/^Moved from \d+ \w+( \d+)?, 09:30: hall not free$/);
    expect(sudden[1]?.note).toBe("Cancelled: ill");
    expect((await parent.today.get()).sudden).toEqual(sudden);
  });

  it("is not shown to other classes or sections", async () => {
    const { child } = await family();
    await moved({ from: 1, to: 2, hoursBefore: 3, subject: "Of B" });
    await db().testSchedule.updateMany({ data: { sections: ["B"] } });
    expect((await child.today.get()).sudden).toEqual([]);
    await db().testSchedule.updateMany({ data: { sections: [], className: 8 } });
    expect((await child.today.get()).sudden).toEqual([]);
  });

  it("is shown with all others; moves that were taken back are not shown and take no place", async () => {
    const { child } = await family();
    const ids = newIds(60);
    const place = { className: 7, subject: "Back", testDate: dayIn(1), testTime: "08:00" };
    await db().testSchedule.createMany({ data: ids.map((id) => ({ id, ...place })) });
    const before = { testDate: inDays(2), testTime: "08:00" };
    await db().scheduleChange.createMany({
      data: ids.map((scheduleId) => ({ scheduleId, kind: "moved" as const, before })),
    });
    expect((await child.today.get()).sudden).toEqual([]);
    const subjects = ["Biology", "Chemistry", "Geography", "History", "Hindi", "Physics"];
    for (const subject of subjects) await moved({ from: 1, to: 2, hoursBefore: 3, subject });
    const { sudden } = await child.today.get();
    expect(sudden.map(({ subject }) => subject).sort()).toEqual(subjects.sort());
  });

  it("long before is not shown as news when a later mistake is taken back", async () => {
    const { child } = await family();
    await moved({ from: 9, to: 1, hoursBefore: 240, subject: "Biology" });
    const { id: scheduleId } = await db().testSchedule.findFirstOrThrow();
    const [right, wrong] = [1, 2].map((days) => ({ testDate: inDays(days), testTime: "09:30" }));
    for (const before of [right, wrong])
      await db().scheduleChange.create({ data: { scheduleId, kind: "moved", before: before ?? {} } });
    expect((await child.today.get()).sudden).toEqual([]);
  });

  it("long before is not mentioned when a cancellation is taken back", async () => {
    const { child } = await family();
    await moved({ from: 2, to: 1, hoursBefore: 240, subject: "Biology" });
    const { id: scheduleId } = await db().testSchedule.findFirstOrThrow();
    for (const kind of ["cancelled", "restored"] as const)
      await db().scheduleChange.create({ data: { scheduleId, kind } });
    expect((await child.today.get()).sudden).toEqual([]);
    await db().testSchedule.update({ where: { id: scheduleId }, data: { state: "cancelled" } });
    expect((await child.today.get()).sudden).toHaveLength(1);
  });
});
