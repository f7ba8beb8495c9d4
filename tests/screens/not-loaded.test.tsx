import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { later, toasts } from "../harness/screen";

/** Loads the product anew, apart from one module, which cannot be loaded. */
async function without(module: string) {
  const asked = vi.fn();
  vi.resetModules();
  vi.doMock(module, () => {
    asked();
    throw new Error("ChunkLoadError");
  });
  onTestFinished(() => {
    vi.doUnmock(module);
    vi.resetModules();
  });
  const { show } = await import("../harness/screen");
  return { show, asked };
}

const diwali = { _id: "1", name: "Diwali", kind: "closed", firstDay: "2026-11-07", lastDay: "2026-11-09" };

it("the list of closed days loads no dialog before it is opened", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { show, asked } = await without("@/features/closed-days/components/remove-closed-days");
  const { ClosedDaysList } = await import("@/features/closed-days/components/closed-days-list");
  show(<ClosedDaysList time="upcoming" />, { answers: { "closedDays.list": { items: [diwali] } } });
  const remove = await screen.findByRole("button", { name: /Diwali/ });
  await vi.dynamicImportSettled();
  expect(asked).not.toHaveBeenCalled();
  fireEvent.click(remove);
  await waitFor(() => expect(toasts()).toEqual(["This part could not be loaded. Please try again."]));
  expect(asked).toHaveBeenCalledOnce();
  expect(remove.isConnected).toBe(true);
});

it("the list of tests loads no dialog before it is opened", async () => {
  const { show, asked } = await without("@/features/schedules/components/remove-schedule");
  const { PublishedSchedules } = await import("@/features/schedules/components/published-schedules");
  show(<PublishedSchedules />, { answers: { "schedules.listForStaff": { items: [] } } });
  await screen.findByText("No schedules found");
  await vi.dynamicImportSettled();
  expect(asked).not.toHaveBeenCalled();
});

it("a logged-in person gets a link if the code of the button cannot be loaded", async () => {
  vi.stubGlobal("fetch", () => later().promise);
  const { show, asked } = await without("@/app/navigation/dashboard-button");
  const { AccountSwitch } = await import("@/app/navigation/account-switch");
  const { rememberAccount } = await import("@/lib/account");
  rememberAccount({ role: "admin", name: "Vera Shah", username: "vera" });
  show(<AccountSwitch visitor="Register" loading={<a href="/admin">Dashboard</a>} />);
  await act(() => vi.dynamicImportSettled());
  expect(asked).toHaveBeenCalledOnce();
  expect(screen.getByRole("link", { name: "Dashboard" })).toBeTruthy();
  expect(screen.queryByText("Register")).toBeNull();
});
