import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { prepareJobs } from "@/server/jobs/jobs";
import {
  type Caller,
  callerOf,
  createAdmin,
  createGuardian,
  createStudent,
  refusalOf,
  schoolYear,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../harness/database";

let office: Caller;
let asha: User & { email: string };
let dev: string;
let child: Caller;
let parent: Caller;
let stranger: Caller;

beforeAll(prepareJobs);

beforeEach(async () => {
  await resetDatabase();
  office = await callerOf(await tokenFor(await createAdmin()));
  await schoolYear();
  asha = await createStudent({ email: "asha@example.org" });
  await db().user.update({ where: { id: asha.id }, data: { emailConfirmedAt: new Date() } });
  await office.enrolments.enrol({ studentId: asha.id, className: 7, section: "A", fromDay: "2026-04-06" });
  dev = (await office.students.add({ name: "Dev Gill", className: 7, section: "A", fromDay: "2026-04-06" }))._id;
  const mother = await createGuardian({ of: [asha], email: "mother@example.org" });
  await db().user.update({ where: { id: mother.id }, data: { emailConfirmedAt: new Date() } });
  [child, parent] = [await callerOf(await tokenFor(asha)), await callerOf(await tokenFor(mother))];
  stranger = await callerOf(await tokenFor(await createGuardian({ of: [await createStudent()] })));
});

const scored = (score: number) => ({ kind: "scored", score }) as const;
const [absent, excused] = [{ kind: "absent" } as const, { kind: "excused" } as const];
type Marks = [studentId: string, mark: object | null, remark?: string][];

async function enter(id: string, marks: Marks, by = office) {
  const { rows } = await by.exams.get({ id });
  const cells = marks.map(([studentId, mark, remark = null]) => {
    const seen = rows.find((row) => row.studentId === studentId)?.rowVersion ?? 0;
    return { studentId, mark, remark, seen } as Parameters<Caller["exams"]["saveCells"]>[0]["cells"][number];
  });
  return by.exams.saveCells({ id, cells });
}

async function examWith(marks: Marks, subject = "Biology") {
  const place = { className: 7, sections: ["A"], examDate: "2026-11-18" };
  const [made] = await office.exams.addMany({ ...place, subjects: [subject], examName: "Unit Test 3", totalMarks: 80 });
  const id = made?._id ?? "";
  await enter(id, marks);
  return id;
}

async function release(id: string, by = office) {
  return by.exams.release({ id, digest: (await by.exams.preview({ id })).digest });
}

const ofAsha = () => ({ studentId: asha.id });

describe("absences", () => {
  it("are read by the student and who sees the results, as such and with the remark, and count nowhere", async () => {
    const id = await examWith([
      [asha.id, absent, "Please see me"],
      [dev, scored(50)],
    ]);
    expect(await child.exams.absences()).toEqual([]);
    await release(id);
    expect((await refusalOf(stranger.exams.absences(ofAsha()))).code).toBe("NOT_FOUND");
    expect((await refusalOf((await callerOf(null)).exams.absences())).code).toBe("UNAUTHORIZED");
    for (const found of [await child.exams.absences(), await parent.exams.absences(ofAsha())]) {
      expect(found).toMatchObject([
        { examName: "Unit Test 3", subject: "Biology", examDate: "2026-11-18", kind: "absent", withdrawal: null },
      ]);
      expect(found[0]?.remark).toBe("Please see me");
    }
    expect([await child.results.mine(), await child.results.unread()]).toEqual([[], 0]);
    await db().guardianship.updateMany({ data: { seesResults: false } });
    expect((await refusalOf(parent.exams.absences(ofAsha()))).code).toBe("NOT_FOUND");
  });

  it("the remark of a mark stands on the family's card, and in the export", async () => {
    await release(await examWith([[asha.id, scored(61), "Well done"]]));
    for (const found of [await child.results.mine(), await parent.results.mine(ofAsha())])
      expect(found).toMatchObject([{ score: 61, remark: "Well done" }]);
    const absence = await examWith([[asha.id, excused]], "Physics");
    await release(absence);
    const kept = JSON.stringify(await office.people.exportById({ id: asha.id, password: usualPassword }));
    expect(kept).toMatch(/Well done/);
    expect(kept).toMatch(/excused/);
  });
});
