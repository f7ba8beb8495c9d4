import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchUse } from "@/components/ui/use-in-use";

const minutes = (count: number) => count * 60_000;

describe("a page that polls", () => {
  let page: EventTarget;
  let inUse: boolean | undefined;
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    page = new EventTarget();
    vi.stubGlobal("window", page);
    stop = watchUse((isInUse) => {
      inUse = isInUse;
    });
  });
  afterEach(() => {
    stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("is in use until ten minutes after the last pointer or key", () => {
    expect(inUse).toBe(true);
    for (const event of ["pointerdown", "keydown", "wheel", "touchmove"]) {
      vi.advanceTimersByTime(minutes(9));
      page.dispatchEvent(new Event(event));
    }
    vi.advanceTimersByTime(minutes(9));
    expect(inUse).toBe(true);
    vi.advanceTimersByTime(minutes(1));
    expect(inUse).toBe(false);
  });

  it("does not stay in use because of any other event", () => {
    vi.advanceTimersByTime(minutes(9));
    for (const event of ["focus", "scroll", "visibilitychange"]) page.dispatchEvent(new Event(event));
    vi.advanceTimersByTime(minutes(1));
    expect(inUse).toBe(false);
  });

  it("is in use again when the person comes back", () => {
    vi.advanceTimersByTime(minutes(30));
    page.dispatchEvent(new Event("keydown"));
    expect(inUse).toBe(true);
  });

  it("is not watched once it is left", () => {
    stop();
    vi.advanceTimersByTime(minutes(30));
    expect(inUse).toBe(true);
  });
});
