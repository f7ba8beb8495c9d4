import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db";
import { prepareJobs } from "@/server/jobs";
import { openSecret } from "@/server/secret";
import { admin, openStore, student, tokenFor } from "../factories";
import { resetDatabase } from "../setup/database";
import { pdfFile } from "../setup/documents";
import { openDoor, refusalIn } from "./door";
import { matrix, type World } from "./matrix";

process.env.NEXTAUTH_SECRET = "a secret that only this test file knows";
const { ask } = await openDoor();
const { onDisk } = await openStore();

let world: World;
let token: string;

beforeAll(async () => {
  await Promise.all([prepareJobs(), openSecret()]);
});
beforeEach(async () => {
  await resetDatabase();
  const [pupil, head] = await Promise.all([student(), admin()]);
  token = await tokenFor(head);
  world = { emailOfA: pupil.email, materialId: "", pdf: await pdfFile() };
});

const results = "POST /api/admin/results/add";
const posts = Object.keys(matrix).filter((call) => call.startsWith("POST ") && !call.endsWith("/logout"));

function send(call: string, key: string, bearer: string | null = token, more: object = {}) {
  const [method = "", path = ""] = call.split(" ");
  return ask(method, path, {
    ...matrix[call]?.request(world),
    ...more,
    token: bearer,
    headers: { "idempotency-key": key },
  });
}

async function written() {
  const things = [db().user, db().session, db().material, db().result, db().testSchedule, db().submission, db().mail];
  const counts = things.map((thing) => (thing.count as () => Promise<number>)());
  return [...(await Promise.all(counts)), (await onDisk()).length];
}

describe("a request that is sent again with its key", () => {
  it.each(posts)("%s gets the first answer again, and does nothing", async (call) => {
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

  it.each(posts)("%s does it once, though fifty are sent at once", async (call) => {
    const before = await written();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(call, key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status >= 400 && status !== 409)).toEqual([]);
    const bodies = await Promise.all(answers.filter(({ ok }) => ok).map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    for (const answer of answers) if (answer.status === 409) expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    const most = (await written()).map((count, index) => count - (before[index] ?? 0));
    expect(Math.max(...most)).toBeLessThanOrEqual(1);
  });
});

describe("a key", () => {
  it("is refused for another request", async () => {
    const key = randomUUID();
    expect((await send(results, key)).status).toBe(201);
    const other = { json: { results: [{ studentEmail: world.emailOfA, className: 7, score: 41, totalMarks: 50 }] } };
    expect(await refusalIn(await send(results, key, token, other))).toMatchObject({ status: 422 });
    expect(await refusalIn(await send("POST /api/notifications", key))).toMatchObject({ status: 422 });
    expect(await db().result.count()).toBe(1);
  });

  it("stays free when its request was refused", async () => {
    const key = randomUUID();
    const wrong = { json: { results: [{ studentEmail: world.emailOfA, className: 7, score: 51, totalMarks: 50 }] } };
    expect((await send(results, key, token, wrong)).status).toBe(400);
    expect((await send(results, key)).status).toBe(201);
  });

  it("is each caller's own", async () => {
    const key = randomUUID();
    const submit = "POST /api/services/submit";
    const asked = [token, await tokenFor(await student()), null];
    for (const bearer of asked)
      expect((await send(submit, key, bearer)).headers.get("idempotency-replayed")).toBeNull();
    expect(await db().submission.count()).toBe(3);
  });

  it("opens nothing once the session is over", async () => {
    const key = randomUUID();
    expect((await send(results, key)).status).toBe(201);
    await db().session.updateMany({ data: { revokedAt: new Date() } });
    expect((await send(results, key)).status).toBe(401);
  });

  it.each(["", "two words", "x".repeat(256)])("is not %j", async (key) => {
    const refusal = await refusalIn(await send(results, key));
    expect(refusal).toMatchObject({ status: 400, code: "BAD_REQUEST" });
    expect(await db().result.count()).toBe(0);
  });

  it("is kept without a readable word of the answer", async () => {
    await send("POST /api/auth/login", randomUUID());
    const kept = await db().idempotencyKey.findFirstOrThrow();
    expect(Buffer.from(kept.answer ?? []).toString("latin1")).not.toMatch(/token|admin/);
  });
});
