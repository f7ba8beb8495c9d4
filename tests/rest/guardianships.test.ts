import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { env } from "@/env";
import { db } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { createGuardian, createStaff, createStudent, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();
const path = "/api/guardianships";

let token: string;
let asha: User;

beforeEach(async () => {
  await resetDatabase();
  token = (await createStaff({ role: "office" })).token;
  asha = await createStudent();
});

const mira = (more: object = {}) => ({ studentId: asha.id, name: "Mira Rao", relation: "mother", ...more });
const add = (json: unknown, headers = {}) => ask("POST", path, { token, json, headers });

describe("guardianships over REST", () => {
  it("visitors, students, guardians and teachers are refused every request", async () => {
    const { _id } = await (await add(mira())).json();
    const guardian = await createGuardian({ of: [asha] });
    const teacher = (await createStaff({ role: "teacher", className: 7 })).token;
    const callers = [null, await tokenFor(asha), await tokenFor(guardian), teacher];
    for (const who of callers) {
      for (const [method, at, json] of [
        ["GET", `${path}?studentId=${asha.id}`],
        ["POST", path, mira()],
        ["PATCH", `${path}/${_id}`, { relation: "aunt" }],
        ["POST", `${path}/${_id}/end`, {}],
      ] as const) {
        const answer = await ask(method, at, { token: who, ...(json && { json }) });
        expect([method, answer.status]).toEqual([method, who === null ? 401 : 403]);
      }
    }
    expect(await db().guardianship.count({ where: { endedAt: null } })).toBe(2);
  });

  it("links are added, listed, changed and ended", async () => {
    const answer = await add(mira({ phone: "98230 12345", email: "mira@example.org" }));
    expect(answer.status).toBe(201);
    const { message, ...added } = await answer.json();
    expect(message).toBe("The guardian is linked.");
    expect(added).toMatchObject({
      phone: "+919823012345",
      email: "mira@example.org",
      seesResults: true,
      endedAt: null,
    });
    const list = await ask("GET", `${path}?studentId=${asha.id}`, { token });
    expect([list.headers.get("cache-control"), await list.json()]).toEqual(["no-store", [added]]);
    const changed = await ask("PATCH", `${path}/${added._id}`, { token, json: { seesResults: false } });
    expect(await changed.json()).toMatchObject({
      message: "The link is saved.",
      relation: "mother",
      seesResults: false,
    });
    const quiet = { quietly: true, reason: "An order of the court" };
    const ended = await ask("POST", `${path}/${added._id}/end`, { token, json: quiet });
    expect(await ended.json()).toMatchObject({
      endedAt: expect.any(String),
      endedQuietly: true,
      endReason: quiet.reason,
    });
    expect((await ask("POST", `${path}/${added._id}/end`, { token, json: {} })).status).toBe(409);
  });

  it("a new link after an ended one allows what the ended one did, unless the request says otherwise", async () => {
    const { guardianId, ...first } = await (await add(mira({ seesResults: false }))).json();
    expect(first).toMatchObject({ seesResults: false, getsMails: true });
    const again = async (_id: string, more = {}) => {
      await ask("POST", `${path}/${_id}/end`, { token, json: {} });
      return (await add({ studentId: asha.id, guardianId, relation: "mother", ...more })).json();
    };
    const second = await again(first._id);
    expect(second).toMatchObject({ seesResults: false, getsMails: true });
    expect(await again(second._id, { seesResults: true })).toMatchObject({ seesResults: true, getsMails: true });
  });

  it("a change of a link that changes nothing is answered with it, and is not noted", async () => {
    const log = join(env().DATA_DIR, "ended.log");
    const { _id, relation, getsMails, contactOrder } = await (await add(mira({ seesResults: false }))).json();
    const noted = async () => [await db().auditEvent.count(), await readFile(log, "utf8").catch(() => "")];
    const change = async (json: object) => (await ask("PATCH", `${path}/${_id}`, { token, json })).json();
    const before = await noted();
    for (const json of [{ relation, seesResults: false, getsMails, contactOrder }, {}])
      expect(await change(json)).toMatchObject({ _id, relation, seesResults: false, getsMails, contactOrder });
    expect(await noted()).toEqual(before);
    expect(await change({ relation, getsMails: !getsMails })).toMatchObject({ getsMails: !getsMails });
    expect((await noted())[0]).toBe(Number(before[0]) + 1);
  });

  it("a guardian's number is corrected for all children, and the links stay as they are", async () => {
    const { _id, guardianId } = await (await add(mira({ phone: "98230 12345", seesResults: false }))).json();
    const at = `/api/guardians/${guardianId}`;
    const { rowVersion, ...seen } = await (await ask("GET", at, { token })).json();
    expect(seen).toMatchObject({ _id: guardianId, phone: "+919823012345", children: [{ name: asha.name }] });
    const json = { phone: "98230 54321", rowVersion };
    const changed = await ask("PATCH", at, { token, json });
    const message = "The guardian is saved.";
    expect(await changed.json()).toMatchObject({ message, name: "Mira Rao", phone: "+919823054321" });
    const [link, ...others] = await (await ask("GET", `${path}?studentId=${asha.id}`, { token })).json();
    expect([link, others]).toMatchObject([{ _id, guardianId, phone: "+919823054321", seesResults: false }, []]);
    expect((await ask("PATCH", at, { token, json })).status).toBe(200);
    expect((await ask("PATCH", at, { token, json: { ...json, name: "Meera Rao" } })).status).toBe(409);
    for (const more of [{ id: guardianId }, { guardianId }, { relation: "aunt" }]) {
      const refusal = await refusalIn(await ask("PATCH", at, { token, json: { name: "Meera Rao", ...more } }));
      expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining(Object.keys(more)[0] ?? "") });
    }
    for (const method of ["GET", "PATCH"])
      expect(
        (await ask(method, `/api/guardians/${asha.id}`, { token, ...(method === "PATCH" && { json }) })).status,
      ).toBe(404);
    expect(await db().user.findUnique({ where: { id: guardianId } })).toMatchObject({ name: "Mira Rao" });
  });

  it("an address that somebody else has is refused with the holder's id and the advice to merge two entries of one person", async () => {
    const { guardianId } = await (await add(mira())).json();
    const known = await createGuardian({ of: [await createStudent()], name: "Meera Rao", email: "meera@example.org" });
    const json = { email: "Meera@example.org" };
    const message = "This is the address of Meera Rao. If the two are one person, merge the entries.";
    expect(await refusalIn(await ask("PATCH", `/api/guardians/${guardianId}`, { token, json }))).toMatchObject({
      ...{ status: 409, message, existingId: known.id },
      issues: [{ path: ["email"], message }],
    });
  });

  it("the same request with the same key links once", async () => {
    const headers = { "idempotency-key": "a-guardian-of-asha" };
    const [first, again] = [await (await add(mira(), headers)).json(), await (await add(mira(), headers)).json()];
    expect([again, await db().guardianship.count()]).toEqual([first, 1]);
  });

  it("an address or a number that a guardian has is refused with the guardian's id, a student's address without one", async () => {
    const known = await createGuardian({ of: [await createStudent()], email: "mira@example.org" });
    await db().user.update({ where: { id: known.id }, data: { phone: "+919823012345" } });
    await db().user.update({ where: { id: asha.id }, data: { email: "asha@example.org" } });
    for (const [more, existingId] of [
      [{ email: "Mira@example.org" }, known.id],
      [{ phone: "98230 12345" }, known.id],
      [{ email: "asha@example.org" }, undefined],
    ] as const) {
      const refusal = await refusalIn(await add(mira(more)));
      expect(refusal).toMatchObject({ status: 409, issues: [{ path: Object.keys(more) }] });
      expect(refusal.existingId).toBe(existingId);
    }
    expect((await add({ studentId: asha.id, guardianId: known.id, relation: "mother" })).status).toBe(201);
  });

  it("if two requests add one parent to siblings at the same time, one guardian is made and the second is refused with the id", async () => {
    const kiran = await createStudent();
    for (let no = 10; no < 20; no++) {
      const phone = `+9198230123${no}`;
      const answers = await Promise.all([asha, kiran].map(({ id }) => add(mira({ studentId: id, phone }))));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const [refusal] = await Promise.all(
        answers.filter(({ status }) => status === 409).map((answer) => refusalIn(answer)),
      );
      expect(await db().user.findMany({ where: { phone }, select: { id: true } })).toEqual([
        { id: refusal?.existingId },
      ]);
    }
  });

  it.each([
    [{ relation: "" }, "relation", 400],
    [{ phone: "12" }, "phone", 400],
    [{ contactOrder: 0 }, "contactOrder", 400],
  ])("adding %j is refused at %s with %i", async (more, field, status) => {
    expect(await refusalIn(await add(mira(more)))).toMatchObject({ status, issues: [{ path: [field] }] });
  });

  it.each([
    [{ name: undefined }, ["name"]],
    [{ relation: undefined }, ["relation"]],
    [{ guardianId: null, name: undefined }, ["name"]],
    [{ guardianId: "019376a0-4e6d-7b29-8c1e-3f5a7b9c0d1e", name: undefined, relation: undefined }, ["relation"]],
    [{ studentId: undefined, relation: undefined }, ["studentId", "relation"]],
  ])("adding a link with %j is refused at each missing field", async (more, fields) => {
    const refusal = await refusalIn(await add(mira(more)));
    expect([refusal.status, refusal.issues?.map(({ path: [field] }) => field)]).toEqual([400, fields]);
    expect(await db().guardianship.count()).toBe(0);
  });

  it("a link must be an object, and cannot give a known guardian a new name", async () => {
    for (const json of [null, [], "Mira"]) expect((await add(json)).status).toBe(400);
    const guardianId = (await createGuardian({ of: [] })).id;
    expect((await refusalIn(await add(mira({ guardianId })))).message).toContain('"name"');
    expect((await add(mira({ guardianId, name: undefined }))).status).toBe(201);
    const added = await add(mira({ guardianId: null }));
    expect([added.status, await added.json()]).toMatchObject([201, { name: "Mira Rao" }]);
  });

  it("ending a link quietly is refused without a reason, and the list of an unknown student is not found", async () => {
    const { _id } = await (await add(mira())).json();
    const answer = await ask("POST", `${path}/${_id}/end`, { token, json: { quietly: true } });
    expect(await refusalIn(answer)).toMatchObject({ status: 400, issues: [{ path: ["reason"] }] });
    expect((await ask("GET", `${path}?studentId=${_id}`, { token })).status).toBe(404);
  });
});
