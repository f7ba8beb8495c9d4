import { afterEach, expect, it, vi } from "vitest";
import { watchSession } from "@/features/auth/components/watch-session";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a page tells the server when it asks for the session automatically, but not when it comes to the front", async () => {
  vi.useFakeTimers();
  const window = new EventTarget();
  const asked: unknown[] = [];
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible", cookie: "" }));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal("fetch", async (_path: string, { headers = {} }: RequestInit) => {
    asked.push(headers);
    return Response.json({});
  });
  const { stop } = watchSession({ isWorthAsking: () => true, onAnswer: () => {} });
  await vi.advanceTimersByTimeAsync(32 * 60_000);
  expect(asked).toEqual([{ "left-open": "1" }]);
  window.dispatchEvent(new Event("focus"));
  await vi.advanceTimersByTimeAsync(1000);
  stop();
  expect(asked).toEqual([{ "left-open": "1" }, {}]);
});
