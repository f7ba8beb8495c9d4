import { createElement, isValidElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { EnrolChild } from "@/features/admissions/components/enrol-child";
import { EnrolGuardian, guardiansOf } from "@/features/admissions/components/enrol-guardian";
import { EnrolMessage } from "@/features/admissions/components/enrol-message";
import { refusedBy } from "@/features/admissions/components/enrol-refusal";
import { dayAhead, nameOfChild, nextAdmissionNo, parentsOf } from "@/features/admissions/rules-enrol";
import { faultsOf } from "@/trpc/failure";

describe("the next admission number", () => {
  it.each([
    [null, ""],
    ["none", ""],
    ["2026-009", "2026-010"],
    ["LY 99", "LY 100"],
    ["17/A", ""],
    ["LY-9K7QB", ""],
  ])("after %j is %j", (last, next) => expect(nextAdmissionNo(last)).toBe(next));
});

it.each(["7", "8"])("the suggested message names the child as typed and the class as chosen: %s", (className) => {
  const application = { parentName: "Mohan Das", name: "MEHER GILL", hasMerged: false, selectedClass: 7 };
  const given = { application, name: "Meher Gill", className, from: "", mails: true };
  const shown = renderToStaticMarkup(createElement(EnrolMessage, given));
  expect(shown).toContain(`Meher Gill is now enrolled in Class ${className}.`);
  const later = renderToStaticMarkup(createElement(EnrolMessage, { ...given, from: "1 Apr 2027" }));
  expect(later).toContain(`Meher Gill has a place in Class ${className} from 1 Apr 2027.`);
});

it("a first day is named only while it lies ahead", () => {
  const days = ["2027-04-01", "2026-12-01", "2026-11-30", "2026-11-01", "", undefined];
  expect(days.map((day) => dayAhead(day, "2026-11-30"))).toEqual(["1 Apr 2027", "1 Dec 2026", "", "", "", ""]);
});

it("the child has the typed name, or the name of the chosen student", () => {
  const students = [{ _id: "1", name: "Meher Kaur Gill" }];
  expect(["new", "", "1"].map((who) => nameOfChild(who, " Meher Gill ", students))).toEqual([
    ...["Meher Gill", "Meher Gill"],
    "Meher Kaur Gill",
  ]);
});

describe("the parents of merged forms", () => {
  const mohan = { name: "Mohan Das", email: "das@example.org", phones: ["+919876543210"] };
  it.each([
    [[mohan, { ...mohan, name: "mohan  das", phones: [] as string[] }], 1],
    [[mohan, { ...mohan, email: "office@example.org" }], 1],
    [[mohan, { ...mohan, name: "Rekha Das" }], 2],
    [
      [
        { ...mohan, phones: [] as string[] },
        { ...mohan, phones: [] as string[], email: "other@example.org" },
      ],
      2,
    ],
  ])("%j count as this many people: %i", (forms, count) => expect(parentsOf(forms)).toHaveLength(count));
});

const nobody = { admissionNo: null, bornOn: null, className: null, section: null };
const refused = (path: (string | number)[], message: string, existingId?: string) =>
  Object.assign(new Error(message), { data: { code: "CONFLICT", issues: [{ path, message }], existingId } });

describe("a refused enrolment", () => {
  it("that found a student offers that student, or a new child, at “Who is it?”", () => {
    const message = "Kiran Das, 6 B is already on the roster.";
    const { refusal, found } = refusedBy(refused(["others"], message, "kiran"), [], {});
    expect(faultsOf(refusal)).toEqual({ who: message });
    const shown = (given: typeof found, namesakes: [] = []) =>
      renderToStaticMarkup(
        createElement(EnrolChild, {
          ...{
            name: "Kiran Kumar",
            preview: { namesakes, admissionNo: "" },
            who: "",
            onWho: () => undefined,
            onName: () => undefined,
          },
          ...{ faults: {}, found: given.who },
        }),
      );
    expect(shown(found)).toContain(`<option value="kiran">${message}</option><option value="new">`);
    expect(shown({})).not.toContain("<select");
  });

  it("asks “Who is it?” again for each student it found, without the previous answer", () => {
    type Part = ReactNode | ((control: object) => ReactNode);
    /** The name of each part, and the last key on the way to it. */
    const partsOf = (part: Part, above: string | null = null): (string | null | undefined)[][] => {
      if (Array.isArray(part)) return part.flatMap((one) => partsOf(one, above));
      if (typeof part === "function") return partsOf(part({}), above);
      if (!isValidElement<{ name?: string; children?: Part }>(part)) return [];
      const key = part.key ?? above;
      return [[part.props.name, key], ...partsOf(part.props.children, key)];
    };
    const asked = (found: { _id: string; text: string } | undefined) => {
      const preview = { namesakes: [{ ...nobody, _id: "asha", name: "Asha Das" }], admissionNo: "" };
      const known = { name: "Kiran Das", preview, faults: {}, who: "new", onWho() {}, onName() {} };
      return partsOf(EnrolChild({ ...known, found })).find(([name]) => name?.startsWith("who"));
    };
    const [none, kiran, again] = [undefined, { _id: "kiran", text: "Kiran" }, { _id: "kiran", text: "Kiran" }].map(
      asked,
    );
    expect([none, kiran]).toEqual([
      ["who", "asha"],
      ["whokiran", "asha,kiran"],
    ]);
    expect(again).toEqual(kiran);
  });

  it("that found the holder of a phone number offers that person or, for this number, another person", () => {
    const [message, phone] = ["Ravi Rao has this phone number.", "guardians.1.phone"];
    const error = refused(["guardians", 0, "phone"], message, "ravi");
    const { refusal, found } = refusedBy(error, [1], { [phone]: "98765 43210" });
    expect(faultsOf(refusal)).toEqual({ [phone]: message });
    const parent = { _id: "p", name: "Mohan Das", phone: null, email: "das@example.org", known: [] };
    const shown = (given: typeof found) =>
      renderToStaticMarkup(createElement(EnrolGuardian, { index: 1, parent, faults: {}, found: given }));
    expect(shown(found)).toMatch(/<option value="ravi">The person who has 98765 43210<.*type="checkbox"/);
    expect(shown({})).not.toMatch(/ravi|type="checkbox"/);
  });

  it("that found nobody is shown at its field; an error without a field is passed on as it is", () => {
    const { refusal, found } = refusedBy(refused(["guardians", 0, "email"], "Wrong."), [2], {});
    expect([faultsOf(refusal), found]).toEqual([{ "guardians.2.email": "Wrong." }, {}]);
    const lost = new Error("no answer");
    expect(refusedBy(lost, [], {})).toEqual({ refusal: lost, found: {}, hasMoved: false });
  });

  it("shows the application as it is now if it has been changed, but not because of a wrong field", () => {
    const moved = Object.assign(new Error("This application has been changed in the meantime."), {
      data: { code: "CONFLICT" },
    });
    expect(refusedBy(moved, [], {})).toEqual({ refusal: moved, found: {}, hasMoved: true });
    expect(refusedBy(refused(["rollNo"], "Taken."), [], {}).hasMoved).toBe(false);
    expect(refusedBy(Object.assign(moved, { data: { code: "NOT_FOUND" } }), [], {}).hasMoved).toBe(false);
  });
});

describe("whether a new guardian is another person than the holder of the phone", () => {
  const ravi = { _id: "ravi", name: "Ravi Rao", phone: null, email: null, children: [], isStaff: false };
  const parent = { _id: "p", name: "Mohan Das", phone: "+919876543210", email: "das@example.org" };
  it.each([
    ["the number of the form, whose holders were shown", [ravi], { phone: "+919876543210" }, true],
    ["another number, whose holder nobody has seen", [ravi], { phone: "98765 43211" }, false],
    ["the number of the form, which nobody had", [], { phone: "+919876543210" }, false],
    ["a number that was ticked", [], { phone: "98765 43211", isAnother: "98765 43211" }, true],
    ["a number that was typed after the tick", [], { phone: "98765 43212", isAnother: "98765 43211" }, false],
  ])("%s", (_, known, typed, isAnother) => {
    const given = Object.entries({ meant: "new", ...typed }).map(([name, text]) => [`guardians.0.${name}`, text]);
    const { guardians } = guardiansOf([{ ...parent, known }], Object.fromEntries(given));
    expect(guardians).toMatchObject([{ isAnother }]);
  });
});
