import { beforeAll, describe, expect, it } from "vitest";
import { moveAsFamily } from "@/features/admissions/mutations-family";
import { refusalOf as ruledOut } from "@/features/admissions/rules-moves";
import { type SubmissionState, submissionStates } from "@/features/admissions/schema";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createAdmin, createStaff, schoolYear, submission, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { fc } from "../harness/random";
import { isThorough } from "../harness/runs";

let people: Caller[];

beforeAll(async () => {
  await resetDatabase();
  await schoolYear();
  people = [
    await callerOf(await tokenFor(await createAdmin())),
    await callerOf((await createStaff({ role: "office" })).token),
  ];
});

const to = fc.constantFrom(...submissionStates);
const who = fc.constantFrom(0, 1);
const step = fc.oneof(
  fc.record({ kind: fc.constant("move" as const), to, who, many: fc.boolean() }),
  fc.record({ kind: fc.constant("family" as const), to: fc.constantFrom("withdrawn" as const, "accepted" as const) }),
  fc.record({ kind: fc.constant("enrol" as const), who }),
  // The steps that lead to an enrolment, so that walks get there.
  fc.record({
    kind: fc.constant("move" as const),
    to: fc.constantFrom("offered", "accepted"),
    who,
    many: fc.boolean(),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const visit = { date: "2099-11-26", time: "11:00" };
const rowOf = (id: string) => db().submission.findUniqueOrThrow({ where: { id } });

/** Takes a step as its button or call does. */
async function take(one: Step, id: string, rowVersion: number): Promise<unknown> {
  if (one.kind === "family") return moveAsFamily(id, one.to, new Date());
  const { services } = people[one.who] as Caller;
  if (one.kind === "enrol") {
    const guardians = [{ name: "Mohan Das", relation: "Father" }];
    const child = { name: `Child ${id}`, admissionNo: id.slice(-12), className: 7, section: "A" };
    return services.enrol({ id, rowVersion, ...child, guardians });
  }
  const asked = { to: one.to as SubmissionState, visit, reason: "because" };
  if (!one.many) return services.move({ id, rowVersion, ...asked });
  const rows = [{ id, rowVersion: (await rowOf(id)).rowVersion }];
  const { refused } = await services.moveMany({ rows, ...asked });
  if (refused.length > 0) throw new Error(refused[0]?.why);
  return undefined;
}

/** Whether the table of moves allows a step. */
function allows(one: Step, from: SubmissionState): boolean {
  const given = { reason: "because", visitAt: new Date("2099-11-26T05:30:00Z") };
  if (one.kind === "family") return !ruledOut(from, { to: one.to, by: "family", reason: null, visitAt: null });
  if (one.kind === "enrol") return !ruledOut(from, { ...given, to: "enrolled", by: "office", makesStudent: true });
  const isClosed = ["enrolled", "declined", "withdrawn"].includes(from);
  if (one.many && isClosed) return false;
  return !ruledOut(from, { ...given, to: one.to as SubmissionState, by: "office" });
}

const students = () => db().student.count();

describe("an application that the office, one by one or with others, and the family move at random", () => {
  it("follows the table of moves, whoever asks, and becomes at most one student, only from accepted", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { id } = await submission();
        const before = await students();
        for (const one of steps) {
          const { state: from, rowVersion } = await rowOf(id);
          const passed = await take(one, id, rowVersion).then(
            () => true,
            () => false,
          );
          const { state } = await rowOf(id);
          expect([one, from, passed]).toEqual([one, from, allows(one, from)]);
          expect(state).toBe(passed ? (one.kind === "enrol" ? "enrolled" : one.to) : from);
        }
        const events = await db().submissionEvent.findMany({ where: { submissionId: id, toState: "enrolled" } });
        const { state, studentId } = await rowOf(id);
        expect(events.every(({ fromState }) => fromState === "accepted")).toBe(true);
        const made = (await students()) - before;
        expect([made, studentId !== null, events.length]).toEqual(state === "enrolled" ? [1, true, 1] : [0, false, 0]);
      }),
      { numRuns: isThorough ? 300 : 25 },
    );
  }, 120_000);

  it("goes through concurrent moves one after another, each from the state that the one before it left", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
        const { id } = await submission({ state: "accepted" });
        const before = await students();
        await Promise.allSettled(steps.map((one) => take(one, id, 1)));
        const events = await db().submissionEvent.findMany({
          where: { submissionId: id, kind: "moved" },
        });
        const { state, studentId } = await rowOf(id);
        const ends = events.map(({ toState }) => toState);
        // The moves form one chain from the first state to the last.
        expect([...events.map(({ fromState }) => fromState), state].sort()).toEqual(["accepted", ...ends].sort());
        const made = (await students()) - before;
        expect([made, studentId !== null]).toEqual(ends.includes("enrolled") ? [1, true] : [0, false]);
        if (made === 1) expect(state).toBe("enrolled");
      }),
      { numRuns: isThorough ? 200 : 12 },
    );
  }, 120_000);
});
