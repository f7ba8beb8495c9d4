import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { pool, transaction } from "@/server/db/client";
import { enqueue, startJobs } from "@/server/jobs/jobs";
import { deliverDueEmails } from "@/server/mail/delivery";
import { enqueueEmail } from "@/server/mail/outbox";
import { say } from "@/server/messages";
import { quietConsole } from "@/server/observability/console";
import { log, pseudonymOf, traceOf } from "@/server/observability/log";
import { requestId, runInScope } from "@/server/observability/request-scope";
import { logUnexpected } from "@/server/trpc/trpc";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

const typed = "asha@school.example";

it("a job runs with the id of the request that enqueued it, and other jobs without one", async () => {
  const seen: [unknown, string | undefined][] = [];
  const task = async (payload: unknown) => void seen.push([payload, requestId()]);
  // A request may have opened the connection on which the queue waits.
  const runner = await runInScope({ id: "request-0" }, () => startJobs({ tasks: { look: task }, crontab: "" }));
  try {
    await runInScope({ id: "request-1" }, () => transaction((tx) => enqueue(tx, "look", { at: 1 })));
    await transaction((tx) => enqueue(tx, "look", { at: 2 }));
    await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 15_000 });
  } finally {
    await runner.stop();
  }
  // Two jobs may run at once.
  expect(new Map(seen.map(([payload, id]) => [JSON.stringify(payload), id]))).toEqual(
    new Map([
      ['{"at":1}', "request-1"],
      ['{"at":2}', undefined],
    ]),
  );
});

it("an email is rendered with the id of the request that enqueued it, whichever job sends it", async () => {
  vi.spyOn(log(), "info").mockImplementation(() => {});
  const order = (event: string) =>
    transaction((tx) => enqueueEmail(tx, { kind: "test", event, recipient: typed, about: {} }));
  await runInScope({ id: "request-1" }, () => order("one"));
  await runInScope({ id: "request-2" }, () => order("two"));
  const seen: (string | undefined)[] = [];
  const compose = async () => {
    seen.push(requestId());
    return null;
  };
  await runInScope({ id: "request-3" }, () => deliverDueEmails({ test: compose }));
  expect(seen).toEqual(["request-1", "request-2"]);
});

it("the log of a failed job shows where it failed, without the error message", async () => {
  const alarm = vi.spyOn(log(), "error").mockImplementation(() => {});
  const warning = vi.spyOn(log(), "warn").mockImplementation(() => {});
  const task = async () => {
    throw new Error(`nobody is called ${typed}`);
  };
  const runner = await startJobs({ tasks: { fail: task }, crontab: "" });
  try {
    await runInScope({ id: "request-1" }, () => transaction((tx) => enqueue(tx, "fail", {})));
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
  ["in several lines, one of them like a stack frame", new Error(`no\n    at ${typed} (secret)\n    at more`)],
  ["of a database", Object.assign(new Error(`Key (email)=(${typed}) exists`), { code: "23505" })],
  ["that is only a text", typed],
])("the logged part of an error %s does not include its message", (_what, error) => {
  expect(JSON.stringify(traceOf(error))).not.toMatch(/asha|secret|more/);
});

it("expected errors are not logged, unexpected ones are", () => {
  const alarm = vi.spyOn(log(), "error").mockImplementation(() => {});
  logUnexpected(new AppError("NOT_FOUND", say("nothingHere")), "test");
  expect(alarm).not.toHaveBeenCalled();
  logUnexpected(Object.assign(new Error(typed), { code: "23505", digest: "12" }), "test");
  expect(alarm).toHaveBeenCalledWith(
    { where: "test", error: expect.objectContaining({ name: "Error", code: "23505", digest: "12" }) },
    "unexpected failure",
  );
});

it("pseudonyms differ between users and from their ids", async () => {
  expect(pseudonymOf("a")).toBe(pseudonymOf("a"));
  expect(pseudonymOf("a")).toMatch(/^[\w-]{16}$/);
  expect(pseudonymOf("a")).not.toBe(pseudonymOf("b"));
});

const methods = ["error", "warn", "info", "log", "debug", "trace"] as const;
const loud = Object.fromEntries(methods.map((method) => [method, console[method]]));
const heard = process.listeners("warning");
afterEach(() => {
  Object.assign(console, loud);
  process.removeAllListeners("warning");
  for (const listener of heard) process.on("warning", listener);
});
afterAll(() => void Object.assign(console, loud));

it("console output of libraries becomes a log line without its text", () => {
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

it("a warning of the process becomes a warning in the log, with its words", async () => {
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => {});
  const error = vi.spyOn(log(), "error").mockImplementation(() => {});
  quietConsole();
  process.emitWarning("A call is deprecated.", { type: "DeprecationWarning", code: "LYCEUM" });
  process.emitWarning("Too many listeners.", "MaxListenersExceededWarning");
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2));
  expect(warn.mock.calls).toEqual([
    [{ warning: { name: "DeprecationWarning", code: "LYCEUM", message: "A call is deprecated." } }, "process warning"],
    [{ warning: { name: "MaxListenersExceededWarning", message: "Too many listeners." } }, "process warning"],
  ]);
  expect(error).not.toHaveBeenCalled();
});
