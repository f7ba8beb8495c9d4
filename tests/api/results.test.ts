import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { dateHere } from "@/content/institute";
import { copy } from "@/features/results/messages";
import { refusals } from "@/features/results/messages-refusals";
import { addDays } from "@/lib/dates";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { type Caller, callerOf, createAdmin, createStudent, refusalOf, result, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { doJobsAfterDelay } from "../harness/jobs";
import { withSettings } from "../harness/settings";

const dataDir = await mkdtemp(join(tmpdir(), "lyceum-results-"));
withSettings({ DATA_DIR: dataDir });
afterAll(() => rm(dataDir, { recursive: true }));

let a: User;
let b: User;
let callerA: Caller;
let callerB: Caller;
let admin: Caller;

beforeEach(async () => {
  await resetDatabase();
  a = await createStudent({ email: "asha.rao@example.org" });
  b = await createStudent({ email: "bilal@example.org" });
  callerA = await callerOf(await tokenFor(a));
  callerB = await callerOf(await tokenFor(b));
  admin = await callerOf(await tokenFor(await createAdmin()));
});

type Given = Parameters<Caller["results"]["add"]>[0]["results"][number];
const one = (more: object = {}): Given => ({
  studentEmail: "asha.rao@example.org",
  className: 7,
  score: 45,
  totalMarks: 50,
  ...more,
});
const add = (...results: Given[]) => admin.results.add({ results });

const spellings = [
  "asha.rao@example.org",
  "ASHA.RAO@EXAMPLE.ORG",
  "Asha.Rao@Example.org",
  "  asha.rao@example.org  ",
  "asha.rao＠example.org",
  "ａｓｈａ.rao@example.org",
  "asha.rao@example.org\u3000",
  "\tasha.rao@example.org\n",
];
const otherAddresses = [
  "asha.rao%40example.org",
  "asha%2Erao@example.org",
  "asha.rao@example.org%00",
  "asha.rao@example.org%20",
  "ash%61.rao@example.org",
  "asha.rao@example.org.",
  "asharao@example.org",
  "asha..rao@example.org",
  "asha.rao+x@example.org",
  "asha.rao@example.org,bilal@example.org",
  "аsha.rao@example.org",
  "asha.rao@example",
  "%",
  "asha.rao@%",
  "' or 1=1 --",
  "",
];

describe("results of another student", () => {
  const unknown = { code: "NOT_FOUND", message: copy.none };

  it.each([...spellings, ...otherAddresses])(
    "no spelling of another student's email shows their results: %j",
    async (email) => {
      await result(a);
      await result(b);
      expect(await refusalOf(callerB.results.of({ email }))).toEqual(unknown);
    },
  );

  it("another student's results look like those of an unknown email", async () => {
    await result(a);
    expect(await refusalOf(callerB.results.of({ email: "nobody@example.org" }))).toEqual(unknown);
    expect(await refusalOf(callerB.results.of({ email: "asha.rao@example.org" }))).toEqual(unknown);
  });

  it("own results contain none of another student", async () => {
    await result(a, { score: 1 });
    await result(b, { score: 2 });
    expect((await callerB.results.mine()).map(({ score }) => score)).toEqual([2]);
    expect((await callerA.results.mine()).map(({ score }) => score)).toEqual([1]);
  });

  it("an id, a role or a prototype key in the input does not show another student's results", async () => {
    for (const key of ["studentId", "role", "_id", "constructor", "__proto__"]) {
      const input = JSON.parse(`{"email":"bilal@example.org","${key}":"${a.id}"}`);
      expect(await refusalOf(callerB.results.of(input))).toMatchObject({ code: "BAD_REQUEST" });
    }
  });
});

describe("own results", () => {
  it.each(spellings)("own results are found by every spelling of the own email: %j", async (email) => {
    const row = await result(a);
    expect((await callerA.results.of({ email })).items.map(({ _id }) => _id)).toEqual([row.id]);
    expect((await admin.results.of({ email })).items.map(({ _id }) => _id)).toEqual([row.id]);
  });

  it.each(otherAddresses)("own results are not found by another email: %j", async (email) => {
    await result(a);
    for (const caller of [callerA, admin]) {
      expect(await refusalOf(caller.results.of({ email }))).toEqual({ code: "NOT_FOUND", message: copy.none });
    }
  });

  it("own results respond with the specified message if there are none", async () => {
    for (const caller of [callerA, admin]) {
      const refusal = await refusalOf(caller.results.of({ email: "asha.rao@example.org" }));
      expect(refusal).toEqual({ code: "NOT_FOUND", message: "No results found. Please contact your teacher." });
    }
    expect(await callerA.results.mine()).toEqual([]);
  });

  it("own results are newest first", async () => {
    for (const [day, score] of [
      ["02", 2],
      ["03", 3],
      ["01", 1],
    ] as const)
      await result(a, { score, createdAt: new Date(`2026-11-${day}T00:00:00Z`) });
    expect((await callerA.results.mine()).map(({ score }) => score)).toEqual([3, 2, 1]);
  });

  it("results have a percentage and a grade, computed from the exact marks", async () => {
    await result(a, {
      score: "89.96",
      totalMarks: 100,
      gpa: "9.15",
      examName: "Midterm",
      examDate: new Date("2026-10-01"),
    });
    expect(await callerA.results.mine()).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        className: "7",
        score: 89.96,
        totalMarks: 100,
        percentage: 89.96,
        grade: "A",
        gpa: 9.15,
        examName: "Midterm",
        subject: null,
        subjectToday: null,
        examDate: "2026-10-01",
        createdAt: expect.any(Date),
        isNew: true,
        isUnseen: true,
        remark: null,
        corrections: [],
      },
    ]);
  });

  it("keep the word for their subject, and say what the subject is called today", async () => {
    const { _id } = await admin.subjects.add({ name: "Maths" });
    for (const subject of ["Maths", null]) await result(a, { subject });
    await admin.subjects.edit({ id: _id, name: "Mathematics" });
    await result(a, { subject: "Mathematics" });
    for (const results of [await callerA.results.mine(), (await admin.students.get({ id: a.id })).results])
      expect(results.map(({ subject, subjectToday }) => [subject, subjectToday])).toEqual([
        ["Mathematics", "Mathematics"],
        [null, null],
        ["Maths", "Mathematics"],
      ]);
  });

  it.each([
    [90, "A+"],
    [89.99, "A"],
    [80, "A"],
    [79.99, "B+"],
    [70, "B+"],
    [69.99, "B"],
    [60, "B"],
    [59.99, "C"],
    [50, "C"],
    [49.99, "D"],
    [40, "D"],
    [39.99, "F"],
    [0, "F"],
  ])("results with %d of 100 have the grade %s", async (score, grade) => {
    expect((await add(one({ score, totalMarks: 100 })))[0]).toMatchObject({ score, percentage: score, grade });
    expect((await callerA.results.mine())[0]).toMatchObject({ score, percentage: score, grade });
  });
});

describe("adding results", () => {
  it.each([7, "7", "Class 7"])(
    "adding results accepts the class %j and the email in any spelling",
    async (className) => {
      const [added] = await add(one({ className, studentEmail: " ASHA.RAO＠example.org" }));
      expect(added).toMatchObject({ className: "7", studentEmail: "asha.rao@example.org" });
    },
  );

  it("adding results keeps two decimals and accepts numbers as text", async () => {
    const [added] = await add(one({ score: "33.33", totalMarks: "99.99", gpa: "0.1" }));
    expect(added).toMatchObject({ score: 33.33, totalMarks: 99.99, gpa: 0.1 });
    const [row] = await db().result.findMany();
    expect([String(row?.score), String(row?.totalMarks), String(row?.gpa)]).toEqual(["33.33", "99.99", "0.1"]);
  });

  it("adding results returns exactly the fields that are read later", async () => {
    const marks = { score: 0.1 + 0.2, totalMarks: "62.50", gpa: 8.25 };
    const texts = { examName: "  Unit Test ", subject: "Biology", examDate: "2026-02-28" };
    const [full, bare] = await add(one({ ...marks, ...texts }), one());
    const { items: read } = await admin.results.of({ email: a.email ?? "" });
    expect(full).toMatchObject({ score: 0.3, totalMarks: 62.5, gpa: 8.25, examDate: "2026-02-28" });
    for (const added of [full, bare]) {
      const { studentEmail, studentId, studentName, joinedRoster, joinedClass, ...view } = added ?? {
        studentEmail: "",
      };
      const who = [studentEmail, studentId, studentName, joinedRoster, joinedClass];
      expect(who).toEqual([a.email, a.id, a.name, false, null]);
      expect(read).toContainEqual(view);
    }
  });

  it("adding results accepts missing optional fields", async () => {
    expect((await add(one()))[0]).toMatchObject({ gpa: null, examName: null, subject: null, examDate: null });
  });

  it("adding results writes none if one student is not registered, and names each such item", async () => {
    const outcome = await refusalOf(
      add(one(), one({ studentEmail: "who@example.org" }), one(), one({ studentEmail: "admin@example.org" })),
    );
    expect(outcome).toEqual({
      code: "NOT_FOUND",
      message: "No student is registered with this email.",
      issues: [1, 3].map((index) => ({ path: ["results", index, "studentEmail"], message: refusals.notRegistered })),
    });
    expect(await db().result.count()).toBe(0);
  });

  it("adding results writes none if one item is invalid, and names each error", async () => {
    const outcome = await refusalOf(add(one(), one({ score: 51 }), one({ className: 13 }), one({ score: "" })));
    expect(outcome.code).toBe("BAD_REQUEST");
    expect(outcome.issues?.map(({ path }) => path.join("."))).toEqual([
      "results.1.score",
      "results.2.className",
      "results.3.score",
    ]);
    expect(outcome.issues?.[0]?.message).toBe("The score cannot be higher than the total marks.");
    expect(await db().result.count()).toBe(0);
  });

  it("adding results accepts an exam of the institute's today, and writes none if one exam is still to come", async () => {
    const today = dateHere(new Date());
    const tomorrow = addDays(today, 1);
    const refused = refusalOf(
      add(one({ examDate: today }), one({ examDate: tomorrow }), one({ examDate: "2099-11-27" })),
    );
    expect(await refused).toEqual({
      code: "BAD_REQUEST",
      message: "The exam date is still to come.",
      issues: [1, 2].map((index) => ({ path: ["results", index, "examDate"], message: refusals.dateAhead })),
    });
    expect(await db().result.count()).toBe(0);
    expect(await add(one({ examDate: today }))).toMatchObject([{ examDate: today }]);
  });

  it.each(["role", "_id", "studentId", "grade", "createdAt", "constructor", "__proto__"])(
    "adding results rejects the unknown key %s",
    async (key) => {
      const given: unknown = JSON.parse(`{"${key}":"x"}`);
      const item = JSON.parse(JSON.stringify(one()).replace("}", `,${JSON.stringify(given).slice(1)}`));
      expect(await refusalOf(add(item))).toMatchObject({ code: "BAD_REQUEST" });
      expect(await db().result.count()).toBe(0);
    },
  );

  it("adding results for the administrator is rejected", async () => {
    await db().user.updateMany({ where: { role: "admin" }, data: { username: "head@example.org" } });
    expect(await refusalOf(add(one({ studentEmail: "head@example.org" })))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("adding results accepts at most 1000, and keeps their order", async () => {
    const many = Array.from({ length: 1000 }, (_, index) =>
      one({ score: index / 100, studentEmail: index % 2 ? a.email : b.email }),
    );
    const added = await add(...many);
    expect(added.map(({ score, studentEmail }) => ({ score, studentEmail }))).toEqual(
      many.map(({ score, studentEmail }) => ({ score, studentEmail })),
    );
    expect(await db().result.count()).toBe(1000);
    expect(await refusalOf(add(...many, one()))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await db().result.count()).toBe(1000);
  });
});

describe("a form of a result", () => {
  const key = "3405691582-1-2-3";
  const send = (more: object = {}, by = admin) => by.results.addOnce({ key, results: [one()], ...more });
  const count = () => db().result.count();

  it("that is sent again because its response was lost gets the same response, and adds nothing", async () => {
    const first = await send();
    expect(first).toMatchObject([{ score: 45, studentName: a.name, createdAt: expect.any(Date) }]);
    expect(await send()).toEqual(first);
    // The browser has since found out whose address it is.
    expect(await send({ results: [one({ studentId: a.id })] })).toEqual(first);
    expect(await count()).toBe(1);
    expect(await send({ key: `${key}4` })).not.toEqual(first);
    await send({}, await callerOf(await tokenFor(await createAdmin({ username: "second" }))));
    expect(await count()).toBe(3);
  });

  it("that is sent twice at the same time adds one, and says so while the first is still running", async () => {
    const both = await Promise.allSettled([send(), send()]);
    expect(await count()).toBe(1);
    for (const sent of both) {
      if (sent.status === "fulfilled") continue;
      expect((await refusalOf(Promise.reject(sent.reason))).message).toBe(
        "This is still being done. Please press again in a moment.",
      );
    }
  });

  it("is refused for a student, for other marks with its key, and without a key; a refusal frees the key", async () => {
    expect(await refusalOf(send({}, callerA))).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusalOf(send({ key: "" }))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await refusalOf(send({ results: [one({ studentEmail: "nobody@example.org" })] }))).toMatchObject({
      code: "NOT_FOUND",
    });
    await send();
    expect(await refusalOf(send({ results: [one({ score: 46 })] }))).toMatchObject({ code: "KEY_REUSED" });
    expect(await count()).toBe(1);
  });
});

describe("without a mail server", () => {
  it("unconfirmed students see their results if no mail server is set", async () => {
    await add(one());
    expect(a.emailConfirmedAt).toBeNull();
    expect(await callerA.results.mine()).toMatchObject([{ score: 45, isNew: true }]);
    expect(await callerA.results.unread()).toBe(1);
    expect(await callerA.results.classes()).toEqual(["7"]);
  });

  it("the email about a result is written to a file if no mail server is set", async () => {
    await add(one({ subject: "Biology" }));
    await doJobsAfterDelay();
    const { id } = await db().mail.findFirstOrThrow();
    expect(await readdir(join(dataDir, "mail"))).toEqual([`resultNews-${id}.eml`]);
    const mail = await PostalMime.parse(await readFile(join(dataDir, "mail", `resultNews-${id}.eml`)));
    expect(mail.to).toMatchObject([{ address: "asha.rao@example.org" }]);
    expect(mail.text).toContain("A new result for Class 7, Biology.");
  });
});
