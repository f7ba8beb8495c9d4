import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import {
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  openStore,
  schoolYear,
  tokenFor,
  usualPassword,
} from "../factories";
import type { RestWorld } from "../harness/callers";
import { resetDatabase, restorable } from "../harness/database";
import { rowCounts } from "../harness/database-digest";
import { shifted } from "../harness/days";
import { pdfFile } from "../harness/documents";
import { matrix } from "../harness/rooms";
import { isThorough } from "../harness/runs";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();
const { onDisk } = await openStore();

let world: RestWorld;
let token: string;

async function prepare() {
  await resetDatabase();
  const [student, admin] = await Promise.all([createStudent(), createAdmin()]);
  const token = await tokenFor(admin);
  const world: RestWorld = {
    admin: await callerOf(token),
    ...{
      emailOfA: student.email,
      idOfA: student.id,
      yearId: (await schoolYear(2026, shifted)).id,
      nextYearId: (await schoolYear(2027, shifted)).id,
      password: usualPassword,
      materialId: "",
      pdf: await pdfFile(),
    },
  };
  return { world, token };
}

/** Some requests need an existing result. */
async function prepareWithResult() {
  const prepared = await prepare();
  const given = { studentEmail: prepared.world.emailOfA, className: 7, score: 45, totalMarks: 50 };
  await prepared.world.admin.results.add({ results: [given] });
  return prepared;
}

const results = "POST /api/admin/results/add";
const posts = Object.keys(matrix).filter((call) => call.startsWith("POST ") && !call.endsWith("/logout"));

/** The request of each key, kept because making it may add the rows that it is about. */
const made = new Map<string, unknown>();

async function requestOf(call: string, key: string) {
  const request = made.get(key) ?? matrix[call]?.request?.(world);
  made.set(key, request);
  return Object(await request);
}

async function send(call: string, key: string, bearer: string | null = token, more: object = {}) {
  const [method = "", path = ""] = call.split(" ");
  const { path: at = path, ...sent } = await requestOf(call, key);
  return ask(method, at, {
    ...sent,
    ...more,
    token: bearer,
    headers: { "idempotency-key": key },
  });
}

const written = async (): Promise<Record<string, number>> => ({
  ...(await rowCounts()),
  files: (await onDisk()).length,
});

describe("repeated request with an Idempotency-Key", () => {
  const rows = restorable(prepareWithResult);
  beforeEach(async () => {
    ({ world, token } = await rows.start());
  });

  it.each(posts)("%s returns the first response again and changes nothing", async (call) => {
    const key = randomUUID();
    const first = await send(call, key);
    expect(first.ok).toBe(true);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const once = await written();
    const again = await send(call, key);
    expect([again.status, again.headers.get("content-type")]).toEqual([
      first.status,
      first.headers.get("content-type"),
    ]);
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await written()).toEqual(once);
  });

  it.each(posts)("%s runs once for concurrent requests with one key", async (call) => {
    const times = isThorough || call === results ? 50 : 10;
    const key = randomUUID();
    await requestOf(call, key);
    const before = await written();
    const answers = await Promise.all(Array.from({ length: times }, () => send(call, key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status >= 400 && status !== 409)).toEqual([]);
    const bodies = await Promise.all(answers.filter(({ ok }) => ok).map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    for (const answer of answers) if (answer.status === 409) expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    const grown = Object.entries(await written()).filter(([name, count]) => count - (before[name] ?? 0) > 1);
    // A list of names adds a row for each name, but only one list.
    expect(grown.map(([name]) => name).filter((name) => name !== "public.batch_rows")).toEqual([]);
  });
});

describe("Idempotency-Key", () => {
  const rows = restorable(prepare);
  beforeEach(async () => {
    ({ world, token } = await rows.start());
  });

  it("an Idempotency-Key cannot be reused for another request", async () => {
    const key = randomUUID();
    expect((await send(results, key)).status).toBe(201);
    const other = { json: { results: [{ studentEmail: world.emailOfA, className: 7, score: 41, totalMarks: 50 }] } };
    expect(await refusalIn(await send(results, key, token, other))).toMatchObject({ status: 422, code: "KEY_REUSED" });
    expect(await refusalIn(await send("POST /api/notifications", key))).toMatchObject({
      status: 422,
      code: "KEY_REUSED",
    });
    expect(await db().result.count()).toBe(1);
  });

  it("an Idempotency-Key can be reused after its request was rejected", async () => {
    const key = randomUUID();
    const wrong = { json: { results: [{ studentEmail: world.emailOfA, className: 7, score: 51, totalMarks: 50 }] } };
    expect((await send(results, key, token, wrong)).status).toBe(400);
    expect((await send(results, key)).status).toBe(201);
  });

  it("Idempotency-Keys of different callers are independent", async () => {
    const key = randomUUID();
    const submit = "POST /api/services/submit";
    const asked = [token, await tokenFor(await createStudent()), null];
    for (const bearer of asked)
      expect((await send(submit, key, bearer)).headers.get("idempotency-replayed")).toBeNull();
    expect(await db().submission.count()).toBe(3);
  });

  it("Idempotency-Keys of a person's two sides are independent, and those of two logins on one side are not", async () => {
    const key = randomUUID();
    const { user, token: office } = await createStaff({ role: "office" });
    const replayed = [];
    for (const bearer of [office, await tokenFor(user), await tokenFor(user)])
      replayed.push((await send("POST /api/services/submit", key, bearer)).headers.get("idempotency-replayed"));
    expect(replayed).toEqual([null, null, "true"]);
    expect(await db().submission.count()).toBe(2);
  });

  it("an Idempotency-Key returns nothing after the session has ended", async () => {
    const key = randomUUID();
    expect((await send(results, key)).status).toBe(201);
    await db().session.updateMany({ data: { revokedAt: new Date() } });
    expect((await send(results, key)).status).toBe(401);
  });

  it.each(["", "two words", "x".repeat(256)])("the Idempotency-Key %j is invalid", async (key) => {
    const refusal = await refusalIn(await send(results, key));
    expect(refusal).toMatchObject({ status: 400, code: "BAD_REQUEST" });
    expect(await db().result.count()).toBe(0);
  });

  it("the stored response of an Idempotency-Key is not readable", async () => {
    await send("POST /api/auth/login", randomUUID());
    const kept = await db().idempotencyKey.findFirstOrThrow();
    expect(kept.answer).not.toBeNull();
    expect(Buffer.from(kept.answer ?? []).toString("latin1")).not.toMatch(/token|admin/);
  });
});
