import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { takeToastRequests, toast } from "@/components/ui/toast";
import { Toaster } from "@/components/ui/toaster";

const page = vi.hoisted(() => ({
  isConnected: true,
  region: undefined as ComponentType | undefined,
  touch: undefined as (() => unknown) | undefined,
}));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useState: () => [page.region, (make: () => ComponentType) => Object.assign(page, { region: make() })],
  useEffect: (act: () => void) => act(),
}));
vi.mock("@/components/ui/toast-region", () => {
  if (!page.isConnected) throw new Error("ChunkLoadError");
  return { ToastRegion: () => null };
});

const told = vi.hoisted(() => ({
  error: vi.fn(),
  success: vi.fn(),
  dismiss: vi.fn(),
  getToasts: vi.fn((): unknown[] => []),
}));
vi.mock("sonner", () => ({ Toaster: () => null, toast: told, useSonner: () => ({ toasts: [] }) }));

beforeEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  vi.stubGlobal("addEventListener", (name: string, act: () => unknown) => {
    if (name === "pointerdown") page.touch = act;
  });
});

it("if the code of the toasts could not be loaded, the next touch or toast tries again, and no toast is lost", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  page.isConnected = false;
  Toaster();
  await page.touch?.();
  toast.error("This part could not be loaded.");
  await expect.poll(() => warned.mock.calls.length).toBe(2);
  expect(page.region).toBeUndefined();
  page.isConnected = true;
  toast.success("Saved.");
  await expect.poll(() => page.region).toBeDefined();
  expect(takeToastRequests().map(({ message }) => message)).toEqual(["This part could not be loaded.", "Saved."]);
});

it("a toast that could not be shown for a minute is dropped, because another person may be there by then", () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  toast.success("Asha Rao is erased.");
  vi.setSystemTime(1_000);
  toast.success("Saved.");
  vi.setSystemTime(60_000);
  expect(takeToastRequests().map(({ message }) => message)).toEqual(["Saved."]);
});

async function drawRegion() {
  const { ToastRegion } = await vi.importActual<{ ToastRegion: ComponentType }>("@/components/ui/toast-region");
  renderToStaticMarkup(createElement(ToastRegion));
}

it("an error that is still shown is not shown twice, while every success is", async () => {
  told.getToasts.mockReturnValue([
    { id: 1, title: "That did not work." },
    { id: 2, title: "Saved." },
    { id: 3, dismiss: true },
  ]);
  toast.error("That did not work.");
  toast.success("Saved.");
  await drawRegion();
  expect(told.dismiss.mock.calls).toEqual([[1]]);
  expect([told.error.mock.calls.length, told.success.mock.calls.length]).toEqual([1, 1]);
  toast.error("That did not work.", { id: "second" });
  toast.error("That did not work.", { id: 1 });
  await drawRegion();
  expect(told.dismiss.mock.calls).toEqual([[1], [1]]);
});

it("an error is shown for thirty seconds, unless its caller says how long", async () => {
  toast.success("Saved.");
  toast.error("That did not work.");
  toast.error("Your session has ended.", { duration: Number.POSITIVE_INFINITY });
  await drawRegion();
  expect(told.success.mock.calls).toEqual([["Saved.", undefined]]);
  expect(told.error.mock.calls.map(([, options]) => options?.duration)).toEqual([30_000, Number.POSITIVE_INFINITY]);
});
