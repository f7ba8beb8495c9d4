import { beforeEach, describe, expect, it } from "vitest";
import { batched } from "@/server/batch";
import { db, transaction } from "@/server/db";
import { resetDatabase } from "../setup/database";

beforeEach(resetDatabase);

type Row = { subject: string; testTime: string };

const add = (subject: string, testTime: string) =>
  db().testSchedule.create({ data: { className: 7, subject, testDate: new Date("2026-11-20"), testTime } });

/** A read of the tests by their subject, and what each of its statements asked for. */
function readingTests(most = 100) {
  const asked: string[][] = [];
  const read = batched<Row>(
    (subjects) => {
      asked.push(subjects);
      return db().testSchedule.findMany({ where: { subject: { in: subjects } }, orderBy: { testTime: "asc" } });
    },
    ({ subject }) => subject,
    most,
  );
  const times = async (subject: string) => (await read(subject)).map(({ testTime }) => testTime);
  return { times, asked };
}

describe("a batch", () => {
  it("reads at once what is asked for in one turn, and gives each asker the rows of its key, in their order", async () => {
    await add("Algebra", "11:00");
    await add("Algebra", "09:00");
    await add("Botany", "10:00");
    const { times, asked } = readingTests();
    const found = await Promise.all(["Algebra", "Botany", "Chemistry", "Algebra"].map(times));
    expect(found).toEqual([["09:00", "11:00"], ["10:00"], [], ["09:00", "11:00"]]);
    expect(asked).toEqual([["Algebra", "Botany", "Chemistry"]]);
  });

  it("keeps nothing: the next turn sees what was written since", async () => {
    const { times, asked } = readingTests();
    expect(await times("Algebra")).toEqual([]);
    await add("Algebra", "09:00");
    expect(await times("Algebra")).toEqual(["09:00"]);
    expect(asked).toHaveLength(2);
  });

  it("asks for no more at once than it may", async () => {
    const { times, asked } = readingTests(2);
    await Promise.all(["Algebra", "Botany", "Chemistry"].map(times));
    expect(asked).toEqual([["Algebra", "Botany"], ["Chemistry"]]);
  });

  it("fails for all who asked in that turn, and for nobody later", async () => {
    let isAway = true;
    const read = batched<string>(
      async (keys) => {
        if (isAway) throw new Error("away");
        return keys;
      },
      (row) => row,
      100,
    );
    const both = await Promise.allSettled([read("a"), read("b")]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    isAway = false;
    expect(await read("a")).toEqual(["a"]);
  });

  it("shows nobody what a transaction of one of them has not committed", async () => {
    const { times } = readingTests();
    const seen = await transaction(async (tx) => {
      await tx.testSchedule.create({
        data: { className: 7, subject: "Algebra", testDate: new Date("2026-11-20"), testTime: "09:00" },
      });
      return Promise.all([times("Algebra")]);
    });
    expect(seen).toEqual([[]]);
    expect(await times("Algebra")).toEqual(["09:00"]);
  });
});
