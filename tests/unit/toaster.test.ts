import type { ComponentType } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { takeToastRequests, toast } from "@/components/ui/toast";
import { Toaster } from "@/components/ui/toaster";

const page = vi.hoisted(() => ({
  isConnected: true,
  region: undefined as ComponentType | undefined,
  touch: undefined as (() => unknown) | undefined,
}));
// There is no page to render it on.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useState: () => [page.region, (make: () => ComponentType) => Object.assign(page, { region: make() })],
  useEffect: (act: () => void) => act(),
}));
vi.mock("@/components/ui/toast-region", () => {
  if (!page.isConnected) throw new Error("ChunkLoadError");
  return { ToastRegion: () => null };
});

beforeEach(() => {
  vi.useRealTimers();
  vi.stubGlobal("addEventListener", (name: string, act: () => unknown) => {
    if (name === "pointerdown") page.touch = act;
  });
});

it("toasts whose code could not be loaded are loaded at the next touch or toast, and none is lost", async () => {
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

it("a toast that nobody could be shown for a minute is forgotten, because somebody else may be there", () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  toast.success("Asha Rao is erased.");
  vi.setSystemTime(1_000);
  toast.success("Saved.");
  vi.setSystemTime(60_000);
  expect(takeToastRequests().map(({ message }) => message)).toEqual(["Saved."]);
});
