import { writeFile } from "node:fs/promises";
import { TRPCError } from "@trpc/server";
import { expect, test, vi } from "vitest";
import { db, pool, transaction } from "@/server/db/client";
import { requireDiskSpace, watchDiskSpace } from "@/server/db/disk-space";
import { say } from "@/server/messages";
import { log } from "@/server/observability/log";
import { appErrorOf, logUnexpected } from "@/server/trpc/trpc";

const caught = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);

/** Raises the SQLSTATE in PostgreSQL, through each kind of query. */
function raised(code: string): Promise<unknown[]> {
  const sql = `do $$ begin raise exception 'it happened' using errcode = '${code}'; end $$`;
  return Promise.all([
    caught(pool().query(sql)),
    // Safe to inline: a constant of this file.
    caught(db().$executeRawUnsafe(sql)),
    caught(transaction((tx) => tx.$executeRawUnsafe(sql))),
  ]);
}

test.each([
  ["a full disk", "53100", "INSUFFICIENT_STORAGE"],
  ["too many connections", "53300", "SERVICE_UNAVAILABLE"],
  ["a server that is shutting down", "57P01", "SERVICE_UNAVAILABLE"],
  ["a server that is starting", "57P03", "SERVICE_UNAVAILABLE"],
  ["a statement timeout", "57014", "SERVICE_UNAVAILABLE"],
  ["a deadlock", "40P01", "SERVICE_UNAVAILABLE"],
  ["a read-only server", "25006", "SERVICE_UNAVAILABLE"],
  ["a row that was deleted meanwhile", "23503", "CONFLICT"],
  ["an error that is no outage", "42601", "INTERNAL_SERVER_ERROR"],
])("databaseErrorOf classifies %s (SQLSTATE %s) as %s", async (_, code, word) => {
  for (const error of await raised(code)) expect(appErrorOf(error).code).toBe(word);
});

test("an outage is logged as one, with the codes behind it and without a message", async () => {
  const [alarm, warning] = (["error", "warn"] as const).map((level) =>
    vi.spyOn(log(), level).mockImplementation(() => {}),
  );
  const outages = [...(await raised("25006")), ...(await raised("53100"))];
  for (const cause of outages) {
    const inside = new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause });
    logUnexpected(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: appErrorOf(inside) }), "test");
  }
  expect(alarm).not.toHaveBeenCalled();
  expect(warning?.mock.calls.map(([, words]) => words)).toEqual(outages.map(() => "database outage"));
  const lines = warning?.mock.calls.map(([line]) => JSON.stringify(line)) ?? [];
  for (const [index, line] of lines.entries()) expect(line).toContain(index < 3 ? "25006" : "53100");
  expect(lines.join()).not.toMatch(/it happened|INTERNAL_SERVER_ERROR/);

  const full = Object.assign(new Error("write"), { code: "ENOSPC", syscall: "write" });
  const closed = Object.assign(new Error("Transaction already closed"), { code: "P2028" });
  const codes = ["42601", "40001", "40P01", "57014"];
  const faults = [...(await Promise.all(codes.map(raised))).flat(), full, closed];
  for (const cause of faults) logUnexpected(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }), "test");
  expect(alarm?.mock.calls.map(([, words]) => words)).toEqual(faults.map(() => "unexpected failure"));
  expect(warning).toHaveBeenCalledTimes(outages.length);
});

test("a row that refers to a deleted one is refused with a sentence, a broken constraint is not", async () => {
  const data = { userId: "0198a0c0-0000-7000-8000-000000000000", choice: "digest" } as const;
  const error = await caught(transaction((tx) => tx.mailChoice.create({ data })));
  expect(appErrorOf(error)).toMatchObject({ code: "CONFLICT", message: say("changedMeanwhile"), cause: error });
  const [broken] = await raised("23514");
  expect(appErrorOf(broken).code).toBe("INTERNAL_SERVER_ERROR");
});

test("an outage returns Retry-After, and a missing file is not an outage", async () => {
  const [error] = await raised("57P03");
  expect(appErrorOf(error).headers).toEqual({ "retry-after": "2" });
  const missing = await caught(writeFile("/proc/none/file", ""));
  expect(appErrorOf(missing).code).toBe("INTERNAL_SERVER_ERROR");
});

test.runIf(process.platform === "linux")(
  "a full disk for files is reported as such, and rows need free space as well",
  async () => {
    const full = await caught(writeFile("/dev/full", "a byte"));
    expect(appErrorOf(full).code).toBe("INSUFFICIENT_STORAGE");
    try {
      // /proc has no free blocks.
      watchDiskSpace("/proc");
      expect(requireDiskSpace).toThrow(say("noRoom"));
      // The result of a disk check is reused for half a second.
      Object.assign(Reflect.get(globalThis, "lyceumDiskSpace"), { folder: "/no such folder" });
      expect(requireDiskSpace).toThrow(say("noRoom"));
    } finally {
      Object.assign(globalThis, { lyceumDiskSpace: undefined });
    }
  },
);
