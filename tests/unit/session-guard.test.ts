import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AccountSwitch } from "@/app/navigation/account-switch";
import { logIn } from "@/features/auth/components/log-in";
import { SessionGuard } from "@/features/auth/components/session-guard";
import { type Account, forgetAccount, rememberAccount } from "@/lib/account";
import { forgetAtLogout } from "@/lib/logout";
import { draftKey, leftBehind, unsentKey } from "@/lib/unsent";
import { keepDraft } from "@/lib/unsent-store";
import { stubStorage } from "../harness/browser-storage";

const shown = vi.hoisted(() => ({
  ends: [] as (() => void)[],
  notices: [] as string[],
  options: undefined as unknown,
  refresh: vi.fn(),
}));
vi.mock("next/navigation", () => ({ useRouter: () => shown }));
vi.mock("@/components/ui/page-refresh", () => ({ usePageRefresh: () => shown.refresh }));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useEffect: (act: () => () => void) => void shown.ends.push(act()),
}));
vi.mock("@/components/ui/toast", () => {
  function error(words: string, options: unknown) {
    shown.notices.push(words);
    shown.options = options;
  }
  return { toast: { error, success() {}, dismiss() {} } };
});

const vera: Account = { role: "admin", name: "Vera Shah", username: "vera" };
const ravi: Account = { role: "user", _id: "2", name: "Ravi Rao", email: null };
const [reload, replace] = [vi.fn(), vi.fn()];
const location = { reload, replace, pathname: "/admin/students", search: "" };
let isElsewhere = false;
let asked: ReturnType<typeof vi.fn>;
let input: { value: string };
let marked = "";
let local: Map<string, string>;
let tab: Map<string, string>;

/** The office in this tab, beside other tabs that change the same storage. */
beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-12-04T17:00:00Z") });
  [local, tab] = [stubStorage(), stubStorage("sessionStorage")];
  const page = Object.assign(new EventTarget(), { location });
  vi.stubGlobal("window", page);
  class Input {
    readonly [key: string]: string;
    type = "text";
    value = "half a sen";
    defaultValue = "";
  }
  vi.stubGlobal("HTMLInputElement", Input);
  input = new Input();
  const querySelector = (selector: string) => (selector === marked ? {} : null);
  const querySelectorAll = () => [input];
  const document = { cookie: "lyceum-logged-in=1", visibilityState: "visible", querySelector, querySelectorAll };
  vi.stubGlobal("document", Object.assign(new EventTarget(), document));
  const { setItem, removeItem } = localStorage;
  const tell = (key: string, newValue: string | null) => {
    if (isElsewhere) page.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));
  };
  const change = {
    setItem(key: string, value: string) {
      setItem(key, value);
      tell(key, value);
    },
    removeItem(key: string) {
      const isThere = local.has(key);
      removeItem(key);
      if (isThere) tell(key, null);
    },
  };
  vi.stubGlobal("localStorage", Object.assign(Object.create(localStorage), change));
  SessionGuard({ account: vera, personId: "1" });
  keepDraft("vera:note:1", { note: "Asha is ill" });
  leftBehind.set("/contact", "a message");
  local.set(`${unsentKey}:vera:exam-1`, '{"a":61}');
});

afterEach(() => {
  for (const end of shown.ends.splice(0)) end();
  shown.notices.length = 0;
  shown.refresh.mockReset();
  for (const mock of [reload, replace]) mock.mockReset();
  location.search = "";
  marked = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What another tab does with the storage. */
function elsewhere(act: () => void) {
  isElsewhere = true;
  act();
  isElsewhere = false;
}

/** The server answers with this account of this person, or nobody. */
function answers(account: Account | null, _id = "1") {
  asked = vi.fn(async () =>
    Response.json(account ? { account: { _id, email: null, username: null, ...account } } : {}),
  );
  vi.stubGlobal("fetch", asked);
}

const left = () => [...tab.keys(), ...leftBehind.keys()];
const draft = `${draftKey}:vera:note:1`;

it("a logout in another tab reloads the page and deletes its drafts immediately, even with input; unsent marks stay", async () => {
  answers(null);
  elsewhere(forgetAtLogout);
  expect([reload.mock.calls.length, left(), shown.notices]).toEqual([1, [], []]);
  expect([...local.keys()]).toEqual([`${unsentKey}:vera:exam-1`]);
  // If something held the page, it is reloaded again, and no notice says that the input is still there.
  await vi.advanceTimersByTimeAsync(100);
  expect([reload.mock.calls.length, shown.notices]).toEqual([2, []]);
});

it("a session that the server ended keeps what is typed, even if another tab noticed the end first", async () => {
  answers(null);
  elsewhere(forgetAccount);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveBeenCalledOnce();
  expect([reload.mock.calls.length, left()]).toEqual([0, [draft, "/contact"]]);
  expect(shown.notices).toEqual([expect.stringMatching(/^Your session has ended/)]);
  // Perhaps nobody is there to read it now.
  expect(shown.options).toMatchObject({ duration: Number.POSITIVE_INFINITY, action: { label: "Sign in" } });
});

it.each([
  ["reloads the page", "", 1],
  ["keeps the page with a list of files, which is in no control", "form[data-unsent]", 0],
])("if nothing is typed, a session that the server ended %s", async (_, selector, reloads) => {
  [input.value, marked] = ["", selector];
  answers(null);
  elsewhere(forgetAccount);
  await vi.advanceTimersByTimeAsync(100);
  expect([reload.mock.calls.length, shown.notices.length]).toEqual([reloads, 1 - reloads]);
});

it("another person's login in another tab reloads the page and deletes its drafts; the same person's keeps both", async () => {
  answers(vera);
  elsewhere(() => rememberAccount(vera));
  await vi.advanceTimersByTimeAsync(100);
  expect([reload.mock.calls.length, left()]).toEqual([0, [draft, "/contact"]]);
  answers(ravi);
  elsewhere(() => rememberAccount(ravi));
  await vi.advanceTimersByTimeAsync(100);
  expect([reload.mock.calls.length, left()]).toEqual([1, []]);
});

it("the same person's login on the other side reloads the page and keeps its drafts", async () => {
  const family: Account = { role: "user", _id: "1", name: "Vera Shah", email: "vera@example.org" };
  answers(family);
  elsewhere(() => rememberAccount(family));
  await vi.advanceTimersByTimeAsync(100);
  expect([reload.mock.calls.length, left()]).toEqual([1, [draft, "/contact"]]);
});

it("another colleague's login in another tab reloads the page and deletes its drafts", async () => {
  const kiran: Account = { role: "admin", name: "Kiran Das", username: "kiran" };
  answers(kiran, "3");
  elsewhere(() => rememberAccount(kiran));
  await vi.advanceTimersByTimeAsync(100);
  expect([reload.mock.calls.length, left()]).toEqual([1, []]);
});

it.each([
  ["the person logs out in another tab", "without", null, forgetAtLogout],
  ["another person logs in in another tab", "without", ravi, () => rememberAccount(ravi)],
  ["the session runs out", "with", null, forgetAccount],
] as const)("if %s, the page is loaded again %s what was searched on it", async (_, how, found, act) => {
  [input.value, location.search] = ["", "?q=Asha+Rao"];
  answers(found, "2");
  elsewhere(act);
  await vi.advanceTimersByTimeAsync(100);
  expect(reload).toHaveBeenCalledTimes(how === "with" ? 1 : 0);
  for (const call of replace.mock.calls) expect(call).toEqual(["/admin/students"]);
  expect(replace.mock.calls.length > 0).toBe(how === "without");
});

it("a page of an earlier session asks whose session this is, and does not overwrite the present account", async () => {
  answers(ravi, "2");
  rememberAccount(ravi);
  SessionGuard({ account: vera, personId: "1" });
  expect(JSON.parse(local.get("user") ?? "{}")).toEqual(ravi);
  await vi.advanceTimersByTimeAsync(100);
  expect([asked.mock.calls.length, reload.mock.calls.length, left()]).toEqual([1, 1, []]);
});

it("a public page is drawn again after a logout in another tab, and after another person's login there", async () => {
  for (const end of shown.ends.splice(0)) end();
  const refreshes = async () => {
    await vi.advanceTimersByTimeAsync(100);
    return shown.refresh.mock.calls.length;
  };
  answers(ravi, "2");
  rememberAccount(ravi);
  renderToStaticMarkup(createElement(AccountSwitch, { visitor: null, loading: null }));
  await vi.dynamicImportSettled();
  expect([await refreshes(), asked.mock.calls.length]).toEqual([0, 1]);
  elsewhere(() => rememberAccount(ravi));
  expect(await refreshes()).toBe(0);
  Object.assign(document, { cookie: "" });
  elsewhere(forgetAtLogout);
  expect([await refreshes(), left()]).toEqual([1, []]);
  Object.assign(document, { cookie: "lyceum-logged-in=1" });
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
    const answer = { csrfToken: "", url: "https://school.example/", account };
    vi.stubGlobal("fetch", async () => Response.json(answer));
    Object.assign(location, { href: "https://school.example/login" });
    await expect(logIn("admin", new FormData(), null)).resolves.toHaveProperty("path");
    expect(left()).toEqual(kept);
  },
);

it("a page that was left open over the institute's midnight is drawn again, once", async () => {
  answers(vera);
  const refreshes = [];
  for (const time of ["18:29", "18:31", "18:32"]) {
    vi.setSystemTime(new Date(`2026-12-04T${time}:00Z`));
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(100);
    refreshes.push(shown.refresh.mock.calls.length);
  }
  expect(refreshes).toEqual([0, 1, 1]);
});
