import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { db, pool, transaction } from "@/server/db/client";
import { say } from "@/server/messages";
import { type IdempotentRequest, once, purgeIdempotencyKeys } from "@/server/rest/idempotency";
import { onceForForm } from "@/server/rest/once-for-form";
import { refusalOf } from "../factories";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

const asked = (more: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  caller: "user 1",
  key: "retry-1",
  request: '{"password":"seven green lanterns"}',
  ...more,
});

let count = 0;

/** Inserts one row and returns its name. */
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

/** Work that waits until `goOn` is called. */
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

describe("a repeated request with the same Idempotency-Key", () => {
  it("runs once and gets the first response with its headers", async () => {
    const first = await once(asked(), work);
    const second = await once(asked(), work);
    expect(first.again).toBe(false);
    expect(second).toEqual({ answer: first.answer, again: true });
    expect(await rows()).toBe(1);
  });

  it("is rejected with Retry-After while the first one runs", async () => {
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

  it("creates one row if fifty of them run concurrently", async () => {
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

  it("runs again if the first one was rejected without a write", async () => {
    const refusing = async () => {
      await work();
      throw new AppError("NOT_FOUND", say("nothingHere"));
    };
    expect(await refusalOf(once(asked(), refusing))).toMatchObject({ code: "NOT_FOUND" });
    expect(await rows()).toBe(0);
    expect(await once(asked(), work)).toMatchObject({ again: false });
    expect(await rows()).toBe(1);
  });

  it("runs again after 24 hours", async () => {
    await once(asked(), work);
    await change("expires_at = now() - interval '1 second'");
    expect(await once(asked(), work)).toMatchObject({ again: false });
    expect(await once(asked(), work)).toMatchObject({ again: true });
    expect(await rows()).toBe(2);
  });

  it("runs only once out of fifty after 24 hours", async () => {
    await once(asked(), work);
    await change("expires_at = now() - interval '1 second'");
    const ends = await Promise.allSettled(Array.from({ length: 50 }, () => once(asked(), work)));
    expect(ends.filter((end) => end.status === "fulfilled" && !end.value.again)).toHaveLength(1);
    expect(await rows()).toBe(2);
  });

  it("is neither run nor answered if the secret has changed and the response cannot be decrypted", async () => {
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

describe("a form that conflicts with somebody else's change", () => {
  const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });
  /** Work whose first runs fail after their write. */
  const failing = (times: number, error: Error) => {
    let runs = 0;
    return async () => {
      const { body } = await work();
      runs += 1;
      if (runs <= times) throw error;
      return body;
    };
  };

  it("is retried, and only the last run's writes remain", async () => {
    const body = await onceForForm(asked(), failing(2, deadlock));
    expect(await rows()).toBe(1);
    expect(await onceForForm(asked(), work)).toBe(body);
    expect(await rows()).toBe(1);
  });

  it.each([
    ["keeps conflicting", failing(4, deadlock), "deadlock detected"],
    ["fails for another reason", failing(1, new Error("a fault")), "a fault"],
  ])("is refused if it %s, and frees its key", async (_, run, message) => {
    await expect(onceForForm(asked(), run)).rejects.toThrow(message);
    expect(await rows()).toBe(0);
    await onceForForm(asked(), run);
    expect(await rows()).toBe(1);
  });
});

describe("a different request", () => {
  it("with the same key is rejected", async () => {
    await once(asked(), work);
    expect(await refusalOf(once(asked({ request: "{}" }), work))).toMatchObject({ code: "KEY_REUSED" });
    expect(await rows()).toBe(1);
  });

  it("with the same key is rejected while the first one runs", async () => {
    const { run, begun, goOn } = slowWork();
    const first = once(asked(), run);
    await begun;
    expect(await refusalOf(once(asked({ request: "{}" }), work))).toMatchObject({ code: "KEY_REUSED" });
    goOn();
    await first;
  });

  it("with the same key but of another caller is independent", async () => {
    const first = await once(asked(), work);
    const second = await once(asked({ caller: "user 2" }), work);
    expect(second.again).toBe(false);
    expect(second.answer).not.toEqual(first.answer);
    expect(await rows()).toBe(2);
  });

  it("has another key even if it is spelled similarly", async () => {
    await once(asked({ caller: "a", key: "bc" }), work);
    expect(await once(asked({ caller: "ab", key: "c" }), work)).toMatchObject({ again: false });
  });
});

describe("a request whose process has died", () => {
  /** Claims the key and then hangs, like a killed process. */
  async function claimAndDie() {
    const { run, begun, goOn } = slowWork();
    const dead = once(asked(), run);
    dead.catch(() => {});
    await begun;
    return { dead, wake: goOn };
  }

  it("blocks its key for at most thirty seconds", async () => {
    const { wake, dead } = await claimAndDie();
    const { leasedUntil } = await stored();
    expect(leasedUntil.getTime() - Date.now()).toBeLessThanOrEqual(30_000);
    expect(await refusalOf(once(asked(), work))).toMatchObject({ code: "REQUEST_IN_PROGRESS" });
    wake();
    await dead;
  });

  it("loses its key to another process after the lease and cannot commit", async () => {
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

  it("leaves its key to a different request after the lease", async () => {
    const { wake, dead } = await claimAndDie();
    await change("leased_until = now() - interval '1 second'");
    expect(await once(asked({ request: "{}" }), work)).toMatchObject({ again: false });
    wake();
    await dead.catch(() => {});
    expect(await rows()).toBe(1);
  });

  it("can still commit after its lease if nobody took the key over", async () => {
    const { wake, dead } = await claimAndDie();
    await change("leased_until = now() - interval '1 second'");
    wake();
    expect(await dead).toMatchObject({ again: false });
    expect(await rows()).toBe(1);
  });
});

describe("the stored idempotency row", () => {
  it("reveals neither response, request nor caller", async () => {
    await once(asked(), work);
    const { rows: found } = await pool().query<{ text: string }>(
      "select t::text || encode(answer, 'escape') as text from idempotency_keys t",
    );
    for (const secret of ["secret answer", "lanterns", "user 1", "retry-1"])
      expect(found[0]?.text).not.toContain(secret);
  });

  it("has a fingerprint that depends on key and caller, so that passwords cannot be guessed", async () => {
    await once(asked(), work);
    await once(asked({ key: "retry-2" }), work);
    await once(asked({ caller: "user 2" }), work);
    const prints = await db().idempotencyKey.findMany({ select: { fingerprint: true } });
    expect(new Set(prints.map(({ fingerprint }) => Buffer.from(fingerprint).toString("hex"))).size).toBe(3);
  });

  it("is purged after a day", async () => {
    await once(asked(), work);
    await purgeIdempotencyKeys(new Date());
    expect(await db().idempotencyKey.count()).toBe(1);
    await purgeIdempotencyKeys(new Date(Date.now() + 24 * 60 * 60 * 1000 + 1000));
    expect(await db().idempotencyKey.count()).toBe(0);
  });
});
