import { beforeEach, describe, expect, it } from "vitest";
import { findLink } from "@/features/guardians/data";
import { db } from "@/server/db/client";
import { callerOf, createGuardian, createStaff, createStudent, refusalOf, schoolYear, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

/** A mother of two, and a student who is not hers. */
async function family() {
  const [asha, rohan, other] = await Promise.all([
    createStudent(),
    createStudent({ name: "Rohan Rao" }),
    createStudent({ name: "Bilal Khan" }),
  ]);
  const mother = await createGuardian({ of: [asha, rohan] });
  return { asha, rohan, other, mother, caller: await callerOf(await tokenFor(mother)) };
}

describe("the children of a guardian", () => {
  it("nobody without a login has children, and those of others are not listed", async () => {
    const { other } = await family();
    expect(await refusalOf((await callerOf(null)).guardians.children())).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await (await callerOf(await tokenFor(other))).guardians.children()).toEqual([]);
  });

  it("a guardian sees each child with the class, the oldest first, and nothing more of them", async () => {
    const { asha, rohan, caller } = await family();
    const { id: schoolYearId } = await schoolYear(2026);
    const place = { schoolYearId, fromDay: new Date("2026-04-01") };
    await db().enrolment.create({ data: { studentId: rohan.id, className: 7, section: "A", rollNo: "12", ...place } });
    const usual = { relation: "Mother", seesResults: true, getsMails: true };
    expect(await caller.guardians.children()).toEqual([
      { _id: rohan.id, name: "Rohan Rao", className: "7", section: "A", rollNo: "12", ...usual },
      { _id: asha.id, name: "Asha Rao", className: null, section: null, rollNo: null, ...usual },
    ]);
  });

  it("a link that ended is none from the next call on", async () => {
    const { asha, rohan, mother, caller } = await family();
    expect(await findLink(mother.id, asha.id)).toMatchObject({ seesResults: true });
    await db().guardianship.updateMany({ where: { studentId: asha.id }, data: { endedAt: new Date() } });
    expect(await findLink(mother.id, asha.id)).toBeNull();
    expect((await caller.guardians.children()).map(({ _id }) => _id)).toEqual([rohan.id]);
  });

  it("somebody of the staff has the own children on the admin side too", async () => {
    const { asha } = await family();
    const { user, token } = await createStaff({ role: "office" });
    await db().guardianship.create({
      data: { guardianId: user.id, studentId: asha.id, relation: "Aunt", origin: "office" },
    });
    expect(await (await callerOf(token)).guardians.children()).toMatchObject([{ _id: asha.id, relation: "Aunt" }]);
  });
});
