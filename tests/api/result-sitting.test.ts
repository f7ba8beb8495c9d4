import { beforeEach, describe, expect, it, vi } from "vitest";
import { emailDelay } from "@/lib/email-delay";
import { db } from "@/server/db/client";
import { appErrorOf } from "@/server/trpc/trpc";
import { type Caller, callerOf, createStaff, createStudent, refusalOf, tokenFor } from "../factories";
import { officeOfEachTest } from "../harness/office";
import { withoutIds } from "../harness/without-ids";

const office = officeOfEachTest();
let asha: Caller;
let email: string;

beforeEach(async () => {
  const user = await createStudent();
  email = user.email;
  asha = await callerOf(await tokenFor(user));
});

async function add(score = 45): Promise<string> {
  const [added] = await office.results.add({ results: [{ studentEmail: email, className: 7, score, totalMarks: 50 }] });
  return added?._id ?? "";
}

describe("a single result that was added a moment ago", () => {
  it("can be taken back only by the office", async () => {
    const id = await add();
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
    for (const caller of [asha, teacher, await callerOf(null)])
      expect((await refusalOf(caller.results.takeBack({ ids: [id] }))).code).toMatch(/FORBIDDEN|UNAUTHORIZED/);
    expect(await asha.results.mine()).toHaveLength(1);
  });

  it("is gone for everyone once taken back, and leaves no trace for a family that has not opened it", async () => {
    const kept = await add(30);
    const id = await add();
    await office.results.takeBack({ ids: [id] });
    expect((await asha.results.mine()).map(({ _id }) => _id)).toEqual([kept]);
    expect(await asha.results.withdrawn()).toEqual([]);
    expect((await refusalOf(office.results.takeBack({ ids: [id] }))).code).toBe("GONE");
    const event = await db().auditEvent.findFirstOrThrow({ where: { action: "result-taken-back" } });
    expect(withoutIds(event.detail)).not.toMatch(/45|Asha/);
    await add();
  });

  it("tells a family that has opened it that it came too early", async () => {
    const id = await add();
    await asha.results.markRead({ ids: [id] });
    await office.results.takeBack({ ids: [id] });
    expect(await asha.results.withdrawn()).toMatchObject([{ _id: id, reason: null, isOfExam: false }]);
  });

  it("has its own line for the family if several are taken back, until it is given again", async () => {
    const given = { studentEmail: email, className: 7, totalMarks: 50 };
    async function open(subject: string, score = 45, examName = "Unit Test 3") {
      const [added] = await office.results.add({ results: [{ ...given, score, subject, examName }] });
      await asha.results.markRead({ ids: [added?._id ?? ""] });
      return added?._id ?? "";
    }
    for (const id of [await open("Biology"), await open("Physics")]) await office.results.takeBack({ ids: [id] });
    const subjects = async () => (await asha.results.withdrawn()).map(({ subject }) => subject).sort();
    expect(await subjects()).toEqual(["Biology", "Physics"]);
    // Names are compared as for duplicates.
    for (const [score, examName] of [
      [46, "Unit Test 3"],
      [47, "unit  test ３"],
    ] as const) {
      const again = await open("biology", score, examName);
      expect(await subjects()).toEqual(["Physics"]);
      await office.results.takeBack({ ids: [again] });
      expect((await subjects()).map((name) => name?.toLowerCase())).toEqual(["biology", "physics"]);
    }
  });

  it("stays after ten minutes, and if it was corrected", async () => {
    const id = await add();
    const { _id: corrected } = await office.results.correct({ id, score: 46, reason: "Sum" });
    expect((await refusalOf(office.results.takeBack({ ids: [id] }))).code).toBe("CONFLICT");
    const late = await add(20);
    vi.setSystemTime(Date.now() + emailDelay + 60_000);
    try {
      for (const one of [late, corrected])
        expect((await refusalOf(office.results.takeBack({ ids: [one] }))).code).toBe("CONFLICT");
    } finally {
      vi.useRealTimers();
    }
    expect(await asha.results.mine()).toHaveLength(2);
  });

  it("goes together with several others or not at all, and the refusal gives the place of the first one that stays", async () => {
    const ids = [await add(), await add(20), await add(30)];
    await office.results.withdraw({ id: ids[1] ?? "", reason: "Another student" });
    const refusal = office.results.takeBack({ ids }).catch((error) => appErrorOf(error));
    expect(await refusal).toMatchObject({ code: "GONE", issues: [{ path: ["ids", 1] }] });
    expect(await asha.results.mine()).toHaveLength(2);
    await office.results.takeBack({ ids: [ids[0], ids[2], ids[0]].flatMap((id) => id ?? []) });
    expect(await asha.results.mine()).toEqual([]);
    expect(await db().auditEvent.count({ where: { action: "result-taken-back" } })).toBe(2);
  });

  it("can be taken back on the student's page for as long", async () => {
    const { id: studentId } = await db().user.findFirstOrThrow({ where: { email } });
    const until = async () => (await office.students.get({ id: studentId })).results[0]?.takeBackUntil;
    const id = await add();
    const { createdAt } = await db().result.findUniqueOrThrow({ where: { id } });
    expect(await until()).toEqual(new Date(createdAt.getTime() + emailDelay));
    vi.setSystemTime(createdAt.getTime() + emailDelay);
    try {
      expect(await until()).toBeNull();
    } finally {
      vi.useRealTimers();
    }
    await office.results.withdraw({ id, reason: "Another student" });
    expect(await until()).toBeNull();
  });
});
