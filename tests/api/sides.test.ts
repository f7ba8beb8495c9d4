import { generateSync } from "otplib";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import {
  biology,
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  refusalOf,
  result,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

const login = async (identifier: string, side: "user" | "admin", password = usualPassword) =>
  (await callerOf(null)).auth.login({ identifier, password, role: side });

const secondStepFirst = "Staff of this institute sign in in two steps. Please turn it on in your account first.";
const invalid = { code: "UNAUTHORIZED", message: "Invalid admin credentials" };

describe("a login on the admin side", () => {
  it("refuses students, unknown addresses, and staff before or after their time; only the right password tells staff why", async () => {
    const student = await createStudent();
    expect(await refusalOf(login(student.email, "admin"))).toEqual(invalid);
    expect(await refusalOf(login("nobody@example.org", "admin"))).toEqual(invalid);
    const days = [{ fromDay: "2099-01-01" }, { toDay: "2026-02-01" }, { endedAt: new Date() }];
    for (const { fromDay, toDay, endedAt } of days as { fromDay?: string; toDay?: string; endedAt?: Date }[]) {
      const { user, email } = await createStaff({ role: "office" });
      await db().staffGrant.updateMany({
        where: { userId: user.id },
        data: {
          ...(fromDay && { fromDay: new Date(fromDay) }),
          ...(toDay && { toDay: new Date(toDay) }),
          ...(endedAt && { endedAt }),
        },
      });
      expect(await refusalOf(login(email, "admin", "seven red lanterns"))).toEqual(invalid);
      expect((await refusalOf(login(email, "admin"))).message).toMatch(/^Your access to the admin side/);
      await db().user.update({ where: { id: user.id }, data: { loginClosedAt: new Date() } });
      expect(await refusalOf(login(email, "admin"))).toEqual(invalid);
    }
  });

  it("takes the address of staff in any spelling, and the session has that side", async () => {
    const { email } = await createStaff({ role: "office" });
    const { token, user } = await login(` ${email.toUpperCase()} `, "admin");
    expect(user).toMatchObject({ role: "admin", email });
    expect(await (await callerOf(token)).services.countWaiting()).toEqual({ unopened: 0, overdue: 0 });
    const own = await login(email, "user");
    expect(own.user.role).toBe("user");
    expect(await refusalOf((await callerOf(own.token)).services.countWaiting())).toMatchObject({ code: "FORBIDDEN" });
    expect(
      await db().auditEvent.findMany({ select: { action: true, actorRole: true }, orderBy: { id: "asc" } }),
    ).toEqual([
      { action: "login", actorRole: "admin" },
      { action: "login", actorRole: "user" },
      { action: "refused", actorRole: "user" },
    ]);
  });

  it("asks staff for a password of twelve characters, and says so only to a person who knows the short one", async () => {
    const { user, email } = await createStaff({ role: "office" });
    const short = await createStudent({ password: "tulip42" });
    await db().user.update({ where: { id: user.id }, data: { passwordHash: short.passwordHash } });
    expect(await refusalOf(login(email, "admin", "tulip43"))).toEqual(invalid);
    expect((await refusalOf(login(email, "admin", "tulip42"))).message).toContain("12 characters or more");
    expect((await login(email, "user", "tulip42")).user.role).toBe("user");
  });
});

describe("a grant that ends", () => {
  it("ends every session on the admin side immediately, and none on the user side", async () => {
    const { user, token } = await createStaff({ role: "office" });
    const own = await tokenFor(user);
    const caller = await callerOf(token);
    await caller.services.countWaiting();
    await db().staffGrant.updateMany({ data: { endedAt: new Date() } });
    expect(await refusalOf((await callerOf(token)).services.countWaiting())).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await (await callerOf(own)).account.get()).toMatchObject({ role: "user" });
  });

  it("lets a teacher continue in the other class", async () => {
    const { id: subjectId } = await biology();
    const { token } = await createStaff(
      { role: "teacher", className: 7 },
      { role: "teacher", className: 8, subjectId },
    );
    const test = { subject: "Biology", testDate: "2026-11-20", testTime: "09:30" };
    const announce = async (className: number, subject = "Biology") =>
      (await callerOf(token)).schedules.add({ ...test, className, subject });
    await announce(7, "Mathematics");
    await db().staffGrant.updateMany({ where: { className: 7 }, data: { endedAt: new Date() } });
    expect(await refusalOf(announce(7))).toEqual({
      code: "FORBIDDEN",
      message: "This is outside the classes and subjects that you teach. Please ask the office.",
    });
    expect(await refusalOf(announce(8, "Mathematics"))).toMatchObject({ code: "FORBIDDEN" });
    await announce(8, "biology");
  });
});

describe("a second step that the institute demands", () => {
  it("leaves staff without one only their account, until they show a code", async () => {
    const admin = await callerOf(await tokenFor(await createAdmin()));
    const { token } = await createStaff({ role: "office" });
    const caller = async () => callerOf(token);
    await admin.settings.change({ key: "staffSecondStep", value: true });
    expect(await refusalOf((await caller()).services.countWaiting())).toMatchObject({ code: "FORBIDDEN" });
    const { secret } = await (await caller()).account.beginCodes({ password: usualPassword });
    await (await caller()).account.confirmCodes({ code: generateSync({ secret }) });
    expect(await (await caller()).services.countWaiting()).toEqual({ unopened: 0, overdue: 0 });
  });

  it("refuses staff without one even what families read, except for their own child", async () => {
    const admin = await callerOf(await tokenFor(await createAdmin()));
    const [asha, bilal] = [await createStudent(), await createStudent()];
    for (const student of [asha, bilal]) await result(student);
    const { user, token } = await createStaff({ role: "office" });
    const readsOf = async ({ id, email }: typeof asha) => {
      const { results, reportCards } = await callerOf(token);
      return [results.of({ email }).then(({ items }) => items.length), reportCards.cards({ studentId: id })];
    };
    const outcomes = async (student: typeof asha) => Promise.all(await readsOf(student));
    const refusals = async (student: typeof asha) => Promise.all((await readsOf(student)).map(refusalOf));
    const ofStep = { code: "FORBIDDEN", message: secondStepFirst };

    expect(await outcomes(bilal)).toEqual([1, []]);
    await admin.settings.change({ key: "staffSecondStep", value: true });
    expect(await refusals(bilal)).toEqual([ofStep, ofStep]);
    const { reportCards } = await callerOf(token);
    expect(await refusalOf(reportCards.file({ id: bilal.id }))).toEqual(ofStep);

    await db().user.update({ where: { id: user.id }, data: { vouchedAt: new Date() } });
    const link = { guardianId: user.id, studentId: asha.id, relation: "Aunt", origin: "office" as const };
    await db().guardianship.create({ data: link });
    expect(await outcomes(asha)).toEqual([1, []]);
    expect(await refusals(bilal)).toEqual([ofStep, ofStep]);
  });
});
