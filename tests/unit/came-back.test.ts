import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FreshAfterBack } from "@/components/site/fresh-after-back";
import { callOptions } from "@/trpc/call-options";

const page = vi.hoisted(() => {
  const location = { pathname: "/user/today", search: "" };
  const window = Object.assign(new EventTarget(), { location });
  Object.assign(globalThis, { window });
  return { location, window, refresh: vi.fn(), drawn: undefined as unknown };
});
vi.mock("@/lib/session-calls", () => ({ askSession: async () => ({ _id: "1" }) }));
vi.mock("next/navigation", () => ({
  useRouter: () => page,
  usePathname: () => page.location.pathname,
  useSearchParams: () => new URLSearchParams(page.location.search),
}));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useEffect(act: () => void, [of]: unknown[]) {
    if (of !== page.drawn) act();
    page.drawn = of;
  },
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  page.refresh.mockReset();
});
afterEach(() => vi.useRealTimers());

const goTo = (pathname: string, search = "") => Object.assign(page.location, { pathname, search });

function goBackTo(pathname: string, search?: string) {
  goTo(pathname, search);
  page.window.dispatchEvent(new Event("popstate"));
}

/** Whether a list that the server has drawn into the page is read again. */
function isReadAnew(): boolean {
  const client = new QueryClient({ defaultOptions: callOptions });
  return new QueryObserver(client, { queryKey: ["rows"], queryFn: () => [], initialData: [] }).getCurrentResult()
    .isStale;
}

async function isDrawnAnew(): Promise<boolean> {
  renderToStaticMarkup(createElement(FreshAfterBack));
  await new Promise((resolve) => setTimeout(resolve));
  return page.refresh.mock.calls.length > 0;
}

/** Opens pages by links, so that this document has shown them. */
async function see(...paths: string[]) {
  for (const path of paths) {
    goTo(path);
    expect([isReadAnew(), await isDrawnAnew()]).toEqual([false, false]);
  }
}

it("a page that Back shows is read and drawn again, because it may be hours old", async () => {
  await see("/admin/students/1", "/user/today");
  goBackTo("/admin/students/1");
  expect([isReadAnew(), await isDrawnAnew()]).toEqual([true, true]);
});

it("a page that Back shows for the first time since a reload is not drawn again: the router asks the server for it", async () => {
  goBackTo("/admin/students/3");
  expect([isReadAnew(), await isDrawnAnew()]).toEqual([true, false]);
});

it("a page that is opened by a link after Back is neither read nor drawn again", async () => {
  await see("/admin/students/2", "/user/today");
  goBackTo("/admin/students/1");
  goTo("/admin/students/2");
  expect([isReadAnew(), await isDrawnAnew()]).toEqual([false, false]);
});

it("nothing is read or drawn again eleven seconds after Back", async () => {
  await see("/admin/students/4", "/user/today");
  goBackTo("/admin/students/4");
  vi.advanceTimersByTime(11_000);
  expect([isReadAnew(), await isDrawnAnew()]).toEqual([false, false]);
});

it("Back to a page that differs only in its search draws it again, too", async () => {
  for (const search of ["?class=7", "?class=8"]) {
    goTo("/admin/results/statistics", search);
    expect(await isDrawnAnew()).toBe(false);
  }
  goBackTo("/admin/results/statistics", "?class=7");
  expect(await isDrawnAnew()).toBe(true);
});
