import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { prepareJobs } from "@/server/jobs/jobs";
import { refusalOf } from "../factories";
import { classWithCards } from "../harness/cards";
import { resetDatabase } from "../harness/database";

beforeAll(prepareJobs);
beforeEach(resetDatabase);

describe("the exams of report cards", () => {
  it("have twelve names at most, and a set of before that has more can still be changed", async () => {
    const { of, biology } = await classWithCards();
    const { id: _, ...exam } = await db().exam.findUniqueOrThrow({ where: { id: biology } });
    const data = Array.from({ length: 13 }, (_one, index) => ({ ...exam, examName: `Weekly test ${index}` }));
    const [last = "", ...twelve] = (await db().exam.createManyAndReturn({ data, select: { id: true } })).map(
      ({ id }) => id,
    );
    const refused = {
      code: "BAD_REQUEST",
      issues: [
        {
          path: ["examIds"],
          message: "A card has room for exams of 12 names. Choose fewer of them, or make two sets of report cards.",
        },
      ],
    };
    const set = { class: 7, section: "A", title: "Term 2" };
    expect(await refusalOf(of.office.reportCards.add({ ...set, examIds: [last, ...twelve] }))).toMatchObject(refused);
    const { _id } = await of.office.reportCards.add({ ...set, examIds: twelve });
    const { lastDay } = (await of.office.reportCards.get({ id: _id })).set;
    const change = { id: _id, title: "Second term", lastDay, rowVersion: 1 };
    const edit = (examIds: string[]) => of.office.reportCards.edit({ ...change, examIds });
    expect(await refusalOf(edit([last, ...twelve]))).toMatchObject(refused);
    await db().reportCardSetExam.create({ data: { setId: _id, examId: last } });
    await edit([last, ...twelve]);
  });
});
