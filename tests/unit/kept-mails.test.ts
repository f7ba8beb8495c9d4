import { expect, it } from "vitest";
import { messageTables } from "../../scripts/docs-messages";

/** Words that are only true on a site whose emails leave it. */
const claims =
  /\b(get|gets) (a|an|it in the) e?-?mail\b|\be?mails? (leave|tells)|\b(it|e?mail|answer) leaves\b|\b(told|send it|sent) by e?mail|\bold one is told|\bon (its|their) way\b|\bwill be sent in a moment|\bcomes by e?mail\b|\bto get news\b|\bguardians are told\b|\bwho get emails are told\b|\b(are|is) being sent\b|\bwritten to (once more|in ten minutes)/i;

const denials = /\bno e?-?mail\b|\bnobody (gets|is told)\b/i;

const [argument, never] = ["it is told whether mails leave", "it is not shown without a mail server"];

/** How else such a sentence is kept from a site without a mail server. */
const otherwise: Record<string, string> = {
  "account: sentAgain": never,
  "admissions: familyCopy.askedHint": never,
  "auth: linkCopy.linkSentTo": never,
  "codes: officeScreens.mailed": never,
  "results: confirming.sentAgain": never,
  "exams: releaseScreens.release.facts.5.1": "factsKept",
  "exams: releaseScreens.release.facts.5.2": "factsKept",
  "exams: releaseScreens.release.facts.6.1": "factsKept",
  "exams: releaseScreens.release.facts.6.2": "factsKept",
  "inquiries: inboxCopy.sent": "kept",
  "materials: manyCopy.sentOf": "it is a file that is uploaded",
  "notices: screens.reachFacts.3.1": argument,
  "notices: screens.reachFacts.3.2": argument,
  "notices: screens.reachFacts.4.1": argument,
  "notices: screens.reachFacts.4.2": argument,
  "notices: screens.leaves": never,
  "notices: screens.mailsAt": "mailsKeptAt",
  "notices: screens.publishLead": argument,
  "notices: screens.sendMails": argument,
  "notices: screens.askAgainHint": argument,
  "notices: screens.remindWords": argument,
  "notices: screens.reminded": argument,
  "records: onItsWay": "onItsWayToFolder",
  "records: sentAgain": "writtenAgain",
  "records: statusScreens.says.mailLeaves": "mailKept",
  "schedules: office.byMistakeHint": "it is a test that leaves",
};

async function sentences() {
  const rows: { room: string; key: string; text: string }[] = [];
  for (const table of (await messageTables()).split("### Messages of ").slice(1)) {
    const [room = "", ...lines] = table.split("\n");
    for (const line of lines) {
      const [, key, text] = /^\| `(.+?)` \| (.*) \|$/.exec(line) ?? [];
      if (key !== undefined && text !== undefined) rows.push({ room, key, text });
    }
  }
  return rows;
}

it("every sentence that says that emails leave has a counterpart for a site without a mail server", async () => {
  const all = await sentences();
  const known = new Set(all.map(({ room, key }) => `${room}: ${key}`));
  const claiming = all
    .filter(({ text }) => claims.test(text) && !denials.test(text))
    .map((one) => ({ ...one, name: `${one.room}: ${one.key}` }));
  const alone = claiming.filter(({ name }) => !known.has(`${name}Kept`) && !(name in otherwise));
  expect(claiming.length).toBeGreaterThan(10);
  expect(alone.map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
});

it("no sentence about an email that is kept as a file calls it sent", async () => {
  const kept = (await sentences()).filter(({ text }) => /\bkept as (a )?file|saved as (a )?file/i.test(text));
  expect(kept.length).toBeGreaterThan(10);
  for (const { text } of kept) expect(text).not.toMatch(/\b(is|are|was|were|been|be) sent\b(?!,? but)/);
});

it("no sentence promises an email to a whole family, because some have no confirmed address or no wish for emails", async () => {
  const promise = /\bIt is told by email\b|\ball other guardians (are told|get an email)\b(?! (by email )?if\b)/;
  expect((await sentences()).filter(({ text }) => promise.test(text))).toEqual([]);
});

it("no sentence promises news in ten minutes to people who may have chosen one email a day", async () => {
  // The news of a test counts the emails of the day separately, and a visitor has no such choice.
  const exact = ["schedules: news.reachOf.afterPause", "inquiries: inboxCopy.sent"];
  const promises = (await sentences()).filter(({ text }) =>
    /\b(in ten minutes|ten minutes later)\b(?! at the earliest)/.test(text),
  );
  expect(promises.map(({ room, key }) => `${room}: ${key}`).filter((name) => !exact.includes(name))).toEqual([]);
});
