import { describe, expect, it } from "vitest";
import { may, type Right, reachOf, rightsOf } from "@/lib/may";
import type { Grant, Principal } from "@/lib/principal";
import { fc } from "../harness/random";

const student: Principal = {
  kind: "cookie",
  userId: "a",
  sessionId: "session",
  role: "user",
  grants: [],
  lacksSecondStep: false,
  name: "Asha Rao",
  email: "asha@example.org",
  username: null,
  emailConfirmed: true,
  isGuardian: false,
  vouched: false,
};
const staffWith = (...grants: Grant[]): Principal => ({ ...student, userId: "head", role: "admin", grants });
const administrator = staffWith({ role: "administrator" });
const office = staffWith({ role: "office" });
const mathematics = { className: 7, section: "A", subjectKeys: ["mathematics", "maths"] };
const teacher = staffWith({ role: "teacher", ...mathematics });
const classTeacher = staffWith({ role: "teacher", className: 7, section: null, subjectKeys: null });
const own = { studentIds: ["a"] };

describe("may", () => {
  it.each<[Right, unknown[]]>([
    ["member", ["none", own, { studentIds: [] }, "all", "all"]],
    ["student", ["none", own, "none", "none", "none"]],
    ["family", ["none", own, "none", "none", "none"]],
    ["staff", ["none", "none", "all", "all", "all"]],
    ["teaching", ["none", "none", { taught: [{ role: "teacher", ...mathematics }] }, "all", "all"]],
    ["office", ["none", "none", "none", "all", "all"]],
    ["administrator", ["none", "none", "none", "none", "all"]],
  ])("the right of a %s reaches the rows %j of visitor, student, teacher, office and administrator", (right, rows) => {
    expect([null, student, teacher, office, administrator].map((one) => reachOf(one, right))).toEqual(rows);
  });

  it("staff rights hold only on the admin side", () => {
    const here: Principal = { ...administrator, role: "user" };
    expect(rightsOf(here)).toEqual(["member", "student", "family"]);
    expect(rightsOf(administrator)).toEqual(["member", "staff", "teaching", "office", "administrator"]);
  });

  it("staff who are guardians gain only the right `family`, which reaches no student's rows", () => {
    const guardian = { ...teacher, isGuardian: true };
    expect(reachOf(guardian, "family")).toEqual({ studentIds: [] });
    expect(may(guardian, "family", { studentId: "a" })).toBe(false);
    expect(rightsOf(guardian)).toEqual(["member", "family", "staff", "teaching"]);
  });

  it("staff who lack the demanded second step reach only their account", () => {
    expect(rightsOf({ ...administrator, lacksSecondStep: true })).toEqual(["member", "staff"]);
  });

  it.each([
    [{ className: 7, section: "A", subject: "Mathematics" }, true, true],
    [{ className: 7, subject: " maths " }, true, true],
    [{ className: 7, section: "B", subject: "Mathematics" }, false, true],
    [{ className: 7, section: "A", subject: "Science" }, false, true],
    [{ className: 8, subject: "Mathematics" }, false, false],
    [{ studentId: "a" }, false, false],
  ])("a teacher of Mathematics in 7 A and the class teacher of 7 reach %j: %s, %s", (scope, subjectTeacher, whole) => {
    expect(may(teacher, "teaching", scope)).toBe(subjectTeacher);
    expect(may(classTeacher, "teaching", scope)).toBe(whole);
    expect(may(office, "teaching", scope)).toBe(true);
  });

  it("a student reaches only their own rows", () => {
    const right = fc.constantFrom<Right>("member", "student", "administrator");
    fc.assert(
      fc.property(right, fc.string({ minLength: 2 }), (by, studentId) => {
        expect(may(student, by, { studentId })).toBe(false);
      }),
    );
    expect(may(student, "student", { studentId: "a" })).toBe(true);
  });
});
