import type { Piscina } from "piscina";
import { beforeEach, expect, it, vi } from "vitest";
import { AppError } from "@/lib/errors";
import { joined } from "@/server/documents/compile";
import { log } from "@/server/observability/log";
import { processState } from "@/server/process-state";

const shared = processState<{ lyceumTypesetters?: Piscina }>();
const typeset = async (title: string) =>
  Buffer.from(await joined(title, [], new Date("2026-11-27T10:00:00Z"))).toString("latin1", 0, 4);

beforeEach(() => void vi.spyOn(log(), "error").mockImplementation(() => {}));

const deaths = [
  ["together", [[0, 1]]],
  ["one after the other", [[0], [1]]],
  ["the last one first", [[1], [0]]],
] as const;

it.each(deaths)(
  "documents of threads that die %s fail instead of waiting for ever, and the next one gets a new thread",
  { timeout: 20_000 },
  async (_how, steps) => {
    await shared.lyceumTypesetters?.destroy();
    expect(await typeset("First")).toBe("%PDF");
    const waiting = Promise.allSettled(Array.from({ length: 20 }, (_, index) => typeset(`Document ${index}`)));
    const threads = await vi.waitFor(
      () => {
        const running = [...(shared.lyceumTypesetters?.threads ?? [])];
        expect(running, "one that works and one that starts").toHaveLength(2);
        return running;
      },
      { interval: 1 },
    );
    for (const step of steps) await Promise.all(step.map((index) => threads[index]?.terminate()));
    const failed = (await waiting).flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(failed.length).toBeGreaterThan(0);
    for (const reason of failed) expect(reason).toBeInstanceOf(AppError);
    // The log has no message of the compiler, which may quote typed text.
    const error = expect.objectContaining({ name: "Error", places: expect.any(Array) });
    expect(log().error).toHaveBeenCalledWith({ error }, "a document was not typeset");
    expect(await typeset("Last")).toBe("%PDF");
  },
);

it("a thread that cannot start does not end the process, and the next document gets a new one", async () => {
  shared.lyceumTypesetters?.emit("error", new Error("no fonts"));
  expect(shared.lyceumTypesetters).toBeUndefined();
  expect(await typeset("Last")).toBe("%PDF");
});
