import { createElement, type ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { AccountSwitch } from "@/app/navigation/account-switch";
import { lazily } from "@/components/ui/lazily";
import { ClosedDaysList } from "@/features/closed-days/components/closed-days-list";
import { PublishedSchedules } from "@/features/schedules/components/published-schedules";

const said = vi.hoisted((): string[] => []);
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({ ...(await actual<object>()), useEffect: (act: () => void) => act() }));
vi.mock("next/navigation", () => ({
  useRouter: () => ({}),
  usePathname: () => "/admin/schedule",
  useSearchParams: () => new URLSearchParams(),
}));
vi.mock("@/components/table/filter-bar", () => ({ FilterBar: () => null }));
vi.mock("@/trpc/client", () => {
  const listOf = (...items: object[]) => {
    const found = { data: { pages: [{ items }] } };
    return { useInfiniteQuery: () => found };
  };
  const diwali = { _id: "1", name: "Diwali", kind: "closed", firstDay: "2026-11-07", lastDay: "2026-11-09" };
  return { api: { closedDays: { list: listOf(diwali) }, schedules: { listForStaff: listOf() } } };
});
vi.mock("@/lib/account", () => ({
  useAccount: () => ({ role: "admin", name: "Vera Shah" }),
  mayBeLoggedIn: () => false,
}));
vi.mock("@/features/auth/components/watch-session", () => ({ watchSession: () => ({ confirm() {}, stop() {} }) }));
vi.mock("@/app/navigation/dashboard-button", () => {
  throw new Error("ChunkLoadError");
});
const missing = vi.hoisted(() => () => {
  throw new Error("ChunkLoadError");
});
vi.mock("@/features/closed-days/components/remove-closed-days", missing);
vi.mock("@/features/schedules/components/remove-schedule", missing);
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

it("a part that nobody can close is left out silently if it cannot be loaded", async () => {
  const Part = lazily(() => Promise.reject(new Error("ChunkLoadError")));
  const stop = new AbortController();
  const warned = vi.spyOn(console, "warn").mockImplementation(() => stop.abort());
  const stream = renderToReadableStream(createElement("main", null, createElement(Part)), {
    signal: stop.signal,
    onError() {},
  });
  expect(await new Response(await stream).text()).toMatch(/^<main>/);
  expect([warned.mock.calls.length, said]).toEqual([1, []]);
});

it.each([
  ["closed days", () => createElement(ClosedDaysList, { time: "upcoming" })],
  ["tests", () => createElement(PublishedSchedules)],
])("the list of %s loads no dialog before it is opened", async (_, list) => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  await drawn(list());
  expect([warned.mock.calls, said]).toEqual([[], []]);
});

it("a logged-in person gets a link if the code of the button cannot be loaded", async () => {
  const html = await drawn(createElement(AccountSwitch, { visitor: "Register", loading: "Dashboard" }));
  expect(html).toMatch(/^<main><!--\$-->Dashboard/);
});
