import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { db, pool, transaction } from "@/server/db";
import { type Asked, once, sweepIdempotencyKeys } from "@/server/idempotency";
import { openSecret } from "@/server/secret";
import { refusalOf } from "../factories";
import { resetDatabase } from "../setup/database";

process.env.NEXTAUTH_SECRET = "a secret that only this test file knows";
await openSecret();
beforeEach(resetDatabase);

const asked = (more: Partial<Asked> = {}): Asked => ({
  caller: "user 1",
  key: "4f1c",
  request: '{"password":"seven green lanterns"}',
  ...more,
});

let count = 0;

/** Writes one row and answers with its name. */
async function work() {
  count += 1;
  const body = `{"token":"a very secret answer ${count}"}`;
  await transaction((tx) =>
    tx.testSchedule.create({
      data: { className: 7, subject: "Algebra", testDate: new Date("2026-11-20"), testTime: "09:30" },
    }),
  );
  return { status: 201, headers: { location: "/x" }, body };
}

const rows = () => db().testSchedule.count();
const stored = () => db().idempotencyKey.findFirstOrThrow();
const change = (sql: string) => pool().query(`update idempotency_keys set ${sql}`);

/** A work that waits, and how to let it go on. */
function slowWork() {
  let goOn = () => {};
  let hasBegun = () => {};
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const run = async () => {
    hasBegun();
    await gate;
    return work();
  };
  return { run, begun, goOn: () => goOn() };
}

describe("the same request under the same key", () => {
  it("is done once and gets the first answer again, headers and all", async () => {
    const first = await once(asked(), work);
    const second = await once(asked(), work);
    expect(first.again).toBe(false);
    expect(second).toEqual({ answer: first.answer, again: true });
    expect(await rows()).toBe(1);
  });

  it("is refused with the time to wait while the first is under way", async () => {
    const { run, begun, goOn } = slowWork();
    const first = once(asked(), run);
    await begun;
    const error = await once(asked(), work).catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({
      code: "REQUEST_IN_PROGRESS",
      headers: { "retry-after": expect.stringMatching(/^([1-9]|[12]\d|30)$/) },
    });
    goOn();
    await first;
    expect(await once(asked(), work)).toMatchObject({ again: true });
    expect(await rows()).toBe(1);
  });

  it("makes one row when it is sent fifty times at once", async () => {
    const ends = await Promise.allSettled(Array.from({ length: 50 }, () => once(asked(), work)));
    const done = ends.filter((end) => end.status === "fulfilled");
    const refused = ends.filter((end) => end.status === "rejected");
    expect(new Set(done.map(({ value }) => value.answer.body)).size).toBe(1);
    expect(done.filter(({ value }) => !value.again)).toHaveLength(1);
    expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(
      new Set(refused.length > 0 ? ["REQUEST_IN_PROGRESS"] : []),
    );
    expect(await rows()).toBe(1);
  });

  it("is done anew when the first was refused, which wrote nothing", async () => {
    const refusing = async () => {
      await work();
      throw new AppError("NOT_FOUND", "There is no such student.");
    };
    expect(await refusalOf(once(asked(), refusing))).toMatchObject({ code: "NOT_FOUND" });
    expect(await rows()).toBe(0);
    expect(await once(asked(), work)).toMatchObject({ again: false });
    expect(await rows()).toBe(1);
  });

  it("is done anew after its day", async () => {
    await once(asked(), work);
    await change("expires_at = now() - interval '1 second'");
    expect(await once(asked(), work)).toMatchObject({ again: false });
    expect(await once(asked(), work)).toMatchObject({ again: true });
    expect(await rows()).toBe(2);
  });

  it("is done by one alone of fifty after its day", async () => {
    await once(asked(), work);
    await change("expires_at = now() - interval '1 second'");
    const ends = await Promise.allSettled(Array.from({ length: 50 }, () => once(asked(), work)));
    expect(ends.filter((end) => end.status === "fulfilled" && !end.value.again)).toHaveLength(1);
    expect(await rows()).toBe(2);
  });

  it("is neither done nor answered when the secret has changed: nobody can read the first answer", async () => {
    await once(asked(), work);
    const other = globalThis as typeof globalThis & { lyceumSecret?: string };
    const secret = other.lyceumSecret;
    other.lyceumSecret = "another secret of the same length.....";
    const refusal = await refusalOf(once(asked(), work));
    other.lyceumSecret = secret;
    expect(refusal).toEqual({
      code: "ANSWER_UNAVAILABLE",
      message: "A request with this Idempotency-Key was carried out, but its answer cannot be given again.",
    });
    expect(await rows()).toBe(1);
    expect(await once(asked(), work)).toMatchObject({ again: true });
  });
});

describe("another request", () => {
  it("under the same key is refused", async () => {
    await once(asked(), work);
    expect(await refusalOf(once(asked({ request: "{}" }), work))).toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
    expect(await rows()).toBe(1);
  });

  it("is refused the same while the first is under way", async () => {
    const { run, begun, goOn } = slowWork();
    const first = once(asked(), run);
    await begun;
    expect(await refusalOf(once(asked({ request: "{}" }), work))).toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
    goOn();
    await first;
  });

  it("of another caller with the same key has nothing to do with it", async () => {
    const first = await once(asked(), work);
    const second = await once(asked({ caller: "user 2" }), work);
    expect(second.again).toBe(false);
    expect(second.answer).not.toEqual(first.answer);
    expect(await rows()).toBe(2);
  });

  it("is not taken for one that is spelled alike", async () => {
    await once(asked({ caller: "a", key: "bc" }), work);
    expect(await once(asked({ caller: "ab", key: "c" }), work)).toMatchObject({ again: false });
  });
});

describe("a work whose process died", () => {
  /** The process claims the key, and is never heard of again. */
  async function claimAndDie() {
    const { run, begun, goOn } = slowWork();
    const dead = once(asked(), run);
    dead.catch(() => {});
    await begun;
    return { dead, wake: goOn };
  }

  it("holds its key no longer than half a minute", async () => {
    const { wake, dead } = await claimAndDie();
    const { leasedUntil } = await stored();
    expect(leasedUntil.getTime() - Date.now()).toBeLessThanOrEqual(30_000);
    expect(await refusalOf(once(asked(), work))).toMatchObject({ code: "REQUEST_IN_PROGRESS" });
    wake();
    await dead;
  });

  it("is taken over after that, by one alone, and cannot commit any more", async () => {
    const { wake, dead } = await claimAndDie();
    await change("leased_until = now() - interval '1 second'");
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => once(asked(), work)));
    expect(ends.filter((end) => end.status === "fulfilled" && !end.value.again)).toHaveLength(1);
    expect(await rows()).toBe(1);
    wake();
    expect(await refusalOf(dead)).toEqual({
      code: "REQUEST_IN_PROGRESS",
      message: "This request took too long. Please ask again.",
    });
    expect(await rows()).toBe(1);
    expect(await once(asked(), work)).toMatchObject({ again: true });
  });

  it("does not stand in the way of another request after that: nothing was done under its key", async () => {
    const { wake, dead } = await claimAndDie();
    await change("leased_until = now() - interval '1 second'");
    expect(await once(asked({ request: "{}" }), work)).toMatchObject({ again: false });
    wake();
    await dead.catch(() => {});
    expect(await rows()).toBe(1);
  });

  it("commits all the same when nobody took over", async () => {
    const { wake, dead } = await claimAndDie();
    await change("leased_until = now() - interval '1 second'");
    wake();
    expect(await dead).toMatchObject({ again: false });
    expect(await rows()).toBe(1);
  });
});

describe("what is stored", () => {
  it("shows neither the answer nor the request nor who asked", async () => {
    await once(asked(), work);
    const { rows: found } = await pool().query<{ text: string }>(
      "select t::text || encode(answer, 'escape') as text from idempotency_keys t",
    );
    for (const secret of ["secret answer", "lanterns", "user 1", "4f1c"]) expect(found[0]?.text).not.toContain(secret);
  });

  it("is another fingerprint for each key and caller, so that no password is found by trying", async () => {
    await once(asked(), work);
    await once(asked({ key: "5f1c" }), work);
    await once(asked({ caller: "user 2" }), work);
    const prints = await db().idempotencyKey.findMany({ select: { fingerprint: true } });
    expect(new Set(prints.map(({ fingerprint }) => Buffer.from(fingerprint).toString("hex"))).size).toBe(3);
  });

  it("is swept after its day", async () => {
    await once(asked(), work);
    await sweepIdempotencyKeys(new Date());
    expect(await db().idempotencyKey.count()).toBe(1);
    await sweepIdempotencyKeys(new Date(Date.now() + 24 * 60 * 60 * 1000 + 1000));
    expect(await db().idempotencyKey.count()).toBe(0);
  });
});
