import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { createAdmin, createStudent, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();
const path = "/api/closed-days";
const diwali = { firstDay: "2026-11-06", lastDay: "2026-11-11", kind: "closed", name: "Diwali" };

let token: string;

beforeEach(async () => {
  await resetDatabase();
  token = await tokenFor(await createAdmin());
});

const add = (json: unknown) => ask("POST", path, { token, json });

describe("closed days over REST", () => {
  it("visitors and students are refused every request", async () => {
    const { _id } = await (await add(diwali)).json();
    const student = await tokenFor(await createStudent());
    for (const [who, status] of [[null, 401] as const, [student, 403] as const]) {
      for (const [method, at, json] of [
        ["GET", path],
        ["POST", path, diwali],
        ["DELETE", `${path}/${_id}`],
      ] as const) {
        const answer = await ask(method, at, { token: who, ...(json && { json }) });
        expect([method, answer.status]).toEqual([method, status]);
      }
    }
    expect(await db().closedDay.count()).toBe(1);
  });

  it("closed days are added, listed and deleted", async () => {
    const answer = await add(diwali);
    expect(answer.status).toBe(201);
    const { message, tests, ...added } = await answer.json();
    expect([message, tests, added]).toEqual(["Closed days added.", [], { _id: expect.any(String), ...diwali }]);
    const list = await ask("GET", path, { token });
    expect(list.headers.get("cache-control")).toBe("no-store");
    expect(await list.json()).toEqual([added]);
    const removed = await ask("DELETE", `${path}/${added._id}`, { token });
    expect(await removed.json()).toEqual({ message: "Closed days deleted.", _id: added._id });
    expect(await (await ask("GET", path, { token })).json()).toEqual([]);
  });

  it.each([
    [{ ...diwali, firstDay: "6.11.2026" }, "firstDay", 400],
    [{ ...diwali, lastDay: "2026-11-05" }, "lastDay", 400],
    [{ ...diwali, name: "x".repeat(101) }, "name", 400],
    [{ ...diwali, kind: "open" }, "kind", 400],
    [{ ...diwali, firstDay: "2026-11-11", lastDay: undefined }, "firstDay", 409],
  ])("adding %j is refused at %s with %i", async (json, field, status) => {
    await add(diwali);
    expect(await refusalIn(await add(json))).toMatchObject({ status, issues: [{ path: [field] }] });
    expect(await db().closedDay.count()).toBe(1);
  });

  it("deleting what does not exist answers 404", async () => {
    const refusal = await refusalIn(await ask("DELETE", `${path}/019376a0-5b1e-7c3a-9d2f-4a6b8c0d1e2f`, { token }));
    expect(refusal).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  it("the Link headers lead to the end of the list", async () => {
    for (const day of ["02", "04", "06", "08", "10"]) await add({ firstDay: `2027-03-${day}`, name: "Holi" });
    const walked: unknown[] = [];
    for (let next = `${path}?limit=2&order=soonest`; next; ) {
      const answer = await ask("GET", next, { token });
      walked.push(...(await answer.json()).map(({ firstDay }: { firstDay: string }) => firstDay));
      next = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
    }
    expect(walked).toEqual(["02", "04", "06", "08", "10"].map((day) => `2027-03-${day}`));
  });

  it.each(["limit=0", "order=first", "cursor=junk", "from=today", "from=2026-01-01&from=2026-01-02"])(
    "the list rejects ?%s",
    async (query) => {
      expect(await refusalIn(await ask("GET", `${path}?${query}`, { token }))).toMatchObject({ status: 400 });
    },
  );
});
