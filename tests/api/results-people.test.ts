import { beforeEach, describe, expect, it } from "vitest";
import { refusals } from "@/features/results/messages-refusals";
import { mostSuggested } from "@/lib/fields";
import { lockPeople } from "@/server/auth/users";
import { db, type Transaction } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { type Caller, callerOf, createStaff, createStudent, refusalOf, result, tokenFor } from "../factories";
import { meanwhile } from "../harness/meanwhile";
import { officeOfEachTest } from "../harness/office";

const admin = officeOfEachTest();
let asha: User & { email: string };

beforeEach(async () => {
  asha = await account("Asha Rao", "asha@example.org");
});

/** A person who signed up and is not on the roster. */
function account(name: string, email: string) {
  return createStudent({ name, email, isKnown: false, onRoster: false });
}

type Given = Parameters<Caller["results"]["add"]>[0]["results"][number];
const one = (more: object = {}): Given => ({
  studentEmail: asha.email,
  className: 7,
  score: 45,
  totalMarks: 50,
  ...more,
});
const add = (...results: Given[]) => admin.results.add({ results });
const thisYear = () =>
  db().schoolYear.create({
    data: { label: "now", firstDay: new Date("2020-01-01"), lastDay: new Date(Date.now() + 86_400_000 * 200) },
  });
const child = (name: string, admissionNo: string, className?: number) =>
  admin.students.add({ name, admissionNo, email: null, ...(className && { className, section: "A", rollNo: "12" }) });
const guard = (guardian: User, studentId: string) =>
  db().guardianship.create({
    data: {
      ...{ guardianId: guardian.id, studentId, relation: "mother", origin: "office" },
      ...{ seesResults: true, getsMails: true, contactOrder: 1 },
    },
  });

describe("the person behind an address", () => {
  it("is shown to the office only", async () => {
    for (const caller of [await callerOf(null), await callerOf(await tokenFor(asha))]) {
      expect((await refusalOf(caller.students.who({ identifier: asha.email }))).code).toMatch(
        /^(UNAUTHORIZED|FORBIDDEN)$/,
      );
    }
  });

  it("is a self-registered account, nobody, or a student with class, section, roll number and login", async () => {
    await thisYear();
    expect(await admin.students.who({ identifier: " ASHA@example.org" })).toMatchObject({
      ...{ _id: asha.id, kind: "account", name: "Asha Rao", className: null, login: "not confirmed", children: [] },
      ...{ signedUpAt: asha.createdAt, takesClass: true },
    });
    expect(await admin.students.who({ identifier: "nobody@example.org" })).toBeNull();
    expect(await admin.students.who({ identifier: "admin" })).toBeNull();
    const colleague = await createStaff({ role: "office" });
    expect(await admin.students.who({ identifier: colleague.email })).toBeNull();
    const { _id } = await child("Nila Sen", "7A-012", 7);
    await guard(colleague.user, _id);
    expect(await admin.students.who({ identifier: colleague.email })).toMatchObject({ kind: "guardian" });
    expect(await admin.students.who({ identifier: "7a-012" })).toMatchObject({
      ...{ _id, kind: "student", name: "Nila Sen", className: "7", section: "A", rollNo: "12", login: "none" },
    });
  });

  it("is suggested by a part of the name to the office only, without marks, with their own address or a guardian's", async () => {
    for (const caller of [await callerOf(null), await callerOf(await tokenFor(asha))]) {
      expect((await refusalOf(caller.students.suggest({ search: "sen" }))).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
    }
    await thisYear();
    const [nila, tara] = [await child("Nila Sen", "7A-012", 7), await child("Tara Sen", "2")];
    const known = await createStudent({ name: "Ravi Sen", email: "ravi@example.org" });
    await guard(known, nila._id);
    const gone = await guard(await account("Gone Rao", "gone@example.org"), nila._id);
    await db().guardianship.update({ where: { id: gone.id }, data: { endedAt: new Date(), endReason: "moved" } });
    await guard(await db().user.create({ data: { name: "Without Rao" } }), nila._id);
    const noPlace = { className: null, section: null, rollNo: null };
    const inClass = { className: "7", section: "A", rollNo: "12" };
    const suggested = () => admin.students.suggest({ search: "sen" });
    const others = [
      { _id: known.id, name: "Ravi Sen", email: "ravi@example.org", guardian: null, proposedClass: null, ...noPlace },
      { _id: tara._id, name: "Tara Sen", email: null, guardian: null, proposedClass: null, ...noPlace },
    ];
    const nilas = { _id: nila._id, name: "Nila Sen", proposedClass: null, ...inClass };
    expect(await suggested()).toEqual([{ ...nilas, email: null, guardian: null }, ...others]);

    await guard(asha, nila._id);
    const [{ email } = { email: null }, ...rest] = await suggested();
    expect([email, rest]).toEqual([asha.email, others]);
    expect(await admin.students.who({ identifier: asha.email })).toMatchObject({
      ...{ kind: "guardian", children: [{ _id: nila._id }] },
    });
    expect(await add(one({ studentEmail: asha.email, studentId: nila._id }))).toMatchObject([
      { studentName: "Nila Sen" },
    ]);
    expect(await admin.students.suggest({ search: "nobody of that name" })).toEqual([]);
    for (let count = 3; count <= mostSuggested + 1; count += 1) await createStudent({ name: "Asha Sen" });
    expect(await suggested()).toHaveLength(mostSuggested + 1);
  });

  it("is shown, if a guardian, with the children whose link has not ended", async () => {
    await thisYear();
    const [first, second] = [await child("Nila Sen", "1", 7), await child("Ravi Sen", "2")];
    const gone = await guard(asha, (await child("Tara Sen", "3"))._id);
    await db().guardianship.update({ where: { id: gone.id }, data: { endedAt: new Date(), endReason: "moved" } });
    await Promise.all([guard(asha, first._id), guard(asha, second._id)]);
    const who = await admin.students.who({ identifier: asha.email });
    expect(who?.kind).toBe("guardian");
    expect(who?.children).toEqual([
      { _id: first._id, name: "Nila Sen", className: "7", section: "A", rollNo: "12" },
      { _id: second._id, name: "Ravi Sen", className: null, section: null, rollNo: null },
    ]);
  });
});

describe("a result for the person who was shown", () => {
  it("is written as long as the same person is behind the address, and names the student", async () => {
    const [added] = await add(one({ studentId: asha.id }));
    expect(added).toMatchObject({ studentName: "Asha Rao", studentEmail: asha.email });
  });

  it("is refused in words once the address belongs to another person, and nothing is written", async () => {
    await db().user.update({ where: { id: asha.id }, data: { email: "asha.rao@example.org" } });
    await createStudent({ name: "Bilal Khan", email: "asha@example.org" });
    const refusal = await refusalOf(add(one(), one({ studentId: asha.id })));
    expect(refusal).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: ["results", 1, "studentEmail"], message: refusals.personChanged }],
    });
    expect(await db().result.count()).toBe(0);
  });

  it("under a guardian's address goes to the chosen child; the address alone stands for nobody", async () => {
    const [nila, other] = [await child("Nila Sen", "1"), await child("Ravi Rao", "2")];
    const link = await guard(asha, nila._id);
    expect(await refusalOf(add(one()))).toMatchObject({ code: "NOT_FOUND", message: refusals.notRegistered });
    expect(await refusalOf(add(one({ studentId: other._id })))).toMatchObject({ code: "CONFLICT" });
    expect(await add(one({ studentId: nila._id }))).toMatchObject([{ studentName: "Nila Sen", joinedRoster: false }]);
    expect(await db().result.findMany()).toMatchObject([{ studentId: nila._id }]);
    await db().guardianship.update({ where: { id: link.id }, data: { endedAt: new Date(), endReason: "moved" } });
    expect(await refusalOf(add(one({ studentId: nila._id })))).toMatchObject({ code: "CONFLICT" });
  });

  it("under a former guardian's address goes to nobody: a person who ends a link does not become a student", async () => {
    const link = await guard(asha, (await child("Nila Sen", "1"))._id);
    await (await callerOf(await tokenFor(asha))).guardians.leave({ studentId: link.studentId });
    expect(await admin.students.who({ identifier: asha.email })).toBeNull();
    expect(await refusalOf(add(one()))).toMatchObject({ code: "NOT_FOUND", message: refusals.notRegistered });
  });
});

describe("the first result of a self-registered account", () => {
  it("puts it on the roster of the class, once, and the response says so", async () => {
    const year = await thisYear();
    const added = await add(one(), one({ className: 8 }));
    // If one array has two classes, the first one counts.
    expect(added.map(({ joinedRoster, joinedClass }) => [joinedRoster, joinedClass])).toEqual([
      [true, "7"],
      [true, "7"],
    ]);
    expect(await db().student.findMany()).toMatchObject([{ userId: asha.id, origin: "self" }]);
    expect(await db().enrolment.findMany()).toMatchObject([
      { studentId: asha.id, schoolYearId: year.id, className: 7, section: null, rollNo: null, toDay: null },
    ]);
    expect(await add(one({ className: 9 }))).toMatchObject([{ joinedRoster: false, joinedClass: null }]);
    expect(await db().enrolment.count()).toBe(1);
  });

  it("puts it on the roster without a class before there is a school year", async () => {
    expect(await admin.students.who({ identifier: asha.email })).toMatchObject({ kind: "account", takesClass: false });
    expect(await add(one())).toMatchObject([{ joinedRoster: true, joinedClass: null }]);
    expect([await db().student.count(), await db().enrolment.count()]).toEqual([1, 0]);
    expect((await admin.students.list({ state: "proposed" })).items).toMatchObject([
      { _id: asha.id, proposedClass: "7" },
    ]);
  });

  it("puts it there once, if several are added at the same time", async () => {
    await thisYear();
    const added = await Promise.all([add(one()), add(one()), add(one())]);
    expect(added.flat().filter(({ joinedRoster }) => joinedRoster)).toHaveLength(1);
    expect(await db().enrolment.count()).toBe(1);
  });
});

describe("an account that changes at the same moment", () => {
  it("is attached to an entry: the entry gets the result", async () => {
    const { _id: entry } = await child("Asha Rao", "KV-7");
    const attaches = async (tx: Transaction) => {
      await tx.user.delete({ where: { id: asha.id } });
      await tx.user.update({ where: { id: entry }, data: { email: asha.email } });
    };
    expect(await meanwhile(attaches, () => add(one()))).toMatchObject([{ studentId: entry, joinedRoster: false }]);
  });

  it.each([
    ["is erased", (tx: Transaction) => tx.user.delete({ where: { id: asha.id } })],
    [
      "works here from now on",
      async (tx: Transaction) => {
        await lockPeople(tx, [asha.id]);
        await tx.staffGrant.create({ data: { userId: asha.id, role: "office", fromDay: new Date("2026-01-01") } });
      },
    ],
  ])("%s: the result is refused in words", async (_, changes) => {
    const message = refusals.notRegistered;
    expect(await meanwhile(changes, () => add(one()))).toMatchObject({ code: "NOT_FOUND", message });
    expect([await db().result.count(), await db().student.count()]).toEqual([0, 0]);
  });
});

describe("the same result twice", () => {
  const named = { examName: "Half-yearly", subject: "Maths", examDate: "2026-11-20" };

  it.each([
    ["as it is", {}],
    ["in other capitals, with another score", { examName: "HALF-YEARLY", subject: "maths ", score: 12 }],
    ["with other spaces and digits", { examName: "Unit  Test  ３", subject: "Maths" }, "Unit Test 3"],
    ["as one that is stored with two spaces", { examName: "Unit Test 3" }, "Unit  Test 3"],
    ["in a class below", { className: 6 }],
  ])(
    "%s is refused with the first one's id, and nothing is written",
    async (_case, more, examName = named.examName) => {
      const [first] = await add(one({ ...named, examName }));
      await expect(add(one(), one({ ...named, ...more }))).rejects.toMatchObject({
        cause: { code: "CONFLICT", existingId: first?._id, issues: [{ path: ["results", 1, "examName"] }] },
      });
      expect((await refusalOf(add(one({ ...named, ...more })))).message).toBe(refusals.addedBefore("Asha Rao"));
      expect(await db().result.count()).toBe(1);
    },
  );

  it("is recognised under another spelling of the subject", async () => {
    await admin.subjects.add({ name: "Mathematics", spellings: ["Maths"] });
    await add(one({ ...named, subject: "Mathematics" }));
    expect((await refusalOf(add(one(named)))).code).toBe("CONFLICT");
  });

  it.each([{ examName: null }, { subject: null }, { examDate: null }])(
    "with %j it can be added again",
    async (more) => {
      const vague = one({ ...named, ...more });
      await add(one(named), vague);
      await add(vague);
      expect(await db().result.count()).toBe(3);
    },
  );

  it.each([{ examDate: "2026-11-21" }, { examName: "Final" }])("with %j it is a different one", async (more) => {
    await add(one(named), one({ ...named, ...more }));
    expect(await db().result.count()).toBe(2);
  });

  it("of another student it is a different one", async () => {
    const bilal = await createStudent({ name: "Bilal Khan" });
    await add(one(named), one({ ...named, studentEmail: bilal.email }));
    expect(await db().result.count()).toBe(2);
  });

  it("within one list is refused at its second place", async () => {
    const refusal = await refusalOf(add(one(named), one(), one(named)));
    expect(refusal).toMatchObject({
      code: "CONFLICT",
      issues: [{ path: ["results", 2, "examName"], message: refusals.addedTwice("Asha Rao") }],
    });
    expect(await db().result.count()).toBe(0);
  });

  it("is named together with unknown and changed persons in one refusal, and the first kind decides the status", async () => {
    const [first] = await add(one(named));
    const other = await createStudent({ name: "Bilal Khan" });
    const [again, moved] = [one(named), one({ studentId: other.id })];
    const nobody = one({ ...named, studentEmail: "nobody@example.org" });
    const issue = (index: number, field: string, message: string) => ({ path: ["results", index, field], message });
    const [isAgain, isMoved] = [refusals.addedBefore("Asha Rao"), refusals.personChanged];
    expect(await refusalOf(add(again, one(), moved, nobody))).toEqual({
      code: "NOT_FOUND",
      message: refusals.notRegistered,
      issues: [
        issue(3, "studentEmail", refusals.notRegistered),
        issue(2, "studentEmail", isMoved),
        issue(0, "examName", isAgain),
      ],
    });
    expect(await refusalOf(add(again, moved))).toEqual({
      code: "CONFLICT",
      message: isMoved,
      issues: [issue(1, "studentEmail", isMoved), issue(0, "examName", isAgain)],
    });
    expect(await db().result.findMany()).toMatchObject([{ id: first?._id }]);
  });

  it("sent by several at the same time, is written once", async () => {
    const sent = await Promise.allSettled(Array.from({ length: 6 }, () => add(one(named))));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db().result.count()).toBe(1);
  });

  it("is refused with the oldest of several from before this rule", async () => {
    const rows = { ...named, examDate: new Date(named.examDate) };
    const spaced = { ...rows, examName: ` ${named.examName} ` };
    const first = await result(asha, { ...spaced, createdAt: new Date("2026-11-20T10:00:00Z") });
    await result(asha, { ...rows, createdAt: new Date("2026-11-21T10:00:00Z") });
    await expect(add(one(named))).rejects.toMatchObject({ cause: { existingId: first.id } });
  });
});
