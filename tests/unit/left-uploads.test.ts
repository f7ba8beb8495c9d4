import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { untilSent } from "@/components/form/until-sent";
import { takeToastRequests } from "@/components/ui/toast";
import { type Outcome, sendAll } from "@/features/materials/components/left-uploads";

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  takeToastRequests();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** True if the browser asks before it closes the tab. */
const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const toasts = () => takeToastRequests().map(({ kind, message }) => [kind, message]);

const outcomes: Record<string, Outcome> = {
  "a.pdf": "published",
  "b.pdf": { name: "b.pdf", fault: "It is damaged." },
  "c.pdf": "cancelled",
  "d.pdf": "published",
  "e.pdf": { name: "e.pdf", fault: "Upload failed!" },
};

it.each([
  ["their page shows the outcome", true, []],
  [
    "toasts report the outcome if their page was left",
    false,
    [
      ["success", "2 materials published."],
      ["error", "b.pdf: It is damaged."],
      ["error", "e.pdf: Upload failed!"],
    ],
  ],
] as const)("files are sent two at a time, the tab asks before it closes, and %s", async (...given) => {
  const [, isHere, said] = given;
  let [sending, most] = [0, 0];
  const send = async (name: string): Promise<Outcome> => {
    sending += 1;
    most = Math.max(most, sending);
    await Promise.resolve();
    expect(asks()).toBe(true);
    sending -= 1;
    return outcomes[name] ?? "cancelled";
  };
  expect(await sendAll(Object.keys(outcomes), send, () => isHere)).toBe(2);
  expect([most, asks(), toasts()]).toEqual([2, false, said]);
});

it("if the page is left while files are sent, toasts report the outcome", async () => {
  let isHere = true;
  const leave = async (): Promise<Outcome> => {
    isHere = false;
    return "published";
  };
  await sendAll(["a.pdf"], leave, () => isHere);
  expect(toasts()).toEqual([["success", "1 material published."]]);
});

it("after an upload that fails, the tab closes without a question", async () => {
  const failing = untilSent(async () => {
    expect(asks()).toBe(true);
    throw new Error("offline");
  });
  await expect(failing).rejects.toThrow("offline");
  expect(asks()).toBe(false);
});
