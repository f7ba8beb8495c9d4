import { expect, it, vi } from "vitest";
import { ensureFirstAdmin, start } from "@/main/start";
import { passwordMatches } from "@/server/auth/passwords";
import { db } from "@/server/db/client";
import { cluster, emptyFolder } from "../harness/clusters";
import { query } from "../harness/sql";

vi.mock("@/server/jobs/jobs", async (original) => ({
  ...(await original<typeof import("@/server/jobs/jobs")>()),
  startJobs: () => Promise.reject(new Error("the disk is full")),
}));

it("the first administrator has a random password, which is told once", async () => {
  const made = await ensureFirstAdmin();
  expect(made).toEqual({ username: "admin", password: expect.stringMatching(/^[\w-]{20}$/) });
  const { passwordHash } = await db().user.findFirstOrThrow({ where: { role: "admin" } });
  expect(await passwordMatches(made?.password ?? "", passwordHash)).toBe(true);
  expect(await ensureFirstAdmin()).toBeNull();
});

it("a first start that fails makes no administrator whose password nobody was told", async () => {
  const { connection } = await cluster(await emptyFolder(), "as in the product");
  await expect(start(() => {}, Promise.resolve(connection), [])).rejects.toThrow("the disk is full");
  expect(await query(connection, "select from users")).toEqual([]);
});
