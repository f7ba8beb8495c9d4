import { beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/server/db/client";
import { createLoader } from "@/server/db/data-loader";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

type Row = { subject: string; testTime: string };

const add = (subject: string, testTime: string) =>
  db().testSchedule.create({ data: { className: 7, subject, testDate: new Date("2026-11-20"), testTime } });

/** A loader of tests by subject that records the keys of each statement. */
function readingTests(most = 100) {
  const asked: string[][] = [];
  const read = createLoader<Row>(
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

describe("createLoader", () => {
  it("reads the keys of one tick in one statement and returns each caller its rows in order", async () => {
    await add("Algebra", "11:00");
    await add("Algebra", "09:00");
    await add("Botany", "10:00");
    const { times, asked } = readingTests();
    const found = await Promise.all(["Algebra", "Botany", "Chemistry", "Algebra"].map(times));
    expect(found).toEqual([["09:00", "11:00"], ["10:00"], [], ["09:00", "11:00"]]);
    expect(asked).toEqual([["Algebra", "Botany", "Chemistry"]]);
  });

  it("caches nothing: the next tick sees new rows", async () => {
    const { times, asked } = readingTests();
    expect(await times("Algebra")).toEqual([]);
    await add("Algebra", "09:00");
    expect(await times("Algebra")).toEqual(["09:00"]);
    expect(asked).toHaveLength(2);
  });

  it("splits batches at the maximum size", async () => {
    const { times, asked } = readingTests(2);
    await Promise.all(["Algebra", "Botany", "Chemistry"].map(times));
    expect(asked).toEqual([["Algebra", "Botany"], ["Chemistry"]]);
  });

  it("a failing batch rejects all of its callers, and no later ones", async () => {
    let isAway = true;
    const read = createLoader<string>(
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

  it("does not show other callers the uncommitted rows of a transaction", async () => {
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
