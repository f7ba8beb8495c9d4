import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { toast } from "@/components/ui/toast";
import { show, toasts } from "../harness/screen";

it("if the code of the toasts could not be loaded, the next touch or toast tries again, and no toast is lost", async () => {
  const region = "@/components/ui/toast-region";
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.doMock(region, () => {
    throw new Error("ChunkLoadError");
  });
  onTestFinished(() => vi.doUnmock(region));
  show(null);
  fireEvent.pointerDown(document.body);
  await waitFor(() => expect(warned).toHaveBeenCalledOnce());
  toast.error("This part could not be loaded.");
  await waitFor(() => expect(warned).toHaveBeenCalledTimes(2));
  expect(toasts()).toEqual([]);
  vi.doUnmock(region);
  toast.success("Saved.");
  await waitFor(() => expect(toasts()).toEqual(["Saved.", "This part could not be loaded."]));
});

it("a toast that could not be shown for a minute is dropped, because another person may be there by then", async () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  toast.success("Asha Rao is erased.");
  vi.setSystemTime(1_000);
  toast.success("Saved.");
  vi.setSystemTime(60_000);
  show(null);
  await screen.findByText("Saved.");
  expect(toasts()).toEqual(["Saved."]);
});

it("an error that is still shown is not shown twice, while every success is", async () => {
  show(null);
  for (let times = 0; times < 2; times += 1) {
    toast.error("That did not work.");
    toast.success("Saved.");
  }
  await waitFor(() => expect(toasts()).toEqual(["Saved.", "That did not work.", "Saved."]));
  act(() => toast.error("That did not work.", { id: "second" }));
  await waitFor(() => expect(toasts()).toEqual(["That did not work.", "Saved.", "Saved."]));
  act(() => {
    toast.error("That did not work.", { id: "second" });
    toast.success("Sent.");
  });
  await waitFor(() => expect(toasts()).toEqual(["Sent.", "That did not work.", "Saved.", "Saved."]));
});

it("an error is shown for thirty seconds, unless its caller says how long", async () => {
  show(null);
  fireEvent.pointerDown(document.body);
  await screen.findByLabelText(/Notifications/);
  vi.useFakeTimers({ now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  act(() => {
    toast.success("Saved.");
    toast.error("That did not work.");
    toast.error("Your session has ended.", { duration: Number.POSITIVE_INFINITY });
  });
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await pass(5_000);
  expect(toasts()).toEqual(["Your session has ended.", "That did not work.", "Saved."]);
  await pass(24_000);
  expect(toasts()).toEqual(["Your session has ended.", "That did not work."]);
  await pass(600_000);
  expect(toasts()).toEqual(["Your session has ended."]);
});
