import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { WhatHappens } from "@/features/guardians/components/join-guardians";
import { KnownPeople } from "@/features/guardians/components/known-people";
import { LinkFields } from "@/features/guardians/components/link-fields";
import { SamePerson } from "@/features/guardians/components/link-guardian";
import { lastEndedOf, personOrder, wordsOfChild } from "@/features/guardians/rules-people";

const entry = (id: string, [works, logsIn]: readonly [boolean, boolean]) => ({
  ...{ id, _count: { grants: works ? 1 : 0 }, passwordHash: logsIn ? "hash" : null },
});

it("of two entries, the one that is or was staff is kept, otherwise the one with a login, otherwise the first one", () => {
  const kinds = [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ] as const;
  for (const [place, one] of kinds.entries())
    for (const [otherPlace, other] of kinds.entries()) {
      const [kept, gone] = personOrder(entry("one", one), entry("other", other));
      expect([kept.id, gone.id]).toEqual(otherPlace > place ? ["other", "one"] : ["one", "other"]);
    }
});

it.each([
  [true, true, ["The entry that goes loses its login; Mira Rao logs in with the one that stays."]],
  [true, false, [expect.stringContaining("the one that stays has none: Mira Rao will need a code.")]],
  [false, false, []],
])("a merge says what becomes of the login (entry that goes: %s, that stays: %s)", (loginEnds, hasLogin, sentences) => {
  const contact = { name: "Mira Rao", phone: null, email: null, rowVersion: 1, isStaff: false, children: [] };
  const [kept, gone] = [
    { ...contact, _id: "1", hasLogin, isFormerAddressTold: false },
    { ...contact, _id: "2", hasLogin: loginEnds, isFormerAddressTold: false },
  ];
  const moves = { links: 1, consents: 0, mails: 0 };
  const of = { kept, gone, moves, both: [], withdrawn: ["Asha Rao"], phone: null, email: null, loginEnds };
  const consent = "A consent for Asha Rao will no longer count, because one was withdrawn later in the other entry.";
  const drawn = renderToStaticMarkup(createElement(WhatHappens, { of }));
  const said = [...drawn.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, text]) => text);
  expect(said).toEqual([
    "Moves: 1 link to a child.",
    consent,
    "Afterwards: Mira Rao.",
    ...sentences,
    expect.any(String),
  ]);
});

it("the dialog starts with what the latest ended link of the same person allowed", () => {
  const link = (_id: string, guardianId: string, endedAt: Date | null) => ({ _id, guardianId, endedAt });
  const at = new Date();
  const links = [link("1", "mira", null), link("2", "arun", at), link("3", "ravi", at), link("4", "ravi", at)];
  expect(["mira", "ravi", "nobody"].map((id) => lastEndedOf(links, id)?._id)).toEqual([undefined, "3", undefined]);
});

it.each([
  [{}, 2],
  [{ seesResults: false }, 1],
  [{ seesResults: false, getsMails: false }, 0],
])("a link that allows %j has %i boxes ticked", (allowed, ticked) => {
  const drawn = renderToStaticMarkup(createElement(LinkFields, { faults: {}, ...allowed }));
  expect(drawn.match(/checked=""/g) ?? []).toHaveLength(ticked);
});

describe("a guardian’s relation to a child", () => {
  const child = { name: "Asha Rao", relation: "mother", className: "7", section: "A" };
  it.each([
    [child, "mother of Asha Rao, 7 A"],
    [{ ...child, section: null }, "mother of Asha Rao, 7"],
    [{ ...child, className: null, section: null }, "mother of Asha Rao"],
  ])("%o reads %j", (given, words) => {
    expect(wordsOfChild(given)).toBe(words);
  });
});

const ravi = { _id: "1", name: "Ravi Rao", phone: "+919823012345", email: null, children: [], isStaff: false };

it.each([
  [7, false],
  [8, true],
])("a list of %i people says that there may be more: %s", (count, isSaid) => {
  const known = Array.from({ length: count }, (_, place) => ({ ...ravi, _id: String(place) }));
  const drawn = renderToStaticMarkup(createElement(KnownPeople, { known, onChoose: () => {} }));
  expect(drawn.includes("These are the first 8.")).toBe(isSaid);
});

describe("a known phone number", () => {
  const drawn = (known: (typeof ravi)[], isAsked: boolean) =>
    renderToStaticMarkup(createElement(SamePerson, { known, isAsked, onChoose: () => {} }));

  it("can be said to belong to another person, even if its holder is not offered", () => {
    for (const known of [[], [ravi]]) {
      expect(drawn(known, true)).toContain("No, another person with the same number");
      expect(drawn(known, false)).not.toContain("checkbox");
    }
    expect(drawn([], false)).toBe("");
    expect(drawn([], true)).not.toContain("Is it this person?");
  });
});
