import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { createCaller } from "@/features";
import { admissionMails } from "@/features/admissions/emails";
import { moveDue } from "@/features/admissions/mutations-due";
import { dueOf } from "@/features/admissions/rules-desk";
import { shownDay } from "@/lib/dates";
import { db } from "@/server/db/client";
import { deliverDueEmails } from "@/server/mail/delivery";
import { callerOf, createStaff, createStudent, refusalOf, schoolYear, submission } from "../factories";
import { officeOfEachTest } from "../harness/office";
import { withSettings } from "../harness/settings";

const dataDir = await mkdtemp(join(tmpdir(), "lyceum-colleagues-"));
withSettings({ DATA_DIR: dataDir });
afterAll(() => rm(dataDir, { recursive: true }));

const admin = officeOfEachTest();

afterEach(() => void vi.useRealTimers());

it("an application can be given to staff who handle applications, and to nobody else", async () => {
  const { id } = await submission();
  const teacher = await createStaff({ role: "teacher", className: 7 });
  const clerk = await createStaff({ role: "office" });
  const [clerkId = "", teacherId = ""] = [clerk, teacher].map(({ user }) => user.id);
  const colleagues = await admin.services.colleagues();
  expect(colleagues).toHaveLength(2);
  expect(colleagues).toContainEqual(expect.objectContaining({ _id: clerkId }));
  expect(await refusalOf(admin.services.assign({ ids: [id], to: teacherId }))).toMatchObject({ code: "NOT_FOUND" });
  expect(await admin.services.assign({ ids: [id], to: clerkId })).toEqual({ changed: 1, refused: [] });
  const office = await callerOf(clerk.token);
  expect((await office.services.desk({ assigned: "me" })).items).toMatchObject([{ _id: id }]);
  expect((await admin.services.desk({ assigned: "me" })).items).toEqual([]);
  expect((await admin.services.get({ id })).steps.at(-1)).toMatchObject({ kind: "assigned", by: clerk.user.name });
});

it("a parent entered with an application and for a sibling at the same time becomes one guardian; the second try is refused", async () => {
  await schoolYear();
  const asha = await createStudent();
  for (let no = 10; no < 20; no++) {
    const mother = { name: "Mira Rao", relation: "mother", phone: `+9198230123${no}` };
    const { id } = await submission({ state: "accepted" });
    const place = { id, rowVersion: 1, name: `Kiran ${id}`, admissionNo: `A-${no}`, className: 7 };
    const outcomes = await Promise.allSettled([
      admin.services.enrol({ ...place, guardians: [mother] }),
      admin.guardians.add({ studentId: asha.id, ...mother }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "CONFLICT" } });
    expect(await db().user.count({ where: { phone: mother.phone } })).toBe(1);
  }
});

it("an open application is assigned to nobody again once its colleague no longer handles applications", async () => {
  const [open, closed] = [await submission(), await submission({ state: "declined" })];
  const [clerk, temporary] = [await createStaff({ role: "office" }), await createStaff({ role: "office" })];
  const withNobody = async () => (await admin.services.desk({ assigned: "nobody" })).items.map(({ _id }) => _id);
  for (const { user } of [clerk, temporary]) {
    await admin.services.assign({ ids: [open.id, closed.id], to: user.id });
    expect(await withNobody()).toEqual([]);
    if (user.id === clerk.user.id) await admin.staff.endAccess({ userId: user.id });
    else await db().staffGrant.updateMany({ where: { userId: user.id }, data: { toDay: new Date("2026-01-02") } });
    expect(await withNobody()).toEqual([open.id]);
  }
});

it("the office is warned of a visit on a closed day, on a day off, or outside the hours", async () => {
  await admin.closedDays.add({ firstDay: "2027-01-13", name: "Rain" });
  await admin.closedDays.add({ firstDay: "2027-01-14", kind: "half", name: "Sports" });
  const check = (date: string, time = "11:00") => admin.services.checkVisit({ date, time });
  expect(await check("2027-01-12")).toEqual({ warning: null, opens: "10:00", closes: "18:00" });
  expect(await check("2027-01-12", "09:59")).toMatchObject({ warning: "before", opens: "10:00" });
  expect((await check("2027-01-12", "10:00")).warning).toBeNull();
  expect(await check("2027-01-12", "18:00")).toMatchObject({ warning: "after", closes: "18:00" });
  expect(await check("2027-01-13")).toEqual({ warning: "closed", opens: null, closes: null });
  expect(await check("2027-01-14", "12:30")).toMatchObject({ warning: "after", closes: "12:00" });
  // A Sunday.
  expect(await check("2027-01-17")).toMatchObject({ warning: "closed" });
});

it("a search for a wildcard character finds the names that contain it", async () => {
  const { id } = await submission({ name: "Ten % Das", email: "ten@example.org" });
  await submission({ name: "Asha" });
  const found = async (search: string) => (await admin.services.desk({ search })).items.map(({ _id }) => _id);
  expect([await found("%"), await found("_"), await found("\\")]).toEqual([[id], [], []]);
});

it("the family, the office, the email and the table give the same day, also after it has moved", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-20T23:50+05:30"), toFake: ["Date"] });
  const family = { name: "Kiran Das", parentName: "Mohan Das", email: "das@example.org", phone: "+91 98765 43210" };
  const visitor = createCaller({ principal: null });
  const sent = await visitor.services.submit({ selectedClass: 7, ...family });
  await admin.closedDays.add({ firstDay: "2026-11-23", name: "Rain" });
  await moveDue(new Date());
  await deliverDueEmails(admissionMails);
  const [file = ""] = await readdir(join(dataDir, "mail"));
  const { text } = await PostalMime.parse(await readFile(join(dataDir, "mail", file)));
  expect(text).toContain(`We answer by ${shownDay("2026-11-24")}.`);
  let session: string | null = null;
  const follow = (token: string | null) => {
    session = token;
  };
  await createCaller({ principal: null, follow }).services.askToFollow({
    ...{ reference: sent.reference, email: family.email, phone: family.phone },
  });
  const { application } = await createCaller({ principal: null, followed: session ?? "" }).services.followed();
  const desk = await admin.services.get({ id: sent._id });
  expect(application?.answerDue).toEqual(desk.answerDue);
  expect(application?.steps.at(-1)).toMatchObject({ kind: "due_moved", dueAfter: desk.answerDue });
  expect(dueOf(desk, { at: new Date(), timeZone: "Asia/Kolkata", clock: "24" }).text).toBe("by Tue, 24 Nov");
  const { csv } = await admin.services.exportSubmissions({});
  expect(csv).toContain("2026-11-24 18:00");
  expect(await db().submission.count()).toBe(1);
});
