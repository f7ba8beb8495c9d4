import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { createAdmin, createStudent, material, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();
const path = "/api/subjects";
const maths = { name: "Mathematics", spellings: ["Maths", " MATH  s ", "maths"] };

let token: string;

beforeEach(async () => {
  await resetDatabase();
  token = await tokenFor(await createAdmin());
});

const add = (json: unknown) => ask("POST", path, { token, json });
const edit = (id: string, json: unknown) => ask("PATCH", `${path}/${id}`, { token, json });
const listed = async () => (await ask("GET", path, { token })).json();

describe("subjects over REST", () => {
  it("visitors and students are refused every request", async () => {
    const { _id } = await (await add(maths)).json();
    const student = await tokenFor(await createStudent());
    for (const [who, status] of [[null, 401] as const, [student, 403] as const]) {
      for (const [method, at, json] of [
        ["GET", path],
        ["POST", path, { name: "Latin" }],
        ["PATCH", `${path}/${_id}`, { retired: true }],
      ] as const) {
        const answer = await ask(method, at, { token: who, ...(json && { json }) });
        expect([method, answer.status]).toEqual([method, status]);
      }
    }
    expect(await listed()).toMatchObject([{ name: "Mathematics", isRetired: false }]);
  });

  it("subjects can be added, renamed, respelled, retired and restored; what is not sent stays", async () => {
    const answer = await add(maths);
    expect(answer.status).toBe(201);
    const { _id, ...added } = await answer.json();
    const spellings = ["math s", "maths"];
    expect(added).toEqual({ message: "Subject added.", name: "Mathematics", spellings, isRetired: false });
    await material({ subject: "MATHS" });

    const renamed = await (await edit(_id, { name: "Arithmetic" })).json();
    expect(renamed).toMatchObject({ message: "Subject saved.", name: "Arithmetic" });
    expect(renamed.spellings).toEqual(["math s", "mathematics", "maths"]);
    expect(await (await edit(_id, { retired: true })).json()).toMatchObject({ name: "Arithmetic", isRetired: true });
    const both = await (await edit(_id, { spellings: ["maths"], retired: false })).json();
    expect(both).toMatchObject({ name: "Arithmetic", isRetired: false, spellings: ["arithmetic", "maths"].slice(1) });
    expect(await (await edit(_id, {})).json()).toMatchObject({ name: "Arithmetic", spellings: ["maths"] });
    const used = { materials: 1, exams: 0, results: 0, tests: 0 };
    expect(await listed()).toEqual([{ _id, name: "Arithmetic", spellings: ["maths"], isRetired: false, used }]);
    const events = await db().auditEvent.findMany({ orderBy: { id: "asc" } });
    expect(events.map(({ action }) => action)).toEqual([
      ...["subject-added", "subject-changed", "subject-retired", "subject-changed", "subject-restored"],
    ]);
  });

  it("a change of a subject that changes nothing is answered with it, and is not noted", async () => {
    const { _id, name, spellings } = await (await add(maths)).json();
    const added = { _id, name, spellings, isRetired: false };
    for (const json of [{ name }, { name, spellings: maths.spellings }, { name, spellings }])
      expect(await (await edit(_id, json)).json()).toMatchObject(added);
    expect(await (await edit(_id, { spellings: ["Mathematics", ...spellings] })).json()).toMatchObject(added);
    expect(await db().auditEvent.count()).toBe(1);
    expect(await (await edit(_id, { name: "mathematics" })).json()).toMatchObject({ ...added, name: "mathematics" });
    expect(await (await edit(_id, { spellings: ["maths"] })).json()).toMatchObject({ spellings: ["maths"] });
    expect(await db().auditEvent.count()).toBe(3);
  });

  it("a name that means another subject is refused with 409, and nothing changes", async () => {
    await add(maths);
    const { _id } = await (await add({ name: "Latin" })).json();
    const before = await listed();
    for (const [json, field] of [
      [{ name: "MATHS" }, "name"],
      [{ spellings: ["maths"], retired: true }, "spellings"],
    ] as const) {
      expect(await refusalIn(await edit(_id, json))).toMatchObject({ status: 409, issues: [{ path: [field] }] });
    }
    expect((await add({ name: "mathematics" })).status).toBe(409);
    expect((await edit("019376a0-5b1e-7c3a-9d2f-4a6b8c0d1e2f", { retired: true })).status).toBe(404);
    expect((await edit(_id, { colour: "red" })).status).toBe(400);
    expect(await listed()).toEqual(before);
  });
});
