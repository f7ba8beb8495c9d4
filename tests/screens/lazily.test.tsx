import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { lazily } from "@/components/ui/lazily";
import { later, show, toasts, toastsSoFar } from "../harness/screen";

const lost = new Error("ChunkLoadError");
const notLoaded = "This part could not be loaded. Please try again.";
const silence = () => vi.spyOn(console, "warn").mockImplementation(() => {});

it("a part that cannot be loaded says so and closes; the page stays, and the next opening tries again", async () => {
  silence();
  const load = vi.fn(async () => () => <p>The panel</p>).mockRejectedValueOnce(lost);
  const Part = lazily<{ onClose: () => void }>(load);
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Close" : "Open"}
        </button>
        {isOpen && <Part onClose={() => setIsOpen(false)} />}
      </>
    );
  }
  show(<Page />);
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  press("Open");
  await waitFor(() => expect(toasts()).toEqual([notLoaded]));
  expect(screen.queryByText("The panel")).toBeNull();
  for (const _ of ["again", "once more"]) {
    press("Open");
    await screen.findByText("The panel");
    press("Close");
  }
  expect([load.mock.calls.length, toasts().length]).toEqual([2, 1]);
});

it("a part that nobody can close is left out silently if it cannot be loaded", async () => {
  const warned = silence();
  const Missing = lazily(() => Promise.reject(lost));
  const There = lazily(async () => () => "The footer");
  const { container } = show(
    <>
      <Missing />
      <There />
    </>,
  );
  await screen.findByText("The footer");
  expect(warned).toHaveBeenCalledOnce();
  expect(container.textContent).toBe("The footer");
  expect(await toastsSoFar()).toEqual([]);
});

/** Loads the product anew, apart from one module, which cannot be loaded. */
async function without(module: string) {
  const asked = vi.fn();
  vi.resetModules();
  vi.doMock(module, () => {
    asked();
    throw lost;
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
  silence();
  const { show, asked } = await without("@/features/closed-days/components/remove-closed-days");
  const { ClosedDaysList } = await import("@/features/closed-days/components/closed-days-list");
  show(<ClosedDaysList time="upcoming" />, { answers: { "closedDays.list": { items: [diwali] } } });
  const remove = await screen.findByRole("button", { name: /Diwali/ });
  await vi.dynamicImportSettled();
  expect(asked).not.toHaveBeenCalled();
  fireEvent.click(remove);
  await waitFor(() => expect(toasts()).toEqual([notLoaded]));
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
