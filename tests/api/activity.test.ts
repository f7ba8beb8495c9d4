import { describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createAdmin, createStudent, material, refusalOf, tokenFor } from "../factories";
import { officeOfEachTest } from "../harness/office";
import { procedureNames } from "../harness/procedures";
import { withSettings } from "../harness/settings";

withSettings({ SMTP_URL: "" });

const administrator = officeOfEachTest();

function callOf(caller: Caller, path: string): () => Promise<unknown> {
  return path
    .split(".")
    .reduce<unknown>((found, name) => Reflect.get(Object(found), name), caller) as () => Promise<unknown>;
}

describe("activity list", () => {
  it("audit events name the material, test and exam permanently, but store no name or email of a person", async () => {
    const asha = await createStudent({ name: "Asha Rao" });
    const kept = await material({ materialName: "Photosynthesis", subject: "Biology" });
    const entry = { studentEmail: asha.email ?? "", className: 7, score: 8, totalMarks: 10 };
    const exam = { ...entry, examName: "Half-yearly", subject: "Mathematics" };
    const test = { className: 9, subject: "Algebra", testDate: "2026-11-20", testTime: "09:30" };
    await administrator.results.add({ results: [exam] });
    await administrator.results.add({ results: [exam, { ...exam, className: 8 }] });
    await administrator.results.add({ results: [entry] });
    const { _id } = await administrator.schedules.add(test);
    await administrator.schedules.remove({ id: _id });
    await administrator.materials.remove({ id: kept.id });
    const { items } = await administrator.records.listEvents({});
    expect(items.map(({ facts }) => facts).toReversed()).toEqual([
      ["For Asha Rao", "Half-yearly", "Mathematics", "Class 7", "1 result"],
      ["For Asha Rao", "Half-yearly", "Mathematics", "2 results"],
      ["For Asha Rao", "Class 7", "1 result"],
      ["Algebra", "20 Nov 2026", "Class 9"],
      ["Algebra", "20 Nov 2026", "Class 9"],
      ["“Photosynthesis”", "Biology", "Class 7"],
    ]);
    expect(JSON.stringify(await db().auditEvent.findMany())).not.toMatch(/Asha|Rao|@/);
  });

  it("every rejected procedure has a description in the activity list", async () => {
    let callers: Caller[] = [];
    for (const [index, path] of procedureNames.entries()) {
      // At most 20 refusals an hour are recorded per person.
      if (index % 20 === 0) {
        const people = [await createStudent(), await createAdmin({ username: `admin-${index}` })];
        callers = await Promise.all(people.map(async (person) => callerOf(await tokenFor(person))));
      }
      for (const caller of callers) await refusalOf(callOf(caller, path)()).catch(() => {});
    }
    const { items } = await administrator.records.listEvents({ action: "refused" });
    expect(items.length).toBeGreaterThan(25);
    const wordless = items.filter(({ facts }) => !facts[0]?.startsWith("To ")).map(({ _id }) => _id);
    expect(await db().auditEvent.findMany({ where: { id: { in: wordless } }, select: { detail: true } })).toEqual([]);
  });
});
