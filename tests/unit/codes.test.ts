import { describe, expect, it } from "vitest";
import { endInWords } from "@/features/codes/components/end-in-words";
import { codeIn, descriptionOf, firstWordOf, opened, shownOf, stateOf } from "@/features/codes/rules";

const now = new Date("2026-11-23T10:00:00Z");
const [before, after] = [new Date("2026-11-22T10:00:00Z"), new Date("2026-12-22T10:00:00Z")];
const open = { usedAt: null, revokedAt: null, expiresAt: after, declined: false };

it.each([
  ["K7Q2M-9XMDT", "K7Q2M-9XMDT"],
  ["K7Q2M%209XMDT", "K7Q2M 9XMDT"],
  ["%", "%"],
  ["", ""],
])("the fragment %j has the code %j", (fragment, code) => {
  expect(codeIn(fragment)).toBe(code);
});

it.each([
  ["2026-12-29T18:29:59Z", "24", "29 Dec 2026"],
  ["2026-12-29T18:30:00Z", "24", "30 Dec 2026, 00:00"],
  ["2026-11-24T08:35:00Z", "12", "24 Nov 2026, 2:05 pm"],
] as const)("a code that ends at %s shows a time unless valid all day (%s-hour clock): %s", (at, clock, words) => {
  expect(endInWords(new Date(at), clock)).toBe(words);
});

it("a student's list shows every open code first, then the newest others, up to six in all", () => {
  const others = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, state: "used" as const }));
  const [newer, older] = [8, 9].map((id) => ({ id, state: "open" as const }));
  if (!newer || !older) throw new Error("no codes");
  const ids = (codes: { id: number }[]) => codes.map(({ id }) => id);
  expect(ids(shownOf([newer, ...others, older]))).toEqual([8, 9, 1, 2, 3, 4]);
  expect(ids(shownOf(others))).toEqual([1, 2, 3, 4, 5, 6]);
});

describe("a code of the office", () => {
  it.each([
    ["open", {}],
    ["expired", { expiresAt: before }],
    ["expired", { expiresAt: now }],
    ["used", { usedAt: before, expiresAt: before }],
    ["revoked", { revokedAt: before, expiresAt: before }],
    ["declined", { revokedAt: before, declined: true }],
  ])("is %s with %j", (state, facts) => {
    expect(stateOf({ ...open, ...facts }, now)).toBe(state);
  });

  it.each([
    ["Asha Rao", "Asha"],
    ["  निशा  राव ", "निशा"],
    ["Asha", "Asha"],
    ["Mary-Ann O’Neil", "Mary-Ann"],
  ])("of %j shows only %j", (name, shown) => {
    expect(firstWordOf(name)).toBe(shown);
  });

  const student = { firstName: "Asha", className: "7", section: "A", children: [], guardian: null };
  it.each([
    ["Class 7 A", {}],
    ["Class 12", { className: "12", section: null }],
    ["", { className: null, section: null }],
    ["Guardian of Asha and Kiran", { className: null, section: null, children: ["Asha", "Kiran"] }],
    ["Guardian of Asha, Kiran and Dev", { className: null, section: null, children: ["Asha", "Kiran", "Dev"] }],
    ["You work at the institute", { className: null, section: null, side: "admin", passwordRole: "admin" }],
    ["You are going to work at the institute", { className: null, section: null, passwordRole: "admin" }],
    ["Guardian of Kiran", { className: null, section: null, children: ["Kiran"], passwordRole: "admin" }],
    ["mother of Asha, Class 7 A", { guardian: { firstName: "Mira", relation: "mother" } }],
  ])("says %j of its owner", (words, facts) => {
    const usual = { needsEmail: false, byStudent: false, consentFor: [], ...student };
    const sides = { purpose: "join", side: "user", passwordRole: "user" } as const;
    expect(descriptionOf({ ...sides, ...usual, ...(facts as object) })).toBe(words);
  });
});

it.each([
  [false, true, "/user/results", /^Next time, sign in with a@b\.c and your password\.$/],
  [false, false, "/user/results", /^Next time, sign in with a@b\.c and your password\.$/],
  [true, true, "/user", /^Next time, .* once you have opened the link in the email/],
  [true, false, "/user", /^Next time, .* you also need a code from the office/],
])(
  "a first login by a code, of a student: %s, with mail: %s, leads to %s and says %s",
  (byStudent, isMailOn, href, hint) => {
    const done = opened({ side: "user", passwordRole: "user", children: [], byStudent }, "a@b.c", isMailOn);
    expect(done).toMatchObject({ href, hint: expect.stringMatching(hint) });
    expect(done.label === "See the results").toBe(!byStudent);
  },
);

it("a first login of a colleague who begins on a later day says what to choose from then on", () => {
  const colleague = { side: "user", passwordRole: "admin", byStudent: false } as const;
  expect(opened({ ...colleague, children: [] }, "a@b.c", true)).toEqual({
    title: "Your login is open",
    hint: "From your first day at work on, choose “Admin” at the login and sign in with a@b.c and your password.",
    ...{ href: "/", label: "Go on" },
  });
  expect(opened({ ...colleague, children: ["Asha"] }, "a@b.c", true)).toMatchObject({ href: "/user/results" });
});
