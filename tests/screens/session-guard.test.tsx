import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { AccountSwitch } from "@/app/navigation/account-switch";
import { logIn } from "@/features/auth/components/log-in";
import { SessionGuard } from "@/features/auth/components/session-guard";
import { type Account, forgetAccount, rememberAccount } from "@/lib/account";
import { forgetAtLogout } from "@/lib/logout";
import { draftKey, leftBehind, unsentKey } from "@/lib/unsent";
import { keepDraft } from "@/lib/unsent-store";
import { show, toasts } from "../harness/screen";
import { markSession } from "../harness/session-mark";

const vera: Account = { role: "admin", name: "Vera Shah", username: "vera" };
const ravi: Account = { role: "user", _id: "2", name: "Ravi Rao", email: null };
const sessionEnded = expect.stringMatching(/^Your session has ended/);
const draft = `${draftKey}:vera:note:1`;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-12-04T17:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  markSession(true);
  keepDraft("vera:note:1", { note: "Asha is ill" });
  leftBehind.set("/contact", "a message");
  localStorage.setItem(`${unsentKey}:vera:exam-1`, '{"a":61}');
});

const left = () => [...Object.keys(sessionStorage), ...leftBehind.keys()];

/** Lets time pass. By default it is enough for the page to ask who is logged in, and to say that the session has ended. */
const pass = (ms = 100) => act(() => vi.advanceTimersByTimeAsync(ms));

/** An office page with a form. */
async function office({ typed = "half a sen", at = "/admin/students", unsent = false } = {}) {
  const [reload, replace] = [vi.fn(), vi.fn()];
  vi.stubGlobal("location", Object.assign(new URL(at, window.location.href), { reload, replace }));
  const { router } = show(
    <main>
      <SessionGuard account={vera} personId="1" />
      <form data-unsent={unsent || undefined}>
        <textarea name="note" />
      </form>
    </main>,
  );
  fireEvent.keyDown(document.body);
  await act(() => vi.dynamicImportSettled());
  fireEvent.change(screen.getByRole("textbox"), { target: { value: typed } });
  return { reload, replace, refresh: router.refresh };
}

/** What another tab does with the storage that it shares with this one. */
function elsewhere(change: () => void) {
  const { setItem, removeItem } = Storage.prototype;
  const tell = (storage: Storage, key: string, newValue: string | null) =>
    storage === localStorage && window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  const spies = [
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, value) {
      setItem.call(this, key, value);
      tell(this, key, value);
    }),
    vi.spyOn(Storage.prototype, "removeItem").mockImplementation(function (this: Storage, key) {
      const isThere = this.getItem(key) !== null;
      removeItem.call(this, key);
      if (isThere) tell(this, key, null);
    }),
  ];
  act(change);
  for (const spy of spies) spy.mockRestore();
}

/** The server answers with this account of this person, or nobody. */
function answers(account: Account | null, _id = "1") {
  const asked = vi.fn(async (_path: string, _init: RequestInit) =>
    Response.json(account ? { account: { _id, email: null, username: null, ...account } } : {}),
  );
  vi.stubGlobal("fetch", asked);
  return asked;
}

it("a logout in another tab reloads the page and deletes its drafts immediately, even with input; unsent marks stay", async () => {
  answers(null);
  const { reload } = await office();
  elsewhere(forgetAtLogout);
  expect([reload.mock.calls.length, left(), toasts()]).toEqual([1, [], []]);
  expect(Object.keys(localStorage)).toEqual([`${unsentKey}:vera:exam-1`]);
  // If something held the page, it is reloaded again, and no notice says that the input is still there.
  await pass();
  expect([reload.mock.calls.length, toasts()]).toEqual([2, []]);
});

it("a session that the server ended keeps what is typed, even if another tab noticed the end first", async () => {
  const asked = answers(null);
  const { reload } = await office();
  const open = vi.fn();
  vi.stubGlobal("open", open);
  elsewhere(forgetAccount);
  await pass();
  expect(asked).toHaveBeenCalledOnce();
  expect([reload.mock.calls.length, left()]).toEqual([0, [draft, "/contact"]]);
  expect(toasts()).toEqual([sessionEnded]);
  // Perhaps nobody is there to read it now.
  await pass(60_000);
  expect(toasts()).toEqual([sessionEnded]);
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(open).toHaveBeenCalledWith("/login?next=%2Fadmin%2Fstudents", "_blank", "noopener");
});

it.each([
  ["reloads the page", false, 1],
  ["keeps the page with a list of files, which is in no control", true, 0],
])("if nothing is typed, a session that the server ended %s", async (_, unsent, reloads) => {
  answers(null);
  const { reload } = await office({ typed: "", unsent });
  elsewhere(forgetAccount);
  await pass();
  expect([reload.mock.calls.length, toasts().length]).toEqual([reloads, 1 - reloads]);
});

it("another person's login in another tab reloads the page and deletes its drafts; the same person's keeps both", async () => {
  answers(vera);
  const { reload } = await office();
  elsewhere(() => rememberAccount(vera));
  await pass();
  expect([reload.mock.calls.length, left()]).toEqual([0, [draft, "/contact"]]);
  answers(ravi);
  elsewhere(() => rememberAccount(ravi));
  await pass();
  expect([reload.mock.calls.length, left()]).toEqual([1, []]);
});

it("the same person's login in another tab takes away the notice that the session has ended", async () => {
  answers(null);
  await office();
  elsewhere(forgetAccount);
  await pass();
  answers(vera);
  elsewhere(() => rememberAccount(vera));
  await pass();
  await pass(1000);
  expect(toasts()).toEqual([]);
});

it("the same person's login on the other side reloads the page and keeps its drafts", async () => {
  const family: Account = { role: "user", _id: "1", name: "Vera Shah", email: "vera@example.org" };
  answers(family);
  const { reload } = await office();
  elsewhere(() => rememberAccount(family));
  await pass();
  expect([reload.mock.calls.length, left()]).toEqual([1, [draft, "/contact"]]);
});

it("another colleague's login in another tab reloads the page and deletes its drafts", async () => {
  const kiran: Account = { role: "admin", name: "Kiran Das", username: "kiran" };
  answers(kiran, "3");
  const { reload } = await office();
  elsewhere(() => rememberAccount(kiran));
  await pass();
  expect([reload.mock.calls.length, left()]).toEqual([1, []]);
});

it.each([
  ["the person logs out in another tab", "without", null, forgetAtLogout],
  ["another person logs in in another tab", "without", ravi, () => rememberAccount(ravi)],
  ["the session runs out", "with", null, forgetAccount],
] as const)("if %s, the page is loaded again %s what was searched on it", async (_, how, found, change) => {
  answers(found, "2");
  const { reload, replace } = await office({ typed: "", at: "/admin/students?q=Asha+Rao" });
  elsewhere(change);
  await pass();
  expect(reload).toHaveBeenCalledTimes(how === "with" ? 1 : 0);
  for (const call of replace.mock.calls) expect(call).toEqual(["/admin/students"]);
  expect(replace.mock.calls.length > 0).toBe(how === "without");
});

it("a page of an earlier session asks whose session this is, and does not overwrite the present account", async () => {
  const asked = answers(ravi, "2");
  rememberAccount(ravi);
  const { reload } = await office();
  expect(JSON.parse(localStorage.getItem("user") ?? "{}")).toEqual(ravi);
  await pass();
  expect([asked.mock.calls.length, reload.mock.calls.length, left()]).toEqual([1, 1, []]);
});

it("a page tells the server when it asks for the session automatically, but not when it comes to the front", async () => {
  const asked = answers(vera);
  await office();
  await pass(32 * 60_000);
  fireEvent.focus(window);
  await pass();
  expect(asked.mock.calls).toEqual([
    ["/api/auth/session", { headers: { "left-open": "1" } }],
    ["/api/auth/session", {}],
  ]);
});

it("a public page is drawn again after a logout in another tab, and after another person's login there", async () => {
  const asked = answers(ravi, "2");
  rememberAccount(ravi);
  const { router } = show(<AccountSwitch visitor={<a href="/login">Login</a>} loading={null} />);
  await act(() => vi.dynamicImportSettled());
  const refreshes = async () => {
    await pass();
    return router.refresh.mock.calls.length;
  };
  expect([await refreshes(), asked.mock.calls.length]).toEqual([0, 1]);
  screen.getByRole("button", { name: "Dashboard" });
  elsewhere(() => rememberAccount(ravi));
  expect(await refreshes()).toBe(0);
  markSession(false);
  elsewhere(forgetAtLogout);
  expect([await refreshes(), left()]).toEqual([1, []]);
  screen.getByRole("link", { name: "Login" });
  markSession(true);
  answers(vera);
  elsewhere(() => rememberAccount(vera));
  expect(await refreshes()).toBe(2);
});

it.each([
  ["another colleague", "kiran", []],
  ["the same person", "vera", [draft, "/contact"]],
])(
  "what was typed before a session ended is kept in its tab until another person logs in: %s",
  async (_, username, kept) => {
    const account = { _id: "3", role: "admin", name: "Staff", email: "staff@school.example", username };
    vi.stubGlobal("fetch", async () => Response.json({ csrfToken: "", url: "https://school.example/", account }));
    await expect(logIn("admin", new FormData(), null)).resolves.toHaveProperty("path");
    expect(left()).toEqual(kept);
  },
);

it("a page that was left open over the institute's midnight is drawn again, once", async () => {
  answers(vera);
  const { refresh } = await office();
  const refreshes = [];
  for (const time of ["18:29", "18:31", "18:32"]) {
    vi.setSystemTime(new Date(`2026-12-04T${time}:00Z`));
    fireEvent(document, new Event("visibilitychange"));
    await pass();
    refreshes.push(refresh.mock.calls.length);
  }
  expect(refreshes).toEqual([0, 1, 1]);
});
