import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { KeepFresh } from "@/features/overview/components/keep-fresh";

const page = vi.hoisted(() => ({ ends: [] as (() => void)[], refresh: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => page }));
// There is no page to render it on.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useEffect: (act: () => () => void) => void page.ends.push(act()),
}));

const leave = () => page.ends.pop()?.();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
});

afterEach(() => {
  leave();
  page.refresh.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a page that Back brings again is drawn anew once, and a new one is not", () => {
  KeepFresh({ drawnAt: "2026-12-04T10:00:00.000Z" });
  leave();
  expect(page.refresh).not.toHaveBeenCalled();
  KeepFresh({ drawnAt: "2026-12-04T10:00:00.000Z" });
  leave();
  expect(page.refresh).toHaveBeenCalledOnce();
  KeepFresh({ drawnAt: "2026-12-04T10:05:00.000Z" });
  expect(page.refresh).toHaveBeenCalledOnce();
});

it("a tab that comes to the front is drawn anew once, and a hidden one is not", () => {
  KeepFresh({ drawnAt: "2026-12-04T11:00:00.000Z" });
  const comes = (visibilityState: string) => {
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("focus"));
  };
  comes("visible");
  vi.advanceTimersByTime(60_000);
  comes("hidden");
  expect(page.refresh).not.toHaveBeenCalled();
  comes("visible");
  expect(page.refresh).toHaveBeenCalledOnce();
  leave();
  vi.advanceTimersByTime(60_000);
  comes("visible");
  expect(page.refresh).toHaveBeenCalledOnce();
});
