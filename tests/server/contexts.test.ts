import { AsyncLocalStorage } from "node:async_hooks";
import { execFileSync } from "node:child_process";
import { setImmediate, setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SharedStorage } from "../../scripts/contexts.mjs";

type Step =
  | { do: "read" }
  | { do: "tick" }
  | { do: "timer" }
  | { do: "microtask" }
  | { do: "later" }
  | { do: "soon" }
  | { do: "run"; storage: number; store: number; within: Step[] }
  | { do: "exit"; storage: number; within: Step[] }
  | { do: "aside"; within: Step[] };

const storage = fc.nat({ max: 2 });
const plain = fc.record({ do: fc.constantFrom("read", "tick", "timer", "microtask", "later", "soon") });
const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie("step"), { maxLength: 5 }),
  step: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    plain,
    fc.record({ do: fc.constant("run"), storage, store: fc.nat({ max: 9 }), within: tie("steps") }),
    // Before Node 24, a run within takes its own exit back.
    fc.record({ do: fc.constant("exit"), storage, within: fc.array(plain, { maxLength: 3 }) }),
    fc.record({ do: fc.constant("aside"), within: tie("steps") }),
  ) as fc.Arbitrary<Step>,
}));

type Storage = Pick<AsyncLocalStorage<number>, "run" | "exit" | "getStore">;

/** What each read of a program sees, by its place in it. */
async function seen(program: Step[], storages: Storage[]): Promise<Record<string, unknown[]>> {
  const reads: Record<string, unknown[]> = {};
  const read = () => storages.map((one) => one.getStore());
  function readBy(call: (work: () => void) => unknown, place: string): void {
    const called = new Promise<void>((resolve) => {
      call(() => {
        reads[place] = read();
        resolve();
      });
    });
    aside.push(called);
  }
  async function go(steps: Step[], at: string): Promise<void> {
    for (const [index, step] of steps.entries()) {
      const place = `${at}.${index}`;
      if (step.do === "read") reads[place] = read();
      else if (step.do === "later") readBy(globalThis.setTimeout, place);
      else if (step.do === "soon") readBy(process.nextTick, place);
      else if (step.do === "tick") await setImmediate();
      else if (step.do === "timer") await setTimeout(1);
      else if (step.do === "microtask") await undefined;
      else if (step.do === "run") await storages[step.storage]?.run(step.store, () => go(step.within, place));
      else if (step.do === "exit") await storages[step.storage]?.exit(() => go(step.within, place));
      else aside.push(go(step.within, place));
    }
    reads[at] = read();
  }
  const aside: Promise<void>[] = [];
  await go(program, "");
  while (aside.length > 0) await aside.pop();
  return reads;
}

const three = <Of>(make: () => Of) => [make(), make(), make()];

describe("the stores of a request, kept as one", () => {
  it("are what Node's own are, in every order of work", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (program) => {
        const own = await seen(
          program,
          three(() => new AsyncLocalStorage<number>()),
        );
        const shared = await seen(
          program,
          three(() => new SharedStorage<number>() as Storage),
        );
        expect(shared).toEqual(own);
      }),
      { numRuns: 200 },
    );
  });

  it("take the place of Node's own before Node 24, for whoever loads it from then on", () => {
    // Node 22 lets it be read only.
    const script = `
      import { createRequire } from "node:module";
      import { SharedStorage, shareContexts } from "./scripts/contexts.mjs";
      const hooks = createRequire(import.meta.url)("node:async_hooks");
      const own = hooks.AsyncLocalStorage;
      Object.defineProperty(hooks, "AsyncLocalStorage", { get: () => own, configurable: true, enumerable: true });
      shareContexts();
      const required = hooks.AsyncLocalStorage;
      const { AsyncLocalStorage: imported } = await import("node:async_hooks");
      console.log([required, imported].map((one) => one === SharedStorage).join(" "));`;
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    const isOurs = Number.parseInt(process.versions.node, 10) < 24;
    expect(said.trim()).toBe(`${isOurs} ${isOurs}`);
  });

  it("are given back after an error", () => {
    const storage = new SharedStorage<string>();
    storage.run("outer", () => {
      const fail = () =>
        storage.run("inner", () => {
          throw new Error("inner");
        });
      expect(fail).toThrow("inner");
      expect(storage.getStore()).toBe("outer");
    });
    expect(storage.getStore()).toBeUndefined();
  });

  it("hand the work its arguments, and its answer back", () => {
    const storage = new SharedStorage<string>();
    const sum = storage.run("x", (a: number, b: number) => a + b, 1, 2);
    expect(sum).toBe(3);
    expect(storage.exit((text: string) => `${text} ${storage.getStore()}`, "in")).toBe("in undefined");
  });

  it("are what is run within an exit, and nothing after it", async () => {
    const storage = new SharedStorage<string>();
    const seen = await storage.run("outer", () =>
      storage.exit(async () => {
        const inner = await storage.run("inner", async () => storage.getStore());
        return [inner, storage.getStore()];
      }),
    );
    expect(seen).toEqual(["inner", undefined]);
  });

  it("can be set for the rest of the work, and put away", async () => {
    const [storage, other] = [new SharedStorage<string>(), new SharedStorage<string>()];
    await other.run("other", async () => {
      storage.enterWith("set");
      await setImmediate();
      expect([storage.getStore(), other.getStore()]).toEqual(["set", "other"]);
      storage.disable();
      expect([storage.getStore(), other.getStore()]).toEqual([undefined, "other"]);
    });
  });

  it("go with what was bound to them", () => {
    const storage = new SharedStorage<string>();
    const [read, again] = storage.run("then", () => [
      SharedStorage.bind(() => storage.getStore()),
      SharedStorage.snapshot(),
    ]);
    storage.run("now", () => {
      expect(read?.()).toBe("then");
      expect(again?.(() => storage.getStore())).toBe("then");
    });
  });
});
