import { describe, expect, it } from "vitest";
import { db, type Transaction } from "@/server/db/client";
import { examOfficeOfEachTest, scored } from "../harness/exams";

const { office, add, examWith, release } = examOfficeOfEachTest();

type Figures = { exam_id: string; n: number; average: number | null; quartiles: number[] };

const kept = () => db().$queryRaw<Figures[]>`
  select exam_id, n, average, lowest, highest, quartiles from exam_figures order by exam_id`;
/** The same figures, computed from all valid results. */
const counted = () => db().$queryRaw<Figures[]>`
  select f.exam_id, count(m.mark)::int as n, avg(m.mark) as average, min(m.mark) as lowest, max(m.mark) as highest,
    coalesce(percentile_cont(array[0.25, 0.5, 0.75]) within group (order by m.mark), '{}') as quartiles
  from exam_figures f
  left join lateral (
    select score::float8 * 100 / total_marks::float8 as mark from exam_results r where r.exam_id = f.exam_id
  ) m on true
  group by f.exam_id order by f.exam_id`;

async function expectCounted(...n: number[]) {
  const figures = await kept();
  expect(figures.map((one) => one.n).toSorted()).toEqual(n.toSorted());
  expect(figures).toEqual(await counted());
}

async function releasedExam(marks: readonly number[]) {
  const people = await Promise.all(marks.map(() => add()));
  const id = await examWith(people.map((one, index) => [one, scored(marks[index] ?? 0)] as const));
  await release(id);
  const results = await db().result.findMany({ where: { examId: id }, orderBy: { score: "asc" } });
  return { id, people, results: results.map((one) => one.id) };
}

describe("the figures of an exam", () => {
  it("are those of its valid results after each release, correction, withdrawal and erasure", async () => {
    const drafts = await add();
    await examWith([[drafts, scored(50)]]);
    await expectCounted();
    const first = await releasedExam([10, 20, 40, 70, 80]);
    await releasedExam([60]);
    await expectCounted(5, 1);
    await office.results.correct({ id: first.results[0] ?? "", score: 30, reason: "Sum" });
    await expectCounted(5, 1);
    await office.results.withdraw({ id: first.results[1] ?? "", reason: "Wrong student" });
    await expectCounted(4, 1);
    await db().user.delete({ where: { id: first.people[4] ?? "" } });
    await expectCounted(3, 1);
    await db().resultWithdrawal.deleteMany();
    await expectCounted(4, 1);
    await db().user.deleteMany({ where: { id: { in: first.people } } });
    await expectCounted(0, 1);
  });

  it("miss nothing when results of one exam are withdrawn at the same time", async () => {
    const { results } = await releasedExam([10, 20, 30, 40, 50, 60]);
    const withdraw = async (tx: Pick<Transaction, "resultWithdrawal">, index: number) =>
      await tx.resultWithdrawal.create({ data: { resultId: results[index] ?? "", reason: "Wrong student" } });
    // Other tests use other databases on the same server.
    const waiting = () => db().$queryRaw`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let second: Promise<unknown> | undefined;
    await db().$transaction(async (tx) => {
      await withdraw(tx, 0);
      second = withdraw(db(), 1);
      await expect.poll(waiting, { interval: 20, timeout: 5000 }).toHaveLength(1);
    });
    await second;
    await expectCounted(4);
  });
});
