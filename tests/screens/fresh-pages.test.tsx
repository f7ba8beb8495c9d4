import { act, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FreshAfterBack } from "@/components/site/fresh-after-back";
import { KeepFresh } from "@/components/site/keep-fresh";
import { api } from "@/trpc/client";
import { later, show } from "../harness/screen";

const session = () => Response.json({ account: { _id: "1" } });
const settled = () => act(() => vi.advanceTimersByTimeAsync(0));

beforeEach(() => {
  vi.stubGlobal("fetch", async () => session());
});
afterEach(() => void vi.useRealTimers());

describe("a tab that comes to the front", () => {
  beforeEach(() => void vi.useFakeTimers());

  function comes(visibilityState: DocumentVisibilityState) {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibilityState);
    fireEvent(document, new Event("visibilitychange"));
    fireEvent.focus(window);
    return settled();
  }

  it("is drawn again once, and a hidden one is not", async () => {
    const { router, unmount } = show(<KeepFresh />);
    await comes("visible");
    vi.advanceTimersByTime(60_000);
    await comes("hidden");
    expect(router.refresh).not.toHaveBeenCalled();
    await comes("visible");
    expect(router.refresh).toHaveBeenCalledOnce();
    unmount();
    vi.advanceTimersByTime(60_000);
    await comes("visible");
    expect(router.refresh).toHaveBeenCalledOnce();
  });

  it("is not drawn again without a server, a session or the page; the next event tries again", async () => {
    const { router, unmount } = show(<KeepFresh />);
    vi.advanceTimersByTime(60_000);
    const fetch = vi.fn(async () => session());
    vi.stubGlobal("fetch", fetch);
    fetch.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    fireEvent(document, new Event("visibilitychange"));
    await settled();
    expect(router.refresh).not.toHaveBeenCalled();
    await comes("visible");
    expect(router.refresh).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    fetch.mockResolvedValueOnce(Response.json({}));
    await comes("visible");
    vi.advanceTimersByTime(60_000);
    const { promise, resolve } = later<Response>();
    fetch.mockReturnValueOnce(promise);
    await comes("visible");
    unmount();
    resolve(session());
    await settled();
    expect(fetch).toHaveBeenCalledTimes(4);
    expect(router.refresh).toHaveBeenCalledOnce();
  });
});

describe("Back", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));

  /** A list that the server has drawn into the page. */
  function List() {
    api.subjects.list.useQuery(undefined, { initialData: [] });
    return null;
  }

  /** Opens pages by links, so that this document has shown them. */
  async function see(...hrefs: string[]) {
    const shown = show(<FreshAfterBack />);
    for (const href of hrefs) act(() => shown.router.push(href));
    await settled();
    expect(shown.router.refresh).not.toHaveBeenCalled();
    return shown;
  }

  /** What the browser does at Back. */
  function goBackTo(href: string) {
    window.history.replaceState(null, "", href);
    fireEvent.popState(window);
  }

  /** Whether the list on the page is read again. */
  function isReadAnew() {
    const { paths, unmount } = show(<List />, { at: window.location.href });
    unmount();
    return paths().length > 0;
  }

  it("reads and draws again the page that it shows, because it may be hours old", async () => {
    const { router } = await see("/admin/students/1", "/user/today");
    expect(isReadAnew()).toBe(false);
    goBackTo("/admin/students/1");
    await settled();
    expect([isReadAnew(), router.refresh.mock.calls.length]).toEqual([true, 1]);
  });

  it("does not draw again a page that it shows for the first time since a reload: the router asks the server for it", async () => {
    const { router } = await see("/user/today");
    goBackTo("/admin/students/3");
    await settled();
    expect([isReadAnew(), router.refresh.mock.calls.length]).toEqual([true, 0]);
  });

  it("neither reads nor draws again a page that is opened by a link after it", async () => {
    const { router } = await see("/admin/students/2", "/user/today");
    goBackTo("/admin/students/unseen");
    act(() => router.push("/admin/students/2"));
    await settled();
    expect([isReadAnew(), router.refresh.mock.calls.length]).toEqual([false, 0]);
  });

  it("reads and draws nothing again eleven seconds later", async () => {
    const { unmount } = await see("/admin/students/4", "/user/today");
    unmount();
    goBackTo("/admin/students/4");
    vi.advanceTimersByTime(11_000);
    const { router } = show(<FreshAfterBack />, { at: "/admin/students/4" });
    await settled();
    expect([isReadAnew(), router.refresh.mock.calls.length]).toEqual([false, 0]);
  });

  it("draws again a page that differs only in its search, too", async () => {
    const { router } = await see("/admin/results/statistics?class=7", "/admin/results/statistics?class=8");
    goBackTo("/admin/results/statistics?class=7");
    await settled();
    expect(router.refresh).toHaveBeenCalledOnce();
  });
});
