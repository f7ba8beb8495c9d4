import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { quietConsole } from "@/server/console";
import { pool, transaction } from "@/server/db";
import { enqueue, prepareJobs, startJobs } from "@/server/jobs";
import { log, pseudonymOf, traceOf } from "@/server/log";
import { orderMail } from "@/server/mail";
import { sendDueMails } from "@/server/mail-run";
import { requestId, within } from "@/server/request";
import { openSecret } from "@/server/secret";
import { logUnforeseen } from "@/server/trpc";
import { resetDatabase } from "../setup/database";

process.env.NEXTAUTH_SECRET = "a secret of thirty-two characters";

beforeAll(prepareJobs);
beforeEach(resetDatabase);

const typed = "asha@school.example";

it("a job is done as a part of the request that ordered it, and another one of none", async () => {
  const seen: [unknown, string | undefined][] = [];
  const task = async (payload: unknown) => void seen.push([payload, requestId()]);
  const runner = await startJobs({ tasks: { look: task }, crontab: "" });
  try {
    await within({ id: "request-1" }, () => transaction((tx) => enqueue(tx, "look", { at: 1 })));
    await transaction((tx) => enqueue(tx, "look", { at: 2 }));
    await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 15_000 });
  } finally {
    await runner.stop();
  }
  expect(seen).toEqual([
    [{ at: 1 }, "request-1"],
    [{ at: 2 }, undefined],
  ]);
});

it("a mail is written as a part of the request that ordered it, whichever job sends it", async () => {
  vi.spyOn(log(), "info").mockImplementation(() => {});
  const order = (event: string) =>
    transaction((tx) => orderMail(tx, { kind: "test", event, recipient: typed, about: {} }));
  await within({ id: "request-1" }, () => order("one"));
  await within({ id: "request-2" }, () => order("two"));
  const seen: (string | undefined)[] = [];
  const compose = async () => {
    seen.push(requestId());
    return null;
  };
  await within({ id: "request-3" }, () => sendDueMails({ test: compose }));
  expect(seen).toEqual(["request-1", "request-2"]);
});

it("a job that fails says where, and repeats no word of why", async () => {
  const alarm = vi.spyOn(log(), "error").mockImplementation(() => {});
  const warning = vi.spyOn(log(), "warn").mockImplementation(() => {});
  const task = async () => {
    throw new Error(`nobody is called ${typed}`);
  };
  const runner = await startJobs({ tasks: { fail: task }, crontab: "" });
  try {
    await within({ id: "request-1" }, () => transaction((tx) => enqueue(tx, "fail", {})));
    await vi.waitFor(() => expect(alarm).toHaveBeenCalled(), { timeout: 15_000 });
  } finally {
    await runner.stop();
  }
  expect(alarm).toHaveBeenCalledWith(
    { job: "fail", error: { name: "Error", places: expect.arrayContaining([expect.stringMatching(/^at /)]) } },
    "job failed",
  );
  const { rows } = await pool().query<{ last_error: string }>("select last_error from graphile_worker.jobs");
  expect(rows[0]?.last_error).toContain("fail failed");
  expect(JSON.stringify([alarm.mock.calls, warning.mock.calls, rows])).not.toContain("asha");
});

it.each([
  ["in one line", new Error(typed)],
  ["in several lines, one like a place", new Error(`no\n    at ${typed} (secret)\n    at more`)],
  ["of a database", Object.assign(new Error(`Key (email)=(${typed}) exists`), { code: "23505" })],
  ["that is none", typed],
])("what a log says of an error %s holds no word of its message", (_what, error) => {
  expect(JSON.stringify(traceOf(error))).not.toMatch(/asha|secret|more/);
});

it("a failure that was meant is not logged, any other one is", () => {
  const alarm = vi.spyOn(log(), "error").mockImplementation(() => {});
  logUnforeseen(new AppError("NOT_FOUND", "No."), "test");
  expect(alarm).not.toHaveBeenCalled();
  logUnforeseen(Object.assign(new Error(typed), { code: "23505", digest: "12" }), "test");
  expect(alarm).toHaveBeenCalledWith(
    { where: "test", error: expect.objectContaining({ name: "Error", code: "23505", digest: "12" }) },
    "unforeseen failure",
  );
});

it("a person has a pseudonym that is not the id, and differs from another's", async () => {
  await openSecret();
  expect(pseudonymOf("a")).toBe(pseudonymOf("a"));
  expect(pseudonymOf("a")).toMatch(/^[\w-]{16}$/);
  expect(pseudonymOf("a")).not.toBe(pseudonymOf("b"));
});

const methods = ["error", "warn", "info", "log", "debug", "trace"] as const;
const loud = Object.fromEntries(methods.map((method) => [method, console[method]]));
afterEach(() => void Object.assign(console, loud));
afterAll(() => void Object.assign(console, loud));

it("what libraries write to the console becomes a line of the log, without its words", () => {
  const levels = ["error", "warn", "info", "debug"] as const;
  const lines = levels.map((level) => vi.spyOn(log(), level).mockImplementation(() => {}));
  quietConsole();
  for (const method of methods) console[method]("⨯ failed for", typed, new TypeError(typed), { email: typed });
  console.error(`only words of ${typed}`);
  const written = lines.flatMap((line) => line.mock.calls);
  expect(written).toHaveLength(7);
  expect(JSON.stringify(written)).not.toContain("asha");
  expect(lines[0]?.mock.calls[0]).toEqual([
    { error: { name: "TypeError", places: expect.any(Array) } },
    "console.error",
  ]);
});
