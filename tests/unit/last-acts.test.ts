import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { CodesSetting } from "@/features/account/components/codes-setting";
import { RemoveAccount } from "@/features/account/components/remove-account";
import { SessionsSetting } from "@/features/account/components/sessions-setting";
import { codesCopy, copy } from "@/features/account/messages";
import type { OwnAccountView } from "@/features/account/schema";
import { SessionEnd } from "@/features/auth/components/session-end";
import { reportUpload } from "@/features/materials/components/upload-file";
import type { ErrorCode } from "@/lib/errors";
import { RefusedError } from "@/trpc/failure";

type Options = { onError?: (error: Error) => unknown };

const page = vi.hoisted(() => ({
  done: [] as string[],
  options: {} as Options,
  call: undefined as ((password: string) => Promise<void>) | undefined,
  hint: "",
  answers: [] as Error[],
}));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({ ...(await actual<object>()), useEffect: (act: () => void) => void act() }));
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: (href: string) => page.done.push(href), refresh() {} }),
}));
vi.mock("@/components/ui/toast", () => {
  const tell = (message: string) => page.done.push(message);
  return { toast: { error: tell, success: tell } };
});
vi.mock("@/features/account/components/forget-session", () => ({
  forgetSession: async () => void page.done.push("forgotten"),
}));
vi.mock("@/components/form/password-dialog", () => ({
  PasswordDialog: ({ call, hint }: Pick<typeof page, "call" | "hint">) => {
    Object.assign(page, { call, hint });
    return null;
  },
}));
vi.mock("@/trpc/uploads", () => ({}));
vi.mock("@/trpc/client", () => {
  const useMutation = (options: Options) => {
    page.options = options;
    return { isPending: false, isSuccess: false, isError: false, error: null, mutateAsync };
  };
  const mutateAsync = () => Promise.reject(page.answers.shift());
  const [remove, beginCodes, endCodes] = [{ useMutation }, { useMutation }, { useMutation }];
  const useUtils = () => ({ account: { get: { invalidate: async () => void page.done.push("read again") } } });
  return { api: { useUtils, account: { signOutEverywhere: { useMutation }, remove, beginCodes, endCodes } } };
});

beforeEach(() => {
  page.done.length = 0;
});

const lost = new Error("Failed to fetch");
const answered = (code: ErrorCode, message = "Please log in first.") =>
  Object.assign(new Error(message), { data: { code } });

it.each([
  [
    "that nobody is logged in after a lost answer",
    [lost, answered("UNAUTHORIZED")],
    ["forgotten", copy.signedOut, "/login"],
  ],
  ["that nobody is logged in", [answered("UNAUTHORIZED")], ["forgotten", copy.endedBefore, "/login"]],
  ["with another refusal", [lost, answered("FORBIDDEN")], []],
])("signing out everywhere, answered %s, does all that follows or nothing", async (_, answers, done) => {
  renderToStaticMarkup(createElement(SessionsSetting));
  for (const answer of answers) await page.options.onError?.(answer);
  expect(page.done).toEqual(done);
});

it.each([
  [true, copy.closed],
  [false, copy.removed],
])("a removal whose answer was lost is recognised by the ended session (on the roster: %s)", async (onRoster, said) => {
  renderToStaticMarkup(createElement(RemoveAccount, { onRoster, hint: "", onClose() {} }));
  page.answers = [lost, answered("UNAUTHORIZED")];
  await expect(page.call?.("secret")).rejects.toBe(lost);
  expect(page.done).toEqual([]);
  await page.call?.("secret");
  expect(page.done).toEqual(["forgotten", said, "/"]);
});

it("two-step login that was turned on but whose answer was lost is shown as on, with the way to its recovery codes", async () => {
  renderToStaticMarkup(createElement(CodesSetting, { account: { asksForCodes: false } as OwnAccountView }));
  page.answers = [lost, answered("CONFLICT", codesCopy.alreadyOn)];
  await expect(page.call?.("secret")).rejects.toBe(lost);
  expect(page.done).toEqual([]);
  await page.call?.("secret");
  expect(page.done).toEqual(["read again", codesCopy.alreadyOn]);
  expect(codesCopy.alreadyOn).toMatch(/turn it off and on again/);
});

it.each([
  [false, codesCopy.turnOffHint],
  [true, codesCopy.turnOffHintDemanded],
])("before two-step login is turned off, the dialog says what follows (demanded: %s)", (demandsCodes, hint) => {
  renderToStaticMarkup(
    createElement(CodesSetting, { account: { asksForCodes: true, demandsCodes } as OwnAccountView }),
  );
  expect(page.hint).toBe(hint);
});

it("every call reports the end of the session, except a call that handles it itself", async () => {
  const client = new QueryClient();
  const location = { pathname: "/user/account", search: "" };
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location }));
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(SessionEnd)));
  const mutationFn = () => Promise.reject(answered("UNAUTHORIZED"));
  const told = async (options: { meta?: { handlesSessionEnd: true } }) => {
    page.done.length = 0;
    await client
      .getMutationCache()
      .build(client, { mutationFn, ...options })
      .execute(undefined)
      .catch(() => {});
    return page.done.length;
  };
  expect(await told({})).toBe(1);
  expect(await told({ meta: { handlesSessionEnd: true } })).toBe(0);
  vi.spyOn(console, "error").mockImplementation(() => {});
  reportUpload(new RefusedError("Please sign in.", [], "UNAUTHORIZED"));
  expect(page.done).toHaveLength(1);
  reportUpload(new RefusedError("Not yours.", [], "FORBIDDEN"));
  expect(page.done).toHaveLength(1);
});
