import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { useInUse } from "@/components/ui/use-in-use";
import { show } from "../harness/screen";

const passMinutes = (count: number) => act(() => vi.advanceTimersByTime(count * 60_000));

function Polling() {
  return <p>{useInUse() ? "Polls" : "Rests"}</p>;
}

describe("a page that polls", () => {
  let unmount: () => void;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    unmount = show(<Polling />).unmount;
  });

  it("is in use until ten minutes after the last pointer or key", () => {
    for (const event of ["pointerDown", "keyDown", "wheel", "touchMove"] as const) {
      passMinutes(9);
      screen.getByText("Polls");
      fireEvent[event](document.body);
    }
    passMinutes(9);
    screen.getByText("Polls");
    passMinutes(1);
    screen.getByText("Rests");
  });

  it("does not stay in use because of any other event", () => {
    passMinutes(9);
    fireEvent.focus(window);
    fireEvent.scroll(window);
    fireEvent(document, new Event("visibilitychange", { bubbles: true }));
    passMinutes(1);
    screen.getByText("Rests");
  });

  it("is in use again when the person comes back", () => {
    passMinutes(30);
    screen.getByText("Rests");
    fireEvent.keyDown(document.body);
    screen.getByText("Polls");
  });

  it("is not watched once it is left", () => {
    expect(vi.getTimerCount()).toBe(1);
    unmount();
    fireEvent.keyDown(document.body);
    expect(vi.getTimerCount()).toBe(0);
  });
});
