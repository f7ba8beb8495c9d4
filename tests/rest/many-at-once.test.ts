import { expect, it } from "vitest";
import { db } from "@/server/db/client";
import { createAdmin, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { openDoor } from "./rest-client";

const { ask } = await openDoor();

it("more tests can be announced at the same time than there are connections, with or without a check for warnings", async () => {
  await resetDatabase();
  const token = await tokenFor(await createAdmin());
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, number) => {
      const test = { className: "7", subject: `Test ${number}`, testDate: "2031-01-01", testTime: "09:30" };
      return ask("POST", "/api/tests", { token, json: { ...test, ...(number % 2 && { confirmed: "" }) } });
    }),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
  const announced = statuses.filter((status) => status === 201).length;
  expect(announced).toBeGreaterThanOrEqual(30);
  expect(await db().testSchedule.count()).toBe(announced);
});
