import { beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/server/db/client";
import { makeInstitute } from "../../scripts/demo/institute";
import { createAdmin, openStore } from "../factories";

await openStore();

/** How many there are of each kind. */
async function counted(rows: Promise<Record<string, unknown>[]>, key: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const row of await rows) counts[String(row[key])] = (counts[String(row[key])] ?? 0) + 1;
  return counts;
}

beforeAll(async () => {
  await createAdmin();
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await makeInstitute(new Date().toISOString().slice(0, 10));
  write.mockRestore();
}, 600_000);

describe("the sample institute, made by its users' calls", { tags: "long" }, () => {
  it("has 300 students in sections, their guardians, and staff of each kind", async () => {
    const open = await db().enrolment.findMany({ where: { toDay: null } });
    expect(open.length).toBe(301);
    expect(new Set(open.map(({ className, section }) => `${className} ${section}`)).size).toBe(24);
    expect(await db().guardianship.count()).toBeGreaterThan(400);
    const grants = await db().staffGrant.findMany({ where: { endedAt: null } });
    const kinds = grants.map(({ role, className, subjectId }) => [role, className !== null, subjectId !== null].join());
    expect(new Set(kinds)).toEqual(
      new Set(["administrator,false,false", "office,false,false", "teacher,true,false", "teacher,true,true"]),
    );
    expect(await db().consent.count()).toBeGreaterThan(250);
  });

  it("has exams in every state, with absent, excused, late, corrected and withdrawn marks", async () => {
    expect(await counted(db().exam.findMany(), "state")).toEqual({
      draft: 8,
      scheduled: 3,
      released: 142,
      withdrawn: 1,
    });
    const events = await counted(db().examEvent.findMany(), "kind");
    expect(events).toMatchObject({ taken_back: 1, withdrawn: 1, scheduled: 3 });
    expect(await db().result.count({ where: { supersedesId: { not: null } } })).toBe(7);
    expect(Object.keys(await counted(db().examAbsence.findMany(), "kind")).sort()).toEqual(["absent", "excused"]);
    expect(await db().exam.count({ where: { releaseNo: 2 } })).toBe(1);
    expect(await db().result.count()).toBeGreaterThan(3000);
  });

  it("has report cards that are issued, replaced and withdrawn, and a set in draft", async () => {
    const cards = await counted(db().reportCard.findMany(), "state");
    expect(cards).toEqual({ issued: 24, replaced: 1, withdrawn: 1 });
    expect(await db().reportCardSet.count({ where: { cards: { none: {} } } })).toBe(1);
  });

  it("has tests that were moved, cancelled and restored, closed days, and materials of each kind", async () => {
    const changes = await counted(db().scheduleChange.findMany(), "kind");
    expect(changes).toEqual({ announced: 40, moved: 2, cancelled: 3, restored: 1 });
    expect(await db().closedDay.count()).toBe(3);
    const now = new Date();
    const materials = await db().material.findMany({ include: { downloads: true } });
    expect(materials.filter(({ expiresAt }) => expiresAt !== null && expiresAt < now)).toHaveLength(3);
    expect(materials.filter(({ availableFrom }) => availableFrom !== null)).toHaveLength(3);
    expect(materials.filter(({ downloads }) => downloads.length > 0).length).toBeGreaterThan(50);
  });

  it("has notices in every state, read by some and confirmed by some", async () => {
    expect(await counted(db().notice.findMany(), "state")).toEqual({
      draft: 1,
      scheduled: 1,
      published: 7,
      withdrawn: 1,
    });
    const receipts = await db().noticeReceipt.findMany();
    expect(receipts.some(({ confirmedAt }) => confirmedAt !== null)).toBe(true);
    expect(receipts.some(({ confirmedAt }) => confirmedAt === null)).toBe(true);
    expect(await db().noticeVersion.count({ where: { version: 2 } })).toBe(1);
  });

  it("has applications in every state, a merged one, siblings, visits and messages, and sends no email", async () => {
    const states = await counted(db().submission.findMany({ where: { mergedIntoId: null } }), "state");
    expect(Object.keys(states).sort()).toEqual(
      [
        "accepted",
        "declined",
        "enrolled",
        "in_review",
        "invited",
        "offered",
        "received",
        "waiting",
        "withdrawn",
      ].sort(),
    );
    expect(await db().submission.count({ where: { mergedIntoId: { not: null } } })).toBe(1);
    expect(await db().submission.count({ where: { visitAt: { gt: new Date() } } })).toBeGreaterThan(1);
    expect(await db().submissionMessage.count({ where: { fromFamily: true } })).toBeGreaterThan(0);
    expect(await db().contactMessage.count({ where: { doneAt: null } })).toBe(2);
    expect(await db().mail.count({ where: { state: "waiting" } })).toBe(0);
    const admitted = await db().student.findMany({ where: { origin: "admission" }, orderBy: { userId: "asc" } });
    expect(admitted.map(({ admissionNo }) => admissionNo)).toEqual(["LY-1226", "LY-1227"]);
  });
});
