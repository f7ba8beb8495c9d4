import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { createAdmin, schedule, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();

beforeEach(resetDatabase);

describe("GET /api/notifications", () => {
  it.each(["limit=0", "className=13", "q=a&q=b", "order=asc", "cursor=junk", "before=tomorrow"])(
    "the list of tests rejects ?%s",
    async (query) => {
      expect(await refusalIn(await ask("GET", `/api/notifications?${query}`))).toMatchObject({
        status: 400,
        code: "BAD_REQUEST",
      });
    },
  );

  it("the list of tests is an array, latest first, with `Class N`", async () => {
    await schedule({ testDate: new Date("2026-11-20") });
    await schedule({ testDate: new Date("2026-12-01"), className: 8 });
    const list = await (await ask("GET", "/api/notifications")).json();
    expect(list).toMatchObject([
      { className: "Class 8", testDate: "2026-12-01", testTime: "09:30" },
      { className: "Class 7", testDate: "2026-11-20", description: null },
    ]);
    for (const className of ["8", "Class%208"]) {
      expect(await (await ask("GET", `/api/notifications?className=${className}`)).json()).toHaveLength(1);
    }
  });

  it("new and moved tests and closed days change nothing in its fields; `/tests` says what is new", async () => {
    const movedFrom = { movedFromDate: new Date("2026-11-19"), movedFromTime: "09:00", reason: "hall not free" };
    const { id } = await schedule({ ...movedFrom, createdAt: new Date("2026-11-01T20:00:00Z") });
    const sent = { firstDay: "2026-11-21", name: "Sports day" };
    expect(
      (await ask("POST", "/api/closed-days", { token: await tokenFor(await createAdmin()), json: sent })).status,
    ).toBe(201);
    const [known] = await (await ask("GET", "/api/notifications")).json();
    expect(Object.keys(known).sort()).toEqual(["_id", "className", "description", "subject", "testDate", "testTime"]);
    expect(await (await ask("GET", "/api/tests")).json()).toMatchObject([{ _id: id, announcedOn: "2026-11-02" }]);
  });

  it("the Link headers lead to the end of the list of tests", async () => {
    for (let count = 0; count < 5; count += 1) await schedule({ subject: `Biology ${count}` });
    const whole = await (await ask("GET", "/api/notifications")).json();
    const walked: unknown[] = [];
    for (let path = "/api/notifications?limit=2&q=biology"; path; ) {
      const answer = await ask("GET", path);
      walked.push(...(await answer.json()));
      path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
    }
    expect(walked).toEqual(whole);
  });
});

describe("POST /api/notifications", () => {
  const good = { className: "Class 7", subject: "Biology", testDate: "2026-11-20", testTime: "09:30", description: "" };
  const add = async (json: unknown) =>
    ask("POST", "/api/notifications", { token: await tokenFor(await createAdmin()), json });

  it.each([
    [{ ...good, className: "Class 0" }, "className"],
    [{ ...good, subject: "" }, "subject"],
    [{ ...good, testDate: "2026-02-30" }, "testDate"],
    [{ ...good, testTime: "9:30" }, "testTime"],
    [{ ...good, description: "x".repeat(2001) }, "description"],
    [{ ...good, testTime: undefined }, "testTime"],
  ])("announcing a test rejects %j and names the field", async (json, field) => {
    const refusal = await refusalIn(await add(json));
    expect(refusal).toMatchObject({ status: 400, issues: [{ path: [field] }] });
    expect(await db().testSchedule.count()).toBe(0);
  });

  it.each(["sections", "minutes", "room", "confirmed"])("a test has no field %s here", async (field) => {
    const values = { sections: ["A"], minutes: 90, room: "Hall 2", confirmed: "" };
    const refusal = await refusalIn(await add({ ...good, [field]: values[field as keyof typeof values] }));
    expect([refusal.status, refusal.message]).toEqual([400, `There is no field "${field}" here.`]);
    expect(await db().testSchedule.count()).toBe(0);
  });

  it("announcing a test returns it beside the message and publishes it", async () => {
    const answer = await add(good);
    expect(answer.status).toBe(201);
    const { message, ...added } = await answer.json();
    expect(message).toBe("Schedule added successfully!");
    expect(added).toEqual({ _id: expect.any(String), ...good, description: null });
    expect(await (await ask("GET", "/api/notifications")).json()).toEqual([added]);
  });
});

describe("/api/tests", () => {
  const sent = { className: 7, subject: "Biology", testDate: "2026-12-04", testTime: "09:30" };

  it("each answer to a write has the version that the next write must name", async () => {
    const token = await tokenFor(await createAdmin());
    const write = async (method: string, path: string, json: object) => {
      const answer = await ask(method, path, { token, json });
      return { status: answer.status, ...(await answer.json()) };
    };
    const { _id, status, rowVersion } = await write("POST", "/api/tests", sent);
    expect([status, rowVersion]).toEqual([201, 1]);
    const path = `/api/tests/${_id}`;
    expect(await write("PATCH", path, { rowVersion, room: "Hall 2" })).toMatchObject({ status: 200, rowVersion: 2 });
    expect(await write("PATCH", path, { rowVersion, room: "Hall 3" })).toMatchObject({ status: 409 });
    // Nothing is changed, so the version stays.
    expect(await write("PATCH", path, { rowVersion: 2, room: "Hall 2" })).toMatchObject({ rowVersion: 2 });
    const cancelled = await write("POST", `${path}/cancel`, { rowVersion: 2, reason: "teacher is ill" });
    expect(cancelled).toMatchObject({ status: 200, state: "cancelled", rowVersion: 3 });
    expect(await write("POST", `${path}/restore`, { rowVersion: 3 })).toMatchObject({ status: 200, rowVersion: 4 });
    expect(await (await ask("GET", path, { token })).json()).toMatchObject({ rowVersion: 4 });
    // The public list has no versions.
    expect((await (await ask("GET", "/api/tests")).json())[0]).not.toHaveProperty("rowVersion");
  });

  it("a test whose subject was renamed keeps its old name of it if the subject is not sent", async () => {
    const token = await tokenFor(await createAdmin());
    const { _id } = await (await ask("POST", "/api/tests", { token, json: sent })).json();
    const { id } = await db().subject.findFirstOrThrow({ where: { name: sent.subject } });
    await ask("PATCH", `/api/subjects/${id}`, { token, json: { name: "Life science" } });
    const patch = async (json: object) => (await ask("PATCH", `/api/tests/${_id}`, { token, json })).json();
    expect(await patch({ rowVersion: 1 })).toMatchObject({ rowVersion: 1, subject: "Biology" });
    expect(await patch({ rowVersion: 1, room: "Hall 2" })).toMatchObject({ rowVersion: 2, subject: "Biology" });
    expect(await patch({ rowVersion: 2, subject: "Biology" })).toMatchObject({ subject: "Life science" });
  });

  it("the history of a test names its class like the test", async () => {
    const token = await tokenFor(await createAdmin());
    const { _id } = await (await ask("POST", "/api/tests", { token, json: sent })).json();
    await ask("PATCH", `/api/tests/${_id}`, { token, json: { rowVersion: 1, className: 8 } });
    await ask("PATCH", `/api/tests/${_id}`, { token, json: { rowVersion: 2, room: "Hall 2" } });
    expect(await (await ask("GET", `/api/tests/${_id}/changes`, { token })).json()).toMatchObject([
      { before: { room: null }, after: { room: "Hall 2" } },
      { before: { className: "Class 7" }, after: { className: "Class 8" } },
      { before: {}, after: { className: "Class 7", subject: "Biology" } },
    ]);
  });
});
