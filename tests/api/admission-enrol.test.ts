import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { moveAsFamily } from "@/features/admissions/mutations-family";
import { db } from "@/server/db/client";
import {
  type Caller,
  callerOf,
  createGuardian,
  createStaff,
  createStudent,
  refusalOf,
  schoolYear,
  submission,
  tokenFor,
} from "../factories";
import { officeOfEachTest } from "../harness/office";
import { changeSettings } from "../harness/settings";

const admin = officeOfEachTest();
let office: Caller;

beforeEach(async () => {
  await schoolYear();
  office = await callerOf((await createStaff({ role: "office" })).token);
});

type Input = Parameters<Caller["services"]["enrol"]>[0];

const mohan = { name: "Mohan Das", relation: "Father", phone: "98765 43210", email: "das@example.org" };
const asked = (id: string, more: Partial<Input> = {}): Input => ({
  ...{ id, rowVersion: 1, name: "Kiran Das", admissionNo: "2026-041", className: 7, section: "a" },
  ...{ guardians: [mohan], ...more },
});
const accepted = (more = {}) => submission({ state: "accepted", ...more });
const counts = async () => ({
  students: await db().student.count(),
  people: await db().user.count({ where: { role: "user", grants: { none: {} } } }),
  links: await db().guardianship.count(),
});

describe("who may enrol", () => {
  it("a teacher can neither enrol nor preview; only an accepted application can be enrolled", async () => {
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
    const { id } = await accepted();
    expect((await refusalOf(teacher.services.enrol(asked(id)))).code).toBe("FORBIDDEN");
    expect((await refusalOf(teacher.services.previewEnrolment({ id }))).code).toBe("FORBIDDEN");
    const more = { declined: {}, withdrawn: {}, offered: {}, enrolled: {}, invited: { visitAt: new Date() } } as const;
    for (const [state, given] of Object.entries(more)) {
      const other = await submission({ ...given, state: state as keyof typeof more });
      expect(await refusalOf(office.services.enrol(asked(other.id))), state).toMatchObject({ code: "CONFLICT" });
    }
    expect(await refusalOf(office.services.move({ id, rowVersion: 1, to: "enrolled" }))).toMatchObject({
      ...{ code: "CONFLICT", message: expect.stringMatching(/press “Enrol”/) },
    });
    const { refused } = await office.services.moveMany({ rows: [{ id, rowVersion: 1 }], to: "enrolled" });
    expect(refused).toHaveLength(1);
    expect(await counts()).toEqual({ students: 0, people: 0, links: 0 });
  });
});

describe("an accepted application", () => {
  it("becomes a student with class, guardian, consent and code, and the audit trail names nobody", async () => {
    onTestFinished(changeSettings({ SMTP_URL: "smtp://localhost:1" }));
    const consentAt = new Date("2026-10-01T10:00:00Z");
    const { id } = await accepted({ consentAt, consentVersion: "2026-01" });
    const answer = await office.services.enrol(asked(id, { bornOn: "2014-02-03", message: "Welcome, Canary!" }));
    expect(answer).toEqual({ studentId: expect.any(String), mailed: 1, misaddressed: [], invitedLately: [] });
    const { studentId } = answer;
    const student = await db().student.findUniqueOrThrow({
      where: { userId: studentId },
      include: { user: true, enrolments: true, guardianships: { include: { guardian: true } }, consents: true },
    });
    expect(student).toMatchObject({
      ...{ admissionNo: "2026-041", origin: "admission", user: { name: "Kiran Das", username: "2026-041" } },
      enrolments: [{ className: 7, section: "A", toDay: null }],
      guardianships: [{ relation: "Father", origin: "admission", guardian: { phone: "+919876543210" } }],
      consents: [{ how: "admission", givenAt: consentAt, version: "2026-01" }],
    });
    const found = await office.services.get({ id });
    expect(found).toMatchObject({ state: "enrolled", student: { _id: studentId, name: "Kiran Das" } });
    const kinds = (await db().mail.findMany({ orderBy: { kind: "asc" } })).map(({ kind }) => kind);
    expect(kinds).toEqual(["admissionMessage", "invitation"]);
    const trail = await db().auditEvent.findMany({ where: { action: "submission-enrolled" } });
    expect(trail).toMatchObject([{ subjectId: id, detail: { class: 7, guardians: 1, mailed: 1 } }]);
    expect(JSON.stringify(await db().auditEvent.findMany())).not.toMatch(/Canary|Kiran|Das/);
  });

  it("brings no consent of a guardian who did not hand in the form, and none of a form that was never agreed to", async () => {
    const agreed = { consentAt: new Date("2026-10-01T10:00:00Z"), consentVersion: "2026-01" };
    const [one, other, third] = [await accepted(agreed), await accepted(), await accepted(agreed)];
    const child = (name: string) => ({
      name,
      admissionNo: name,
      guardians: [{ name: "Rekha Das", relation: "Mother" }],
    });
    await office.services.enrol(asked(one.id, { ...child("First"), consents: false }));
    await office.services.enrol(asked(other.id, child("Second")));
    await office.services.enrol(asked(third.id, { ...child("Third"), guardians: [] }));
    expect([await db().consent.count(), await db().student.count()]).toEqual([0, 3]);
  });

  it("does not bring back a consent withdrawn after the form, but renews one that was withdrawn before it", async () => {
    const kiran = await createStudent({ name: "Kiran Das" });
    const father = await createGuardian({ of: [kiran] });
    const given = { studentId: kiran.id, guardianId: father.id, how: "account", version: "2026-01" } as const;
    const on = (month: number) => new Date(Date.UTC(2026, month - 1));
    await db().consent.create({ data: { ...given, givenAt: on(5), withdrawnAt: on(7) } });
    const guardians = [{ guardianId: father.id, relation: "Father" }];
    for (const [consentAt, held] of [
      [on(6), 0],
      [on(8), 1],
    ] as const) {
      const { id } = await accepted({ consentAt, consentVersion: "2026-01" });
      await office.services.enrol(asked(id, { studentId: kiran.id, guardians }));
      expect(await db().consent.count({ where: { withdrawnAt: null } })).toBe(held);
      await db().submission.update({ where: { id }, data: { studentId: null } });
    }
  });

  it("makes one student or none when two people press twenty times while the family withdraws", async () => {
    for (const withdrawsAt of [0, 7, 19]) {
      const { id, reference } = await accepted();
      const before = await counts();
      const press = (index: number) =>
        index === withdrawsAt
          ? moveAsFamily(id, "withdrawn", new Date())
          : (index % 2 ? admin : office).services.enrol(asked(id, { name: reference, admissionNo: reference }));
      const outcomes = await Promise.allSettled(Array.from({ length: 21 }, (_, index) => press(index)));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const row = await db().submission.findUniqueOrThrow({ where: { id } });
      const made = (await counts()).students - before.students;
      expect([row.state, made]).toEqual(row.state === "enrolled" ? ["enrolled", 1] : ["withdrawn", 0]);
      expect(row.studentId === null).toBe(made === 0);
      // The father from an earlier round is known: he has not become two people.
      expect((await db().user.findMany({ where: { email: "das@example.org" } })).length).toBeLessThan(2);
      await db().user.updateMany({ where: { email: "das@example.org" }, data: { email: null, phone: null } });
    }
  });

  it("leaves nothing behind when the admission number or the place is taken", async () => {
    const other = await createStudent({ name: "Other Child" });
    await db().student.update({ where: { userId: other.id }, data: { admissionNo: "2026-041" } });
    const { id } = await accepted();
    const before = await counts();
    expect(await refusalOf(office.services.enrol(asked(id)))).toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/Other Child/),
    });
    expect(await refusalOf(office.services.enrol(asked(id, { rowVersion: 9 })))).toMatchObject({ code: "CONFLICT" });
    expect(await counts()).toEqual(before);
  });
});

describe("people who are known already", () => {
  it("a guardian with the same contact is offered, but never taken without asking; siblings then share that guardian", async () => {
    const asha = await createStudent({ name: "Asha Das" });
    const known = await createGuardian({ of: [asha], name: "M. Das", email: "das@example.org" });
    await db().user.update({ where: { id: known.id }, data: { phone: "+919876543210" } });
    const { id } = await accepted();
    const preview = await office.services.previewEnrolment({ id });
    expect(preview.parents).toMatchObject([{ known: [{ _id: known.id, children: [{ name: "Asha Das" }] }] }]);
    const silently = await refusalOf(office.services.enrol(asked(id)));
    expect(silently).toMatchObject({ code: "CONFLICT", message: expect.stringMatching(/M\. Das/) });
    const byPhone = await refusalOf(office.services.enrol(asked(id, { guardians: [{ ...mohan, email: "" }] })));
    expect(byPhone).toMatchObject({
      code: "CONFLICT",
      message: "M. Das has this phone number. Choose the person instead.",
    });
    const chosen = { guardianId: known.id, relation: "Father" };
    const { studentId, mailed } = await office.services.enrol(asked(id, { guardians: [chosen, chosen] }));
    expect(mailed).toBe(0);
    expect((await office.services.similar({ id })).siblings.map(({ name }) => name)).toEqual(["Asha Das"]);
    expect(await db().guardianship.count({ where: { guardianId: known.id, endedAt: null } })).toBe(2);
    expect(await db().guardianship.count({ where: { studentId } })).toBe(1);
    const student = { guardianId: asha.id, relation: "Father" };
    const second = await accepted();
    expect(await refusalOf(office.services.enrol(asked(second.id, { guardians: [student] })))).toMatchObject({
      code: "CONFLICT",
    });
  });

  it("a typographic and a plain apostrophe in a name mean the same child, so no second child is made", async () => {
    const sam = await createStudent({ name: "Sam O’Brien" });
    const { id } = await accepted({ name: "Sam O'Brien" });
    const { namesakes } = await office.services.previewEnrolment({ id });
    expect(namesakes.map(({ _id }) => _id)).toEqual([sam.id]);
    expect(await refusalOf(office.services.enrol(asked(id, { name: "Sam O'Brien" })))).toMatchObject({
      message: "Sam O’Brien is already on the roster.",
    });
  });

  it("the office is warned of a child with the same name or birthday, and says whether it is the same child", async () => {
    const kiran = await createStudent({ name: "kiran  DAS" });
    const { id } = await accepted();
    const { namesakes } = await office.services.previewEnrolment({ id });
    expect(namesakes.map(({ _id }) => _id)).toEqual([kiran.id]);
    const warned = await refusalOf(office.services.enrol(asked(id)));
    expect(warned).toMatchObject({ code: "CONFLICT", message: "kiran  DAS is already on the roster." });
    const { studentId } = await office.services.enrol(asked(id, { studentId: kiran.id }));
    expect([studentId, await db().student.count()]).toEqual([kiran.id, 1]);
    const second = await accepted();
    expect(await refusalOf(office.services.enrol(asked(second.id, { studentId: kiran.id })))).toMatchObject({
      code: "CONFLICT",
    });
    const guardians = [{ name: "Rekha Das", relation: "Mother" }];
    await office.services.enrol(asked(second.id, { others: [kiran.id], guardians }));
    expect(await db().student.count()).toBe(2);
    await db().student.update({ where: { userId: kiran.id }, data: { bornOn: new Date("2014-02-03") } });
    const third = await accepted();
    const input = asked(third.id, { name: "Kiran Kumar", admissionNo: "9", bornOn: "2014-02-03", guardians });
    expect(await refusalOf(office.services.enrol(input))).toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/is already on the roster/),
    });
    await office.services.enrol({ ...input, bornOn: "2014-02-04" });
    expect(await db().student.count()).toBe(3);
  });

  it("“another child” holds only for the students who were shown", async () => {
    const shown = await createStudent({ name: "Kiran Das" });
    const { id } = await accepted();
    const typed = await createStudent({ name: "Kiran Dass" });
    // A form of the previous version says so of every student.
    const input = asked(id, { name: "Kiran Dass", guardians: [], others: [shown.id], isAnother: true });
    const enrol = office.services.enrol(input);
    await expect(enrol).rejects.toMatchObject({ cause: { code: "CONFLICT", existingId: typed.id } });
    await office.services.enrol({ ...input, others: [shown.id, typed.id] });
    expect(await db().student.count()).toBe(3);
    for (let count = 0; count < 5; count += 1) await createStudent({ name: "Kiran Das" });
    const { namesakes } = await office.services.previewEnrolment({ id: (await accepted()).id });
    const others = namesakes.map(({ _id }) => _id);
    const many = office.services.enrol(asked((await accepted()).id, { guardians: [], others }));
    await expect(many).rejects.toMatchObject({ cause: { code: "CONFLICT", existingId: shown.id } });
    expect(others).toHaveLength(5);
  });

  it("a guardian whose link the office ended must be linked on the student’s page; one who left is linked again as before", async () => {
    const kiran = await createStudent({ name: "Kiran Das" });
    const blind = { seesResults: false, getsMails: false };
    const father = await createGuardian({ of: [kiran], name: "Mohan Das", email: "das@example.org", link: blind });
    const { id } = await accepted();
    const [chosen, mother] = [
      { guardianId: father.id, relation: "Father" },
      { name: "Rekha Das", relation: "Mother" },
    ];
    const input = asked(id, { studentId: kiran.id, guardians: [mother, chosen] });
    const [link] = await db().guardianship.findMany();
    await office.guardians.end({ id: link?.id ?? "", quietly: true, reason: "An order of the court" });
    const before = await counts();
    const refused = await refusalOf(office.services.enrol(input));
    const message = "This link was ended; link again on the student’s page.";
    expect(refused).toEqual({ code: "CONFLICT", message, issues: [{ path: ["guardians", 1, "guardianId"], message }] });
    expect(await counts()).toEqual(before);
    await office.guardians.add({ studentId: kiran.id, ...chosen, ...blind });
    await (await callerOf(await tokenFor(father))).guardians.leave({ studentId: kiran.id });
    await office.services.enrol(input);
    const links = await db().guardianship.findMany({ where: { guardianId: father.id, endedAt: null } });
    expect(links).toMatchObject([{ origin: "admission", ...blind }]);
  });

  it("a student who already has another place must be moved first: until then nothing is enrolled or emailed", async () => {
    const kiran = await createStudent({ name: "Kiran Das" });
    await office.enrolments.enrol({ studentId: kiran.id, className: 6, section: "B", rollNo: "4" });
    const { id } = await accepted();
    const mine = { studentId: kiran.id, section: "", message: "Kiran is now enrolled in Class 7." };
    const wrongs = [{}, { className: 6, section: "a" }, { className: 6, rollNo: "9" }];
    for (const wrong of wrongs)
      expect(await refusalOf(office.services.enrol(asked(id, { ...mine, ...wrong })))).toMatchObject({
        ...{
          code: "CONFLICT",
          message: expect.stringMatching(
            /is in Class 6 B no. 4 of .* already. Move the student to the new place .*, or choose Class 6 B no. 4 here/,
          ),
        },
        issues: [{ path: ["className"] }],
      });
    const { state } = await db().submission.findUniqueOrThrow({ where: { id } });
    expect([state, await db().mail.count()]).toEqual(["accepted", 0]);
    await office.services.enrol(asked(id, { ...mine, className: 6, section: "b" }));
    expect(await db().enrolment.findMany()).toMatchObject([{ studentId: kiran.id, className: 6, section: "B" }]);
  });

  it("a student who has left can come back on the day of the leave or later, but not before", async () => {
    const kiran = await createStudent({ name: "Kiran Das" });
    await office.enrolments.enrol({ studentId: kiran.id, className: 6, section: "B", fromDay: "2026-06-15" });
    await office.enrolments.end({ studentId: kiran.id, day: "2026-09-01", reason: "moved away" });
    const { id } = await accepted();
    const again = asked(id, { studentId: kiran.id, fromDay: "2026-08-31" });
    expect(await refusalOf(office.services.enrol(again))).toMatchObject({
      issues: [{ path: ["fromDay"], message: "The student left on 1 Sep 2026; choose that day or a later one." }],
    });
    expect(await db().student.findFirst()).toMatchObject({ leftOn: new Date("2026-09-01") });
    await office.services.enrol({ ...again, fromDay: "2026-09-02" });
    expect(await db().enrolment.count({ where: { toDay: null } })).toBe(1);
  });

  it("a student of this year has the new place from the first day of the next year, and keeps the present one until then", async () => {
    const kiran = await createStudent({ name: "Kiran Das" });
    await office.enrolments.enrol({ studentId: kiran.id, className: 6, section: "B" });
    const next = await schoolYear(2099);
    const { id } = await accepted();
    await office.services.enrol(asked(id, { studentId: kiran.id, className: 7, year: next.id }));
    expect(await db().enrolment.findMany({ orderBy: { fromDay: "asc" } })).toMatchObject([
      { className: 6, endReason: "promoted", toDay: new Date(next.firstDay.getTime() - 24 * 60 * 60 * 1000) },
      { className: 7, section: "A", schoolYearId: next.id, fromDay: next.firstDay, toDay: null },
    ]);
    expect((await office.services.previewEnrolment({ id })).namesakes).toMatchObject([{ className: "6" }]);
    expect((await office.students.get({ id: kiran.id })).changes[0]).toMatchObject({
      action: "student-enrolled",
      values: [
        { field: "className", before: "6", after: "7" },
        { field: "section", before: "B", after: "A" },
      ],
    });
    const second = await accepted();
    const back = { studentId: kiran.id, className: 6 };
    await db().submission.update({ where: { id }, data: { studentId: null } });
    expect(await refusalOf(office.services.enrol(asked(second.id, back)))).toMatchObject({ code: "CONFLICT" });
  });

  it("a merged pair is enrolled once, with both parents, and cannot be separated afterwards", async () => {
    const [one, other] = [await accepted(), await accepted({ parentName: "Rekha Das", email: "rekha@example.org" })];
    const { _id: id } = await office.services.merge({ id: one.id, otherId: other.id });
    const merged = id === one.id ? other : one;
    const preview = await office.services.previewEnrolment({ id });
    expect(preview.parents.map(({ name }) => name).sort()).toEqual(["Mohan Das", "Rekha Das"]);
    const both = [mohan, { name: "Rekha Das", relation: "Mother", email: "rekha@example.org" }];
    expect(await refusalOf(office.services.enrol(asked(merged.id, { rowVersion: 2 })))).toMatchObject({
      code: "CONFLICT",
    });
    await office.services.enrol(asked(id, { rowVersion: 2, guardians: both }));
    expect(await counts()).toMatchObject({ students: 1, links: 2 });
    expect(await refusalOf(office.services.separate({ id: merged.id }))).toMatchObject({ code: "CONFLICT" });
  });

  it("parents who share a phone number are both entered; a number that somebody else has is asked about", async () => {
    const { id } = await accepted();
    const both = [mohan, { name: "Rekha Das", relation: "Mother", phone: mohan.phone }];
    const other = await createGuardian({ of: [await createStudent()] });
    await db().user.update({ where: { id: other.id }, data: { phone: "+919876543210" } });
    const before = await counts();
    const refusal = await refusalOf(office.services.enrol(asked(id, { guardians: both })));
    expect(refusal).toMatchObject({ code: "CONFLICT", issues: [{ path: ["guardians", 0, "phone"] }] });
    expect(await counts()).toEqual(before);
    await db().user.update({ where: { id: other.id }, data: { phone: null } });
    await office.services.enrol(asked(id, { guardians: both }));
    expect(await counts()).toMatchObject({ links: before.links + 2 });
    expect(await db().user.count({ where: { phone: "+919876543210" } })).toBe(2);
  });

  it("parents who share an address are told to leave one empty, and no unsaved person is offered", async () => {
    const { id } = await accepted();
    const mother = { name: "Rekha Das", relation: "Mother", email: mohan.email };
    const refused = await office.services.enrol(asked(id, { guardians: [mohan, mother] })).catch((error) => error);
    expect(refused.cause).toMatchObject({ code: "CONFLICT", existingId: undefined });
    expect(await refusalOf(Promise.reject(refused))).toMatchObject({
      issues: [{ path: ["guardians", 1, "email"], message: expect.stringMatching(/^Two guardians cannot have/) }],
    });
    await office.services.enrol(asked(id, { guardians: [mohan, { ...mother, email: "" }] }));
    expect(await counts()).toMatchObject({ people: 3, links: 2 });
  });

  it("a student's address cannot be used for a guardian: the refusal says whose login it is and what to do", async () => {
    const { id } = await accepted();
    const ananya = await createStudent({ name: "Ananya Deshpande", email: "das@example.org" });
    for (const more of [{}, { studentId: ananya.id }]) {
      const refused = await office.services.enrol(asked(id, more)).catch((error) => error);
      expect(refused).not.toHaveProperty("cause.existingId", ananya.id);
      expect(await refusalOf(Promise.reject(refused))).toMatchObject({
        ...{ code: "CONFLICT", issues: [{ path: ["guardians", 0, "email"] }] },
        message: expect.stringMatching(/^This is the login of the student Ananya Deshpande\. Enter another address/),
      });
    }
    await office.services.enrol(asked(id, { guardians: [{ ...mohan, email: "" }] }));
    expect(await counts()).toMatchObject({ students: 2, links: 1 });
  });

  it("the refusal names the holder of a typed number or address, who can be linked instead", async () => {
    const { id } = await accepted();
    const ravi = await createGuardian({ of: [await createStudent()], email: "ravi@example.org" });
    await db().user.update({ where: { id: ravi.id }, data: { phone: "+919876543210" } });
    for (const guardian of [
      { ...mohan, email: "" },
      { ...mohan, phone: "", email: "ravi@example.org" },
    ]) {
      const enrol = office.services.enrol(asked(id, { guardians: [guardian] }));
      await expect(enrol).rejects.toMatchObject({ cause: { code: "CONFLICT", existingId: ravi.id } });
    }
    await office.services.enrol(asked(id, { guardians: [{ guardianId: ravi.id, relation: "Father" }] }));
    expect(await db().guardianship.count({ where: { guardianId: ravi.id } })).toBe(2);
  });
});
