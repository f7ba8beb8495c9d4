import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { KeepFresh } from "@/components/site/keep-fresh";

const page = vi.hoisted(() => ({ ends: [] as (() => void)[], refresh: vi.fn(), askSession: vi.fn() }));
vi.mock("@/lib/session-calls", () => page);
vi.mock("next/navigation", () => ({ useRouter: () => page }));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useEffect: (act: () => () => void) => void page.ends.push(act()),
  useCallback: (work: unknown) => work,
  use: () => undefined,
}));

const leave = () => page.ends.pop()?.();

beforeEach(() => {
  page.askSession.mockResolvedValue({ _id: "1" });
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

const settled = () => vi.advanceTimersByTimeAsync(0);

function comes(visibilityState: string) {
  Object.assign(document, { visibilityState });
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("focus"));
  return settled();
}

it("a tab that comes to the front is drawn again once, and a hidden one is not", async () => {
  KeepFresh();
  await comes("visible");
  vi.advanceTimersByTime(60_000);
  await comes("hidden");
  expect(page.refresh).not.toHaveBeenCalled();
  await comes("visible");
  expect(page.refresh).toHaveBeenCalledOnce();
  leave();
  vi.advanceTimersByTime(60_000);
  await comes("visible");
  expect(page.refresh).toHaveBeenCalledOnce();
});

it("without a server, a session or the page, nothing is drawn again; the next event tries again", async () => {
  KeepFresh();
  vi.advanceTimersByTime(60_000);
  page.askSession.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
  expect(page.refresh).not.toHaveBeenCalled();
  await comes("visible");
  expect(page.refresh).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  page.askSession.mockResolvedValueOnce(null);
  await comes("visible");
  vi.advanceTimersByTime(60_000);
  const answered = comes("visible");
  leave();
  await answered;
  expect(page.refresh).toHaveBeenCalledOnce();
});
