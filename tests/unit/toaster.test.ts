import type { ComponentType } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { toast } from "@/components/ui/toast";
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
  const { takeToastRequests } = await import("@/components/ui/toast");
  expect(takeToastRequests().map(({ message }) => message)).toEqual(["This part could not be loaded.", "Saved."]);
});
