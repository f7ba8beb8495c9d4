import { beforeAll, expect, it } from "vitest";
import { findNotice } from "@/features/notices/data";
import { listPeople } from "@/features/notices/data-audience";
import { meantBy } from "@/features/notices/data-office";
import { findForEmail, listOwn } from "@/features/notices/data-own";
import { remindRest } from "@/features/notices/mutations-mails";
import type { Fact } from "@/features/notices/schema-office";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import { createAdmin, createStaff, principalFor, refusalOf, schoolYear, tokenFor } from "../factories";
import { accountsOf, giveAccounts } from "../harness/accounts";
import { resetDatabase } from "../harness/database";
import { inDays, shifted } from "../harness/days";
import { fc } from "../harness/random";
import { isThorough } from "../harness/runs";
import { withSettings } from "../harness/settings";

withSettings({ SMTP_URL: "smtp://127.0.0.1:1" });

const [students, others] = [3, 4];
const student = fc.nat({ max: students - 1 });
const other = fc.nat({ max: others - 1 });
const place = { className: fc.constantFrom(7, 8), section: fc.constantFrom("A", "B", null) };

const part = fc.oneof(
  fc.record({ kind: fc.constant("class" as const), ...place }),
  fc.record({ kind: fc.constant("student" as const), student }),
  fc.record({ kind: fc.constantFrom("students", "staff", "public" as const) }),
);

const school = fc.record({
  places: fc.array(
    fc.option(fc.record({ ...place, from: fc.constantFrom(-9, 0, 3), to: fc.constantFrom(null, -1, 0, 5) })),
    { minLength: students, maxLength: students },
  ),
  links: fc.uniqueArray(fc.record({ student, guardian: other, getsMails: fc.boolean(), isEnded: fc.boolean() }), {
    maxLength: 6,
    selector: ({ student: of, guardian }) => `${of} ${guardian}`,
  }),
  accounts: accountsOf(students + others),
  audience: fc.uniqueArray(part, { minLength: 1, maxLength: 2, selector: (one) => JSON.stringify(one) }),
  whom: fc.constantFrom([true, true], [true, false], [false, true]),
  mustConfirm: fc.boolean(),
  receipts: fc.uniqueArray(
    fc.record({
      who: fc.nat({ max: students + others - 1 }),
      of: fc.option(student),
      isConfirmed: fc.boolean(),
      isOld: fc.boolean(),
    }),
    { maxLength: 5, selector: ({ who, of }) => `${who} ${of}` },
  ),
});
type School = typeof school extends fc.Arbitrary<infer One> ? One : never;

let officer: Principal;
let yearId: string;
let people: string[];

beforeAll(async () => {
  await resetDatabase();
  officer = await principalFor(await tokenFor(await createAdmin()));
  yearId = (await schoolYear(2026, shifted)).id;
  const roster = { create: { origin: "office" as const } };
  const made = Array.from({ length: students }, () =>
    db().user.create({ data: { name: "Asha Rao", student: roster } }),
  );
  const guardians = Array.from({ length: 2 }, () => db().user.create({ data: { name: "Mira Rao" } }));
  // Staff, who may be guardians as well; one of them has not begun yet.
  const staff = [
    createStaff({ role: "office" }),
    createStaff({ role: "teacher", className: 7, fromDay: new Date("2999-01-01") }),
  ];
  const all = [...(await Promise.all([...made, ...guardians])), ...(await Promise.all(staff)).map(({ user }) => user)];
  people = all.map(({ id }) => id);
  await db().user.updateMany({ where: { id: { in: people } }, data: { passwordHash: null } });
});

/** A published notice in a school that is built for it. */
async function build({ places, links, accounts, audience, whom, mustConfirm, receipts }: School): Promise<string> {
  await db().$executeRaw`
    with a as (delete from notices), b as (delete from enrolments), c as (delete from mails) delete from guardianships`;
  const idOf = (index: number) => people[index] ?? "";
  await giveAccounts(people, accounts);
  await db().enrolment.createMany({
    data: places.flatMap((one, index) => {
      if (!one) return [];
      const { from, to, ...rest } = one;
      const end = to !== null && to >= from ? { toDay: new Date(inDays(to)), endReason: "left" as const } : {};
      return [{ ...rest, studentId: idOf(index), schoolYearId: yearId, fromDay: new Date(inDays(from)), ...end }];
    }),
  });
  await db().guardianship.createMany({
    data: links.map(({ student: of, guardian, getsMails, isEnded }) => ({
      ...{ studentId: idOf(of), guardianId: idOf(students + guardian), relation: "Mother", origin: "office" as const },
      ...{ getsMails, endedAt: isEnded ? new Date() : null },
    })),
  });
  const [toStudents = true, toGuardians = true] = whom;
  const at = new Date(Date.now() - 1000);
  const { id } = await db().notice.create({
    data: {
      ...{ title: "x", body: [], version: 2, askedVersion: 2, toStudents, toGuardians, mustConfirm },
      ...{ state: "published", publishedAt: at, tellAt: at, toldAt: at },
      audiences: {
        create: audience.map(({ kind, ...one }) => ({
          kind,
          ...("className" in one && one),
          ...("student" in one && { studentId: idOf(one.student) }),
        })),
      },
      receipts: {
        create: receipts.map(({ who, of, isConfirmed, isOld }) => ({
          ...{ userId: idOf(who), studentId: of === null ? null : idOf(of), version: isOld ? 1 : 2 },
          confirmedAt: isConfirmed ? at : null,
        })),
      },
    },
  });
  return id;
}

const family = (userId: string): Principal => ({ ...officer, userId, role: "user", grants: [], vouched: true });

async function expectAgreement(id: string) {
  const now = new Date();
  const row = await findNotice(id);
  const meant = meantBy(row);
  const among = async (...facts: Fact[]) => {
    const pages = await Promise.all(facts.map((fact) => listPeople(meant, fact, 1, true)));
    return pages.flatMap(({ items }) => items.map((one) => one.id)).sort();
  };
  const unique = (ids: string[]) => [...new Set(ids)].sort();
  const reached = unique(await among("students", "guardians", "staff"));
  const mailed = await among("mailed", "inDigest");
  // Everybody is counted once, by the way they are reached.
  expect(await among("mailed", "inDigest", "notMailed", "noLogin")).toEqual(reached);

  const grants = await db().staffGrant.findMany({ where: { fromDay: { lte: now } } });
  const isStaff = new Set(grants.map(({ userId }) => userId));
  const readers: string[] = [];
  for (const userId of people) {
    const sides = [family(userId), ...(isStaff.has(userId) ? [{ ...officer, userId }] : [])];
    for (const side of sides)
      if ((await listOwn({ page: 1, limit: 10 }, side, now)).items.length > 0) readers.push(userId);
  }
  expect(unique(readers)).toEqual(reached);

  const isRefused = { mailChoice: { choice: "required" } } as const;
  const isWanted = row.mustConfirm ? {} : { NOT: isRefused };
  const users = await db().user.findMany({ where: { id: { in: people }, email: { not: null }, ...isWanted } });
  const written = async (isReminder: boolean) => {
    const letters = users.map(({ id: userId, email }) =>
      findForEmail({ noticeId: id, version: 2, recipient: email ?? "", userId, isReminder }, now),
    );
    const found = await Promise.all(letters);
    return users.flatMap((user, index) => (found[index] ? user.id : [])).sort();
  };
  expect(await written(false)).toEqual(mailed);
  const left = await written(true);
  const reminding = remindRest({ id, rowVersion: row.rowVersion }, officer, now);
  if (left.length === 0) expect(await refusalOf(reminding)).toMatchObject({ code: "CONFLICT" });
  else await reminding;
  const reminded = await db().mail.findMany({ where: { kind: "noticeReminder" } });
  expect(reminded.map(({ userId }) => userId).sort()).toEqual(left);
}

it(
  "everybody whom a notice reaches has it in their list, and emails go to exactly those whom the preview counted",
  { timeout: 300_000 },
  () =>
    fc.assert(
      fc.asyncProperty(school, async (given) => expectAgreement(await build(given))),
      { numRuns: isThorough ? 300 : 20 },
    ),
);
