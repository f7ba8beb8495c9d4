import { describe, expect, it } from "vitest";
import { may, type Right, reachOf } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { fc } from "../harness/random";

const student: Principal = {
  kind: "cookie",
  userId: "a",
  sessionId: "session",
  role: "user",
  name: "Asha Rao",
  email: "asha@example.org",
  username: null,
  emailConfirmed: true,
  vouched: false,
};
const administrator: Principal = { ...student, userId: "head", role: "admin", email: null, username: "admin" };
const own = { studentIds: ["a"] };

describe("may", () => {
  it.each<[Right, unknown[]]>([
    ["member", ["none", own, "all"]],
    ["student", ["none", own, "none"]],
    ["administrator", ["none", "none", "all"]],
  ])("the right of a %s reaches the rows %j of visitor, student and administrator", (right, rows) => {
    expect([null, student, administrator].map((principal) => reachOf(principal, right))).toEqual(rows);
  });

  it("a student reaches their own rows and those of no other student", () => {
    const right = fc.constantFrom<Right>("member", "student", "administrator");
    fc.assert(
      fc.property(right, fc.string({ minLength: 2 }), (by, studentId) => {
        expect(may(student, by, { studentId })).toBe(false);
      }),
    );
    expect(may(student, "student", { studentId: "a" })).toBe(true);
  });
});
