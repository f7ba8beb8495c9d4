import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import {
  biology,
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  material,
  refusalOf,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

const far = "2030-01-01T12:00:00.000Z";
const given = { className: 8, subject: "Chemistry", materialName: "Acids", expiresAt: far };
const office = async () => callerOf((await createStaff({ role: "office" })).token);

describe("a material is changed", () => {
  it("by nobody in a family, and by a teacher neither from nor to what others teach", async () => {
    const { id } = await material();
    const student = await callerOf(await tokenFor(await createStudent()));
    expect(await refusalOf(student.materials.edit({ id, ...given }))).toMatchObject({ code: "FORBIDDEN" });
    const { id: subjectId } = await biology();
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7, subjectId })).token);
    expect(await refusalOf(teacher.materials.edit({ id, ...given }))).toMatchObject({ code: "FORBIDDEN" });
    const other = await material({ className: 9 });
    const own = { ...given, className: 7, subject: "Biology" };
    expect(await refusalOf(teacher.materials.edit({ id: other.id, ...own }))).toMatchObject({ code: "FORBIDDEN" });
    expect(await teacher.materials.edit({ id, ...own })).toMatchObject({ materialName: "Acids" });
  });

  it("in name, class, subject and expiry; its file and link stay, and the audit trail has the change", async () => {
    const { id } = await material();
    const before = await db().material.findUniqueOrThrow({ where: { id } });
    const changed = await (await office()).materials.edit({ id, ...given });
    expect(changed).toMatchObject({ _id: id, className: "8", subject: "Chemistry", materialName: "Acids" });
    expect(changed.expiresAt).toEqual(new Date(far));
    const after = await db().material.findUniqueOrThrow({ where: { id } });
    expect([after.fileKey, after.fileHash, after.uploadedAt]).toEqual([
      before.fileKey,
      before.fileHash,
      before.uploadedAt,
    ]);
    const visitor = await callerOf(null);
    expect((await visitor.materials.list({})).items).toMatchObject([{ _id: id, materialName: "Acids" }]);
    expect(await db().auditEvent.findFirst({ where: { action: "material-edited" } })).toMatchObject({
      ...{ subjectId: id, detail: { class: 8, subject: "Chemistry" } },
    });
  });

  it("by two people, each in what they changed", async () => {
    const { id } = await material({ expiresAt: new Date(far) });
    const [one, other] = [await office(), await office()];
    await one.materials.edit({ id, expiresAt: null });
    await other.materials.edit({ id, materialName: "Acids" });
    const changed = await one.materials.edit({ id, className: 8, subject: "Chemistry" });
    expect(changed).toMatchObject({ ...given, className: "8", expiresAt: null });
  });

  it("to the same values without a trace, also when several are extended to the end that they have", async () => {
    const { id, className, subject, materialName } = await material({ expiresAt: new Date(far) });
    const desk = await office();
    const same = { className, subject: subject.toLowerCase(), materialName, expiresAt: far };
    for (const input of [{ id }, { id, ...same }])
      expect(await desk.materials.edit(input)).toMatchObject({ _id: id, subject, expiresAt: new Date(far) });
    expect(await desk.materials.extendMany({ ids: [id], expiresAt: far })).toEqual({ done: [id], refused: [] });
    expect(await db().auditEvent.count({ where: { action: "material-edited" } })).toBe(0);
    await desk.materials.edit({ id, materialName: "Acids" });
    expect(await db().auditEvent.count({ where: { action: "material-edited" } })).toBe(1);
  });

  it("to an expiry in the future or to none; one that has expired may keep its expiry", async () => {
    const past = new Date("2026-01-01T00:00:00.000Z");
    const { id } = await material({ expiresAt: past });
    const desk = await office();
    const refused = await refusalOf(desk.materials.edit({ id, ...given, expiresAt: "2026-02-01T00:00:00.000Z" }));
    expect(refused.issues?.[0]?.path).toEqual(["expiresAt"]);
    expect(await desk.materials.edit({ id, ...given, expiresAt: past.toISOString() })).toMatchObject({
      expiresAt: past,
    });
    expect(await desk.materials.edit({ id, ...given, expiresAt: null })).toMatchObject({ expiresAt: null });
    expect(await refusalOf(desk.materials.edit({ ...given, id: crypto.randomUUID() }))).toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

it("the office filters its list by availability and subject: a material has one state, and a filter shows visitors no more", async () => {
  await material({ materialName: "Leaves" });
  await material({ materialName: "Roots", expiresAt: new Date(far), subject: "Botany" });
  await material({ materialName: "Ended", expiresAt: new Date("2026-01-01"), subject: "Botany" });
  await material({ materialName: "Later", availableFrom: new Date("2032-01-01"), expiresAt: new Date("2033-01-01") });
  const [desk, visitor] = [await office(), await callerOf(null)];
  type Asked = Parameters<typeof desk.materials.list>[0];
  const found = async (input: Asked, caller = desk) => {
    const { items, total } = await caller.materials.list(input);
    expect(total).toBe(items.length);
    return items.map(({ materialName }) => materialName).toSorted();
  };
  const all = { includeExpired: true };
  expect(await found({ ...all, state: "available" })).toEqual(["Leaves", "Roots"]);
  expect(await found({ ...all, state: "later" })).toEqual(["Later"]);
  expect(await found({ ...all, state: "expired" })).toEqual(["Ended"]);
  expect(await found({ ...all, subject: "Botany" })).toEqual(["Ended", "Roots"]);
  expect(await found({ ...all, subject: "Botany", state: "expired", q: "end" })).toEqual(["Ended"]);
  for (const state of ["later", "expired"] as const) {
    expect(await found({ state }, visitor)).toEqual([]);
    expect(await refusalOf(visitor.materials.list({ ...all, state }))).toMatchObject({ code: "FORBIDDEN" });
  }
});

it("several are extended one by one: a deleted one, another teacher's, or one that starts later is refused", async () => {
  const visitor = await callerOf(null);
  const student = await callerOf(await tokenFor(await createStudent()));
  const [ended, other] = [await material({ expiresAt: new Date("2026-01-01") }), await material({ className: 9 })];
  const later = await material({ availableFrom: new Date("2032-01-01") });
  const gone = crypto.randomUUID();
  const input = { ids: [ended.id, other.id, later.id, gone], expiresAt: far };
  expect(await refusalOf(visitor.materials.extendMany(input))).toMatchObject({ code: "UNAUTHORIZED" });
  expect(await refusalOf(student.materials.extendMany(input))).toMatchObject({ code: "FORBIDDEN" });
  const { id: subjectId } = await biology();
  const teacher = await callerOf((await createStaff({ role: "teacher", className: 7, subjectId })).token);
  const past = await refusalOf(teacher.materials.extendMany({ ...input, expiresAt: "2026-02-01" }));
  expect(past.issues?.[0]?.path).toEqual(["expiresAt"]);
  expect((await visitor.materials.list({})).items.map(({ _id }) => _id)).toEqual([other.id]);
  expect(await teacher.materials.extendMany(input)).toEqual({
    done: [ended.id],
    refused: [
      { id: other.id, why: "notYours" },
      { id: later.id, why: "endsTooEarly" },
      { id: gone, why: "notFound" },
    ],
  });
  const shown = (await visitor.materials.list({})).items.find(({ _id }) => _id === ended.id);
  expect(shown?.expiresAt).toEqual(new Date(far));
  expect(await teacher.materials.extendMany({ ids: [ended.id], expiresAt: "" })).toMatchObject({ done: [ended.id] });
  expect(await db().material.findUnique({ where: { id: ended.id } })).toMatchObject({ expiresAt: null });
  expect(await db().auditEvent.count({ where: { action: "material-edited", subjectId: ended.id } })).toBe(2);
});

it("several are deleted one by one: a deleted one or another teacher's is refused, the others are deleted", async () => {
  const { id: subjectId } = await biology();
  const teacher = await callerOf((await createStaff({ role: "teacher", className: 7, subjectId })).token);
  const [own, other] = [await material(), await material({ className: 9 })];
  const gone = crypto.randomUUID();
  expect(await teacher.materials.removeMany({ ids: [own.id, other.id, gone] })).toEqual({
    done: [own.id],
    refused: [
      { id: other.id, why: "notYours" },
      { id: gone, why: "notFound" },
    ],
  });
  const admin = await callerOf(await tokenFor(await createAdmin()));
  expect(await refusalOf(admin.materials.removeMany({ ids: [] }))).toMatchObject({ code: "BAD_REQUEST" });
  expect((await admin.materials.list({ includeExpired: true })).items).toMatchObject([{ _id: other.id }]);
});
