import { createElement, type ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { AccountSwitch } from "@/app/navigation/account-switch";
import { lazily } from "@/components/ui/lazily";

const said = vi.hoisted((): string[] => []);
// There is no page to render it on.
vi.mock("react", async (actual) => ({ ...(await actual<object>()), useEffect: (act: () => void) => act() }));
vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));
vi.mock("@/lib/account", () => ({
  useAccount: () => ({ role: "admin", name: "Vera Shah" }),
  mayBeLoggedIn: () => false,
}));
vi.mock("@/features/auth/components/watch-session", () => ({ watchSession: () => ({ confirm() {}, stop() {} }) }));
vi.mock("@/app/navigation/dashboard-button", () => {
  throw new Error("ChunkLoadError");
});
vi.mock("@/components/ui/toast", () => ({ toast: { error: (message: string) => said.push(message) } }));

beforeEach(() => {
  said.length = 0;
});

async function drawn(part: ReactNode): Promise<string> {
  const stream = await renderToReadableStream(createElement("main", null, part));
  await stream.allReady;
  return new Response(stream).text();
}

it("a part that cannot be loaded says so and closes; the page stays, and the next opening tries again", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const onClose = vi.fn();
  const load = vi.fn(async () => () => "the panel").mockRejectedValueOnce(new Error("ChunkLoadError"));
  const Part = lazily<{ onClose: () => void }>(load);
  const opened = () => drawn(createElement(Part, { onClose }));
  expect(await opened()).toMatch(/^<main>(<!--\/?\$-->)*<\/main>$/);
  expect([onClose.mock.calls.length, said]).toEqual([1, ["This part could not be loaded. Please try again."]]);
  expect(await opened()).toContain("the panel");
  expect(await opened()).toContain("the panel");
  expect([onClose.mock.calls.length, load.mock.calls.length, said.length]).toEqual([1, 2, 1]);
});

it("somebody who is logged in has a link where the code of the button cannot be loaded", async () => {
  const html = await drawn(createElement(AccountSwitch, { visitor: "Register", loading: "Dashboard" }));
  expect(html).toMatch(/^<main><!--\$-->Dashboard/);
});
