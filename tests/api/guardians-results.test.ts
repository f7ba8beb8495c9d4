import { beforeEach, describe, expect, it } from "vitest";
import { copy } from "@/features/results/messages";
import { db } from "@/server/db/client";
import {
  callerOf,
  createGuardian,
  createStaff,
  createStudent,
  refusalOf,
  result,
  schoolYear,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { statementsOf } from "../harness/statements";

beforeEach(resetDatabase);

const unknown = { code: "NOT_FOUND", message: copy.none };

/** A mother of Asha, a result of Asha, and a student who is not hers. */
async function family(link = {}) {
  const [asha, bilal] = await Promise.all([
    createStudent({ email: "asha@example.org" }),
    createStudent({ name: "Bilal Khan", email: "bilal@example.org" }),
  ]);
  const mother = await createGuardian({ of: [asha], link });
  const { id } = await result(asha);
  await result(bilal);
  const [caller, child] = [await callerOf(await tokenFor(mother)), await callerOf(await tokenFor(asha))];
  return { asha, bilal, mother, id, caller, child, of: { studentId: asha.id } };
}

type Caller = Awaited<ReturnType<typeof callerOf>>;

/** Every way to the results of a student. */
const ways = (caller: Caller, studentId: string, email: string, id: string) => [
  caller.results.mine({ studentId }),
  caller.results.unread({ studentId }),
  caller.results.markRead({ ids: [id], studentId }),
  caller.results.of({ email }),
];

const refusals = (calls: Promise<unknown>[]) => Promise.all(calls.map(refusalOf));

describe("results of a child", () => {
  it("for a stranger's guardian, another student and an ended link, the child is an unknown student", async () => {
    const { asha, bilal, id, caller } = await family();
    const refused = [unknown, unknown, unknown, unknown];
    const toBilal = await callerOf(await tokenFor(bilal));
    expect(await refusals(ways(toBilal, asha.id, asha.email, id))).toEqual(refused);
    expect(await refusals(ways(caller, bilal.id, bilal.email, id))).toEqual(refused);
    await db().guardianship.updateMany({ data: { endedAt: new Date() } });
    expect(await refusals(ways(caller, asha.id, asha.email, id))).toEqual(refused);
    expect(await db().resultRead.count()).toBe(0);
  });

  it("an admission number or any other text is an unknown student, and does not disturb a correct request at the same time", async () => {
    const { asha, caller } = await family();
    const texts = ["KV-7", "results", asha.id.slice(1)];
    const [found, ...refused] = await Promise.allSettled([
      caller.results.of({ email: asha.email }),
      ...texts.map((email) => refusalOf(caller.results.of({ email }))),
    ]);
    expect(found.status).toBe("fulfilled");
    expect(refused.map((one) => (one.status === "fulfilled" ? one.value : one.reason))).toEqual(
      texts.map(() => unknown),
    );
  });

  it("a link that does not show results shows none, but still the class", async () => {
    const { asha, id, caller, of } = await family({ seesResults: false });
    expect(await refusals(ways(caller, asha.id, asha.email, id))).toEqual([unknown, unknown, unknown, unknown]);
    expect(await caller.results.classes(of)).toEqual(["7"]);
  });

  it("a guardian who is not known to be the person of the account sees none", async () => {
    const { mother, of } = await family();
    await db().user.update({ where: { id: mother.id }, data: { vouchedAt: null } });
    const caller = await callerOf(await tokenFor(mother));
    expect([await caller.results.mine(of), await caller.results.unread(of)]).toEqual([[], 0]);
    expect(await caller.results.classes(of)).toEqual([]);
  });

  it("a guardian sees what the student sees, and results stay new for the student", async () => {
    const { asha, id, caller, child, of } = await family();
    const { id: older } = await result(asha, { createdAt: new Date("2026-01-01") });
    const father = await callerOf(await tokenFor(await createGuardian({ of: [asha], name: "Prakash Rao" })));
    expect(await caller.results.mine(of)).toEqual(await child.results.mine());
    expect((await caller.results.of({ email: " ASHA@example.org" })).items.map(({ _id }) => _id)).toEqual([id, older]);
    await caller.results.markRead({ ids: [id], ...of });
    await caller.results.markRead({ ids: [id], ...of });
    expect((await caller.results.mine(of)).map(({ isNew }) => isNew)).toEqual([false, true]);
    const counted = [caller.results.unread(of), father.results.unread(of), child.results.unread()];
    expect(await Promise.all(counted)).toEqual([1, 2, 2]);
    await child.results.markRead({ ids: [id, older] });
    expect(await Promise.all([caller.results.unread(of), child.results.unread()])).toEqual([1, 0]);
  });

  it("a guardian marks nothing of another student as read, and has no results without naming a child", async () => {
    const { bilal, mother, caller, of } = await family();
    const other = await result(bilal);
    await caller.results.markRead({ ids: [other.id], ...of });
    expect(await db().resultRead.count()).toBe(0);
    expect(await caller.results.mine()).toEqual([]);
    expect(await refusalOf(caller.results.own({}))).toMatchObject({
      code: "BAD_REQUEST",
      issues: [{ path: ["studentId"], message: "Choose the student whose results you want to see." }],
    });
    // A guardian's own address belongs to no student.
    const { email } = await db().user.update({ where: { id: mother.id }, data: { email: "mother@example.org" } });
    expect(await refusalOf(caller.results.of({ email: email ?? "" }))).toEqual(unknown);
  });

  it("the class of a child is that of the enrolment, and none after its end", async () => {
    const { asha, caller, of } = await family();
    const { id: schoolYearId } = await schoolYear(2026);
    const fromDay = new Date("2026-04-01");
    await db().enrolment.create({ data: { studentId: asha.id, schoolYearId, className: 8, fromDay } });
    expect(await caller.results.classes(of)).toEqual(["8"]);
    await db().enrolment.updateMany({ data: { toDay: new Date("2026-10-01"), endReason: "left" } });
    expect(await caller.results.classes(of)).toEqual([]);
  });

  it("a staff member sees their own child on both sides, and no other child through the grant", async () => {
    const { asha, bilal, id, of } = await family();
    const { user, token } = await createStaff({ role: "teacher", className: 7 });
    expect(await refusalOf((await callerOf(token)).results.mine(of))).toMatchObject({ code: "FORBIDDEN" });
    await db().user.update({ where: { id: user.id }, data: { vouchedAt: new Date() } });
    await db().guardianship.create({
      data: { guardianId: user.id, studentId: asha.id, relation: "Aunt", origin: "office" },
    });
    const [here, there] = [await callerOf(token), await callerOf(await tokenFor(user))];
    for (const caller of [here, there]) {
      expect((await caller.results.mine(of)).map(({ _id }) => _id)).toEqual([id]);
      expect((await caller.results.of({ email: asha.email })).items).toHaveLength(1);
      expect(await refusals(ways(caller, bilal.id, bilal.email, id))).toEqual([unknown, unknown, unknown, unknown]);
    }
    // Nobody has results of their own on the admin side.
    expect(await refusalOf(here.results.mine())).toEqual(unknown);
    expect(await there.results.mine()).toEqual([]);
  });

  it("an export has only the guardian's own side of the links", async () => {
    const { caller } = await family();
    const data = await caller.account.exportData({ password: usualPassword });
    expect(data.roster).toEqual([expect.objectContaining({ what: "guardian of a student", relation: "Mother" })]);
    expect(JSON.stringify(data)).not.toMatch(/Asha|asha@/);
  });
});

describe("statements", () => {
  /** How many statements a call needs, the session's included. */
  async function countOf(token: string, call: (caller: Caller) => Promise<unknown>): Promise<number> {
    return (await statementsOf(async () => call(await callerOf(token)))).statements.length;
  }

  it("a guardian's look at a child costs one statement more than the student's own", async () => {
    const { asha, mother, of } = await family();
    const [student, guardian] = [await tokenFor(asha), await tokenFor(mother)];
    const counts = async (token: string, asked?: { studentId: string }) => ({
      mine: await countOf(token, (caller) => caller.results.mine(asked)),
      unread: await countOf(token, (caller) => caller.results.unread(asked)),
      of: await countOf(token, (caller) => caller.results.of({ email: asha.email })),
    });
    expect(await counts(student)).toEqual({ mine: 2, unread: 2, of: 2 });
    expect(await counts(guardian, of)).toEqual({ mine: 3, unread: 3, of: 3 });
  });
});
