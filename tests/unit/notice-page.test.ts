import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { LeavesLine } from "@/components/ui/leaves-line";
import { NoticeScreen } from "@/features/notices/components/notice-view";
import type { NoticePage } from "@/features/notices/schema-office";
import { drawn } from "../harness/drawn";
import { partOf } from "../harness/part-of";

const at = new Date("2026-11-29T09:00:00Z");
const published: NoticePage = partOf({
  ...{ _id: "1", rowVersion: 1, version: 1, state: "published", title: "Visit", text: "", blocks: [], files: [] },
  ...{ audience: [{ kind: "students" }], toStudents: true, toGuardians: true, mustConfirm: false, pinned: false },
  ...{ until: null, publishAt: null, publishedAt: at, tellAt: at, toldAt: null, remindedAt: null, withdrawnAt: null },
  ...{ isHeld: false, hasEnded: false, isMailOn: true, leaves: null, reason: null, mails: {}, groupText: "" },
  ...{
    reach: { students: 50, guardians: 0, staff: 0, noGuardian: 0, noLogin: 3, mailed: 42, inDigest: 4, notMailed: 5 },
  },
  ...{ answers: { read: 1, unread: 49, confirmed: 0, unconfirmed: 50 } },
});

/** The page of a notice, published unless given otherwise. */
function pageOf(given: Partial<NoticePage>): string {
  const found = { ...published, ...given };
  const screen = createElement(NoticeScreen, { found, places: null, now: Number(at), maxMegabytes: 32 });
  return drawn(screen, { router: {} }).html;
}

const wordsOf = (given: Partial<NoticePage>) => pageOf(given).replaceAll(/<[^>]*>/g, " ");

const promised = /get an email|get it in the email of the day/;

it("a notice promises emails until they are sent or it has ended; its numbers add up before and after", () => {
  const added = ({ reach = published.reach, ...given }: Partial<NoticePage>) =>
    [...wordsOf({ reach, ...given }).matchAll(/(\d+)\s+(?:person|people) /g)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
  const reach = { ...published.reach, mailed: 38 };
  for (const given of [{}, { isHeld: true }]) {
    expect(wordsOf({ reach, ...given })).toMatch(promised);
    expect(added({ reach, ...given })).toBe(50);
  }
  for (const given of [{ toldAt: at }, { hasEnded: true }, { toldAt: at, tellAt: null }]) {
    expect(wordsOf({ reach, ...given })).not.toMatch(promised);
    expect(wordsOf({ reach, ...given })).toMatch(
      /38\s+people whom an email reaches[\s\S]*5\s+people read it here without an email/,
    );
    expect(added({ reach, ...given })).toBe(50);
  }
});

it("a notice about which nobody gets an email says nothing about emails, even after families were told", () => {
  const reach = { ...published.reach, mailed: 0, inDigest: 0 };
  const said = /Emails (leave at|were queued)|Files (are written|were ordered)|emails are kept/;
  for (const isMailOn of [true, false]) {
    for (const toldAt of [null, at]) {
      expect(wordsOf({ isMailOn, reach, toldAt })).not.toMatch(said);
      expect(wordsOf({ isMailOn, reach, toldAt, mails: { failed: 1 } })).toMatch(said);
    }
    // Those who may get emails today may have joined since.
    expect(wordsOf({ isMailOn, toldAt: at })).not.toMatch(/were (queued|ordered)/);
    expect(wordsOf({ isMailOn })).toMatch(said);
  }
});

it("a notice whose emails were dropped after a restore says that they were not sent", () => {
  expect(wordsOf({ toldAt: at, tellAt: null })).toContain("Its emails were not sent");
  for (const given of [{}, { toldAt: at }]) expect(wordsOf(given)).not.toContain("were not sent");
});

it.each([
  [null, { today: 2, tomorrow: 2, later: 4 }, false],
  ["2026-12-24", { today: 2, tomorrow: 2, later: 0 }, false],
  ["2026-12-24", { today: 2, tomorrow: 2, later: 4 }, true],
  ["2026-11-29", { today: 0, tomorrow: 2, later: 0 }, true],
  ["2026-11-29", { today: 2, tomorrow: 0, later: 0 }, false],
])(
  "the forms say that emails left over when the notice ends are not sent, if there may be any: %s, %j",
  (until, leaves, isCut) => {
    vi.useFakeTimers({ now: at });
    const line = renderToStaticMarkup(createElement(LeavesLine, { leaves, until }));
    vi.useRealTimers();
    expect(line.includes("Those that have not left when it ends are not sent.")).toBe(isCut);
  },
);

it("reminders are called queued, because it is not known when they leave", () => {
  expect(wordsOf({ toldAt: at, remindedAt: at })).toMatch(/Reminders were queued on\s/);
  expect(wordsOf({ toldAt: at, remindedAt: at })).not.toContain("sent on");
});

it("the page of a withdrawn notice leads to its emails, if there are any, but promises none", () => {
  const withdrawn = { state: "withdrawn", withdrawnAt: at } as const;
  for (const toldAt of [at, null]) {
    const html = pageOf({ ...withdrawn, toldAt, mails: { sent: 900, kept: 2 } });
    expect(html).toMatch(/<a [^>]*href="\/admin\/mail\?notice=1"[^>]*>900 sent, 2 kept as files<\/a>/);
    expect(html).not.toMatch(/Emails leave at|Who receives it/);
  }
  expect(pageOf({ ...withdrawn, toldAt: at })).not.toMatch(/admin\/mail|<h2[^>]*>Emails/);
});

it("the text for the group can be copied only once its link leads somewhere", () => {
  expect(wordsOf({})).toContain("Copy for the group");
  for (const state of ["draft", "scheduled", "withdrawn"] as const)
    expect(wordsOf({ state, publishAt: at })).not.toContain("Copy for the group");
});
