import "server-only";
import { setting } from "@/features/settings/data";
import { isoDate } from "@/lib/dates";
import type { Principal } from "@/lib/principal";
import { momentHere } from "@/server/clock";
import { db } from "@/server/db/client";
import type { TestSchedule } from "@/server/generated/prisma/client";
import { lastDigestOf } from "@/server/mail/choices";
import { isMailConfigured } from "@/server/mail/outbox";
import { countReached, listStudentsFor, type StudentOfRecipient } from "@/server/roster/class-people";
import { requireScope } from "@/server/trpc/scope";
import { news as copy } from "./messages-news";
import { actions, scopesOf } from "./rules";
import { isSamePlace } from "./rules-history";
import {
  actOf,
  announcedOf,
  type Clock,
  isAsItWas,
  knownOf,
  newsInWords,
  type TestNews,
  testActs,
  whenTold,
} from "./rules-news";
import { changeView } from "./schema-changes";
import type { Facts, ReachInput, ReachView, TestItem } from "./schema-news";

/** When a test begins; dates outside the zone database count as UTC. */
export const startOf: Clock = (date, time) =>
  date < "1970" || date >= "9000" ? new Date(`${date}T${time}:00Z`) : momentHere(date, time);

/** The facts about a stored test that families are notified of. */
export function factsOf(row: TestSchedule): Facts {
  const { className, sections, subject, testDate, testTime, state } = row;
  return { className, sections, subject, testDate: isoDate(testDate), testTime, isOn: state === "planned" };
}

async function listSteps(row: TestSchedule) {
  const steps = await db().scheduleChange.findMany({
    where: { scheduleId: row.id },
    orderBy: [{ at: "asc" }, { id: "asc" }],
    select: { at: true, kind: true, before: true },
    take: 1000,
  });
  return steps.map((one) => ({ ...one, before: changeView.shape.before.parse(one.before) }));
}

/** The facts that families know about a test; null if they were not notified. */
export async function findKnown(row: TestSchedule, now: Date): Promise<Facts | null> {
  return knownOf(factsOf(row), await listSteps(row), now, startOf);
}

/** True if a test moves back to where families know it or, if they do not know of it yet, to where it was first announced. */
export async function movesBack(row: TestSchedule, to: Pick<Facts, "testDate" | "testTime">, now: Date) {
  const [facts, steps] = [factsOf(row), await listSteps(row)];
  return isSamePlace(knownOf(facts, steps, now, startOf) ?? announcedOf(facts, steps), to);
}

/** True if a test may begin before the email of the day that would announce it is sent (decision 362). */
export function beginsBeforeDigest(test: Pick<Facts, "testDate" | "testTime">, now: Date): boolean {
  return startOf(test.testDate, test.testTime) <= lastDigestOf(now);
}

/** When a change would be announced, and to how many people. @throws AppError FORBIDDEN */
export async function previewReach(input: ReachInput, by: Principal, now: Date): Promise<ReachView> {
  const { id, className, sections, place } = input;
  const row = id === undefined ? null : await db().testSchedule.findUnique({ where: { id } });
  for (const scope of [{ className }, ...(row ? scopesOf(row) : [])]) requireScope(by, actions.manage, scope);
  const known = row && (await findKnown(row, now));
  const was = row ? factsOf(row) : { subject: "", testDate: "", testTime: "" };
  const next = { ...was, className, sections, ...place, isOn: place !== null };
  const when = whenTold(known, next, now, startOf);
  // Changes that concern the next two days are sent whatever a person's choice.
  const isOptional = when === "after-pause";
  const isGathered = isOptional && !(next.isOn && beginsBeforeDigest(next, now));
  const counts = await countReached(when === "never" ? { places: [] } : aimOf(known, next), isOptional, isGathered);
  return { when, ...counts, isMailOn: isMailConfigured() };
}

/** The classes and sections that a change concerns. Students for whom the test stays as it was are not notified. */
export function aimOf(known: Facts | null, next: Facts | null) {
  const places = [known, next].flatMap((one) => (one ? [{ className: one.className, sections: one.sections }] : []));
  return { places, onlySome: isAsItWas(known, next) };
}

type Letter = { items: readonly TestItem[]; recipient: string; userId: string | null };

/** The news about tests for an email that is being sent; excludes tests that are unchanged in the end or over. */
export async function findTestNews({ items, recipient, userId }: Letter, now: Date) {
  const students = userId === null || items.length === 0 ? [] : await listStudentsFor(userId, recipient);
  const [first] = students;
  if (!first) return null;
  // The first change in an email has the facts that the reader already knows.
  const knownBy = new Map([...items].reverse().map(({ scheduleId, known }) => [scheduleId, known]));
  const rows = await db().testSchedule.findMany({
    where: { id: { in: [...knownBy.keys()] } },
    include: { changes: { where: { kind: "moved" }, orderBy: [{ at: "desc" }, { id: "desc" }], take: 1 } },
  });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const news = [...knownBy].flatMap(([id, known]) => newsOfTest(known, rowOf.get(id) ?? null, students, now));
  if (news.length === 0) return null;
  const told = news.flatMap((one) => one.students);
  const link = { label: copy.link, path: "/user/tests" };
  return { ...newsInWords(news, await setting("clock")), reader: first.reader, told, link };
}

/** The news of a test, one per kind of change. */
function newsOfTest(
  known: Facts | null,
  row: (TestSchedule & { changes: { reason: string | null }[] }) | null,
  students: StudentOfRecipient[],
  now: Date,
): (TestNews & { students: StudentOfRecipient[] })[] {
  const next = row && factsOf(row);
  const facts = next ?? known;
  if (!facts) return [];
  return testActs.flatMap((act) => {
    const told = students.filter((student) => actOf(known, next, student, now, startOf) === act);
    if (told.length === 0) return [];
    const isExplained = act === "cancelled" && next?.isOn === false && row?.hiddenAt === null;
    // The row keeps no reason once the test is back in its old place, but readers of the first move must read why it moves again.
    const why = act === "moved" ? row?.changes[0] : isExplained ? row : null;
    const reason = why?.reason ?? null;
    return [{ act, facts: act === "cancelled" && known ? known : facts, known, reason, students: told }];
  });
}
