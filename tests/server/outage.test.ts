import { writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { db, pool, transaction } from "@/server/db";
import { requireRoomForRows, watchRoom } from "@/server/room";
import { appErrorOf } from "@/server/trpc";

const caught = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);

/** What PostgreSQL itself says when this happens to it, through each way there is to ask. */
function raised(code: string): Promise<unknown[]> {
  const sql = `do $$ begin raise exception 'it happened' using errcode = '${code}'; end $$`;
  return Promise.all([
    caught(pool().query(sql)),
    // A constant of this file.
    caught(db().$executeRawUnsafe(sql)),
    caught(transaction((tx) => tx.$executeRawUnsafe(sql))),
  ]);
}

test.each([
  ["a full disk", "53100", "INSUFFICIENT_STORAGE"],
  ["no more connections", "53300", "SERVICE_UNAVAILABLE"],
  ["a server that shuts down", "57P01", "SERVICE_UNAVAILABLE"],
  ["a server that starts", "57P03", "SERVICE_UNAVAILABLE"],
  ["a statement that took too long", "57014", "SERVICE_UNAVAILABLE"],
  ["a server that takes no writes", "25006", "SERVICE_UNAVAILABLE"],
  ["a fault of ours", "42601", "INTERNAL_SERVER_ERROR"],
])("%s is said as what it is", async (_, code, word) => {
  for (const error of await raised(code)) expect(appErrorOf(error).code).toBe(word);
});

test("an outage says when to come again, and a missing file is none", async () => {
  const [error] = await raised("57P03");
  expect(appErrorOf(error).headers).toEqual({ "retry-after": "2" });
  const missing = await caught(writeFile("/proc/none/file", ""));
  expect(appErrorOf(missing).code).toBe("INTERNAL_SERVER_ERROR");
});

test.runIf(process.platform === "linux")(
  "a full disk of files is said as such, and rows need room beside it",
  async () => {
    const full = await caught(writeFile("/dev/full", "a byte"));
    expect(appErrorOf(full).code).toBe("INSUFFICIENT_STORAGE");
    try {
      // A file system with no room for anyone.
      watchRoom("/proc");
      expect(requireRoomForRows).toThrow("There is no room left to save this.");
    } finally {
      Object.assign(globalThis, { lyceumRoom: undefined });
    }
  },
);
