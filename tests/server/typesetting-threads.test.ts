import type { Piscina } from "piscina";
import { beforeEach, expect, it, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { joined } from "@/server/documents/compile";
import { log } from "@/server/observability/log";
import { processState } from "@/server/process-state";

const shared = processState<{ lyceumTypesetters?: Promise<Piscina> }>();
const typeset = async (title: string) =>
  Buffer.from(await joined(title, [], new Date("2026-11-27T10:00:00Z"))).toString("latin1", 0, 4);

beforeEach(() => void vi.spyOn(log(), "error").mockImplementation(() => {}));

it("documents of threads that die fail, none waits for ever, and the next one gets a new thread", async () => {
  expect(await typeset("First")).toBe("%PDF");
  const waiting = Promise.allSettled(Array.from({ length: 20 }, (_, index) => typeset(`Document ${index}`)));
  const pool = await shared.lyceumTypesetters;
  await Promise.all((pool?.threads ?? []).map((thread) => thread.terminate()));
  const failed = (await waiting).flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(failed.length).toBeGreaterThan(0);
  for (const reason of failed) expect(reason).toBeInstanceOf(AppError);
  expect(await typeset("Last")).toBe("%PDF");
});

it("a thread that cannot start ends no process, and the next document gets a new one", async () => {
  const pool = await shared.lyceumTypesetters;
  pool?.emit("error", new Error("no fonts"));
  expect(shared.lyceumTypesetters).toBeUndefined();
  expect(await typeset("Last")).toBe("%PDF");
});
