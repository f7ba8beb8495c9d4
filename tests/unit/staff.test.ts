import { describe, expect, it } from "vitest";
import { shownDateHere } from "@/content/institute";
import { features } from "@/features";
import {
  addedOf,
  byArea,
  datesOf,
  endedLast,
  grantDaysOf,
  holds,
  holdsOf,
  inactiveOf,
  kindOf,
  loginOf,
  standingOf,
  stateOf,
  wordsOf,
  worksWith,
} from "@/features/staff/rules";
import type { GrantView, StaffMember } from "@/features/staff/schema";
import { permissions, procedureOf } from "../harness/rooms";

const grant: GrantView = {
  ...{ _id: "1", role: "teacher", className: "7", section: "A", subject: "Mathematics" },
  ...{ fromDay: "2026-06-01", toDay: "2027-04-30", endedOn: null, state: "open" },
};
const member: StaffMember = {
  ...{ _id: "1", name: "Shalini Rao", email: "rao@example.org", username: null, isBuiltIn: false, login: "active" },
  ...{
    isMailable: true,
    isFormerAddressTold: true,
    isUnconfirmed: false,
    codeUntil: null,
    hasSecondStep: false,
    lastActiveAt: null,
    grants: [grant],
  },
};

describe("a grant", () => {
  it.each([
    [{ fromDay: "2026-06-01", toDay: null, isEnded: false }, "open"],
    [{ fromDay: "2026-11-22", toDay: "2026-11-22", isEnded: false }, "open"],
    [{ fromDay: "2026-11-23", toDay: null, isEnded: false }, "coming"],
    [{ fromDay: "2026-06-01", toDay: "2026-11-21", isEnded: false }, "over"],
    [{ fromDay: "2026-06-01", toDay: null, isEnded: true }, "over"],
  ])("%j is %s on 22 November 2026", (days, state) => {
    expect(stateOf(days, "2026-11-22")).toBe(state);
  });

  it.each([
    [grant, "Mathematics, Class 7 A"],
    [{ ...grant, section: null }, "Mathematics, Class 7"],
    [{ ...grant, subject: null }, "Class teacher of 7 A"],
    [{ ...grant, role: "office" as const }, "All of the office"],
  ])("%j in words: %s", (one, words) => {
    expect(wordsOf(one)).toBe(words);
  });

  it.each([
    [{}, "since 1 Jun 2026, to 30 Apr 2027"],
    [{ toDay: null }, "since 1 Jun 2026"],
    [{ state: "coming", toDay: null }, "from 1 Jun 2026"],
    [{ state: "coming" }, "from 1 Jun 2026, to 30 Apr 2027"],
    [{ state: "over", endedOn: "2026-11-22" }, "since 1 Jun 2026, to 22 Nov 2026"],
    [{ state: "over", toDay: null, endedOn: "2026-11-22" }, "since 1 Jun 2026, to 22 Nov 2026"],
    // It ran out on its last day.
    [{ state: "over", endedOn: "2027-05-01" }, "since 1 Jun 2026, to 30 Apr 2027"],
    // It was ended before it began.
    [{ state: "over", endedOn: "2026-05-30" }, "from 1 Jun 2026"],
  ] as const)("with %j lasts: %s", (facts, words) => {
    expect(grantDaysOf({ ...grant, ...facts })).toBe(words);
  });
});

describe("a staff member", () => {
  const science = { ...grant, subject: "Science", className: "8", section: null, toDay: null };

  it("is shown with all grants that are not over, and with the last day of all of them or the first day", () => {
    expect(worksWith({ ...member, grants: [grant, science] })).toBe("Mathematics, Class 7 A · Science, Class 8");
    expect(datesOf(member)).toBe("to 30 Apr 2027");
    expect(datesOf({ ...member, grants: [grant, science] })).toBe("since 1 Jun 2026");
    expect(datesOf({ ...member, grants: [{ ...grant, state: "over" }] })).toBe("");
    expect(worksWith({ ...member, grants: [{ ...grant, state: "over" }] })).toBe("Mathematics, Class 7 A");
  });

  it.each([
    [["6", "7", "8"], "English, Classes 6 to 8"],
    [["10", "9"], "English, Classes 9 and 10"],
    [["12", "6", "8", "7", "10"], "English, Classes 6 to 8, 10 and 12"],
    [["7 B", "9", "7 A"], "English, Classes 7 A, 7 B and 9"],
    [["7", "7"], "English, Class 7"],
  ])("teaches one subject in %j: %s", (places, words) => {
    const grants = places.map((place): GrantView => {
      const [className = "", section = null] = place.split(" ");
      return { ...grant, className, section, subject: "English" };
    });
    expect(worksWith({ ...member, grants })).toBe(words);
  });

  it("is invited until the first login, and has ended with the last grant; staff who have ended come last", () => {
    const invited: StaffMember = { ...member, login: "invited", codeUntil: new Date("2026-12-25T20:00:00Z") };
    const late: StaffMember = { ...member, login: "none" };
    const over: StaffMember = { ...late, grants: [{ ...grant, state: "over" }] };
    const builtIn: StaffMember = { ...member, isBuiltIn: true, grants: [] };
    const people = [builtIn, over, member, invited, late];
    expect(people.map(standingOf)).toEqual([undefined, "ended", undefined, "invited", undefined]);
    expect(people.slice(0, 3).map((one) => loginOf(one, shownDateHere))).toEqual([undefined, undefined, undefined]);
    expect([invited, late].map((one) => loginOf(one, shownDateHere))).toEqual([
      "Code valid to 26 Dec 2026",
      "No login yet",
    ]);
    const unconfirmed = [member, invited, over].map((one) => loginOf({ ...one, isUnconfirmed: true }, shownDateHere));
    expect(unconfirmed).toEqual(["Address not confirmed", "Code valid to 26 Dec 2026", undefined]);
    expect(endedLast(people)).toEqual([builtIn, member, invited, late, over]);
    expect(worksWith(invited)).toBe("Mathematics, Class 7 A");
  });

  it.each([
    ["active", "not in 30 days"],
    ["invited", "never"],
    ["none", "never"],
  ] as const)("whose login is %s and who has no kept session was last active: %s", (login, words) => {
    expect(inactiveOf({ ...member, login }, 30)).toBe(words);
  });

  it("is not said to work here now before the first day", () => {
    const coming: GrantView = { ...grant, state: "coming" };
    expect(addedOf({ ...member, grants: [coming] })).toBe("Shalini Rao works here from 1 Jun 2026.");
    expect(addedOf({ ...member, grants: [grant, coming] })).toBe("Shalini Rao works here now.");
  });

  it("has the widest kind of the grants that are not over", () => {
    expect(kindOf(member)).toBe("teacher");
    expect(kindOf({ ...member, grants: [grant, { ...grant, role: "office" }] })).toBe("office");
    expect(kindOf({ ...member, grants: [grant, { ...grant, role: "office", state: "over" }] })).toBe("teacher");
    expect(kindOf({ ...member, grants: [], isBuiltIn: true })).toBe("administrator");
  });
});

describe("who may do what", () => {
  const duties = features.flatMap((room) => [...(room.duties ?? [])]);

  it("shows the duties of every room by area, each once", () => {
    const shown = byArea(duties);
    expect(shown.map(({ area }) => area)).toEqual(["people", "teaching", "families", "institute"]);
    expect(shown.flatMap((one) => one.duties).map(({ words }) => words)).toHaveLength(duties.length);
  });

  it("says whether a kind of staff holds all duties of an area or none, or how many", () => {
    const [mail, status, notices] = [{ right: "office" }, { right: "administrator" }, { right: "teaching" }] as const;
    const named = [mail, status, notices].map((one, index) => ({
      ...one,
      area: "people" as const,
      words: String(index),
    }));
    expect(holdsOf("administrator", named)).toBe("all");
    expect(holdsOf("office", named)).toBe(2);
    expect(holdsOf("teacher", named)).toBe(1);
    expect(holdsOf("teacher", named.slice(2))).toBe("classes");
    expect(holdsOf("teacher", named.slice(0, 2))).toBe("none");
  });

  it("agrees with the permissions that the tests give all procedures", () => {
    const shown = new Map(features.flatMap(({ router, duties = [] }) => (router ? [[router, duties]] : [])));
    const writes = Object.entries(permissions).filter(
      ([, row]) => !row.readOnly && row.userA === "FORBIDDEN" && row.admin === "ok" && row.otherTeacher === "FORBIDDEN",
    );
    expect(writes.length).toBeGreaterThan(20);
    const missing = writes.filter(([name, row]) => {
      const procedure = procedureOf(name).split(".").at(-1) ?? "";
      const of = [...shown].filter(([router]) => procedure in router).flatMap(([, duties]) => duties);
      const reach = {
        administrator: "all",
        office: row.office === "FORBIDDEN" ? "none" : "all",
        teacher: row.teacher === "ok" ? "classes" : "none",
      } as const;
      return !of.some(({ right }) =>
        (["administrator", "office", "teacher"] as const).every((role) => holds(role, right) === reach[role]),
      );
    });
    expect(missing.map(([name]) => name)).toEqual([]);
  });
});
