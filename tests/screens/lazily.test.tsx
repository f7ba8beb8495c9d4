import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { lazily } from "@/components/ui/lazily";
import { show, toasts, toastsSoFar } from "../harness/screen";

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
