import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { PasswordSetting } from "@/features/account/components/password-setting";
import { RemovalSetting } from "@/features/account/components/removal-setting";
import { SessionsSetting } from "@/features/account/components/sessions-setting";
import { copy } from "@/features/account/messages";
import type { OwnAccountView } from "@/features/account/schema";
import { SessionEnd } from "@/features/auth/components/session-end";
import { reportUpload } from "@/features/materials/components/upload-file";
import { rememberAccount } from "@/lib/account";
import { RefusedError } from "@/trpc/failure";
import { partOf } from "../harness/part-of";
import { noAnswer, refusal, show, toasts } from "../harness/screen";

const ended = refusal("UNAUTHORIZED", "Please log in first.");
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

/** The browser of somebody who is logged in. @returns whether it has forgotten its session, here and on the server */
function loggedIn() {
  const asked = vi.fn(async (_path: string) => Response.json({ csrfToken: "x" }));
  vi.stubGlobal("fetch", asked);
  rememberAccount({ role: "user", _id: "1", name: "Asha Rao", email: null });
  return () => [asked.mock.calls.some(([path]) => path === "/api/auth/signout"), localStorage.getItem("user") === null];
}

it.each([
  ["that nobody is logged in after a lost answer", true, copy.signedOut],
  ["that nobody is logged in", false, copy.endedBefore],
])("signing out everywhere, answered %s, does all that follows", async (_, isLost, said) => {
  const isForgotten = loggedIn();
  const results: Error[] = isLost ? [noAnswer(), ended] : [ended];
  const { router } = show(<SessionsSetting />, {
    at: "/user/account",
    answers: { "account.signOutEverywhere": () => results.shift() },
  });
  press(copy.signOut);
  if (isLost) {
    await screen.findByText(copy.failed);
    press(copy.signOut);
  }
  await waitFor(() => expect(toasts()).toEqual([said]));
  expect([isForgotten(), window.location.pathname]).toEqual([[true, true], "/login"]);
  expect(router.refresh).toHaveBeenCalledOnce();
});

it("signing out everywhere, answered with another refusal, does nothing that follows", async () => {
  const isForgotten = loggedIn();
  const results = [noAnswer(), refusal("FORBIDDEN", "Not yours.")];
  show(<SessionsSetting />, { at: "/user/account", answers: { "account.signOutEverywhere": () => results.shift() } });
  press(copy.signOut);
  await screen.findByText(copy.failed);
  press(copy.signOut);
  await screen.findByText("Not yours.");
  expect([toasts(), isForgotten(), window.location.pathname]).toEqual([[], [false, false], "/user/account"]);
});

it.each([
  [true, copy.close, copy.closed],
  [false, copy.remove, copy.removed],
])(
  "a removal whose answer was lost is recognised by the ended session (on the roster: %s)",
  async (onRoster, label, said) => {
    const isForgotten = loggedIn();
    const results: Error[] = [noAnswer(), ended];
    const { user } = show(<RemovalSetting onRoster={onRoster} isGuardian={false} />, {
      at: "/user/account",
      answers: { "account.remove": () => results.shift() },
    });
    press(label);
    const password = await screen.findByLabelText("Your Password");
    await user.type(password, "secret{Enter}");
    await screen.findByText(copy.failed);
    expect([toasts(), isForgotten(), window.location.pathname]).toEqual([[], [false, false], "/user/account"]);
    await user.type(password, "{Enter}");
    await waitFor(() => expect(toasts()).toEqual([said]));
    expect([isForgotten(), window.location.pathname]).toEqual([[true, true], "/"]);
  },
);

const account: OwnAccountView = partOf({ passwordRole: "user", email: "asha@example.org", username: null });

function changePassword() {
  for (const [label, value] of [
    [copy.currentPassword, "secret"],
    [copy.newPassword, "another secret"],
    [copy.confirmPassword, "another secret"],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByText(copy.savePassword));
}

it.each([
  ["no answer", noAnswer(), copy.unsureOfPassword],
  ["a refusal", refusal("TOO_MANY_REQUESTS", "Too many."), "Too many."],
])("after %s the form for the password says what is known", async (_, failure, said) => {
  const { inputs } = show(<PasswordSetting account={account} />, { answers: { "account.changePassword": failure } });
  changePassword();
  await screen.findByText(said);
  expect(inputs()).toEqual([{ current: "secret", next: "another secret" }]);
});

const sessionEnded = expect.stringMatching(/^Your session has ended. Nothing you typed is lost/);

it("every call reports the end of the session, except a call that handles it itself", async () => {
  loggedIn();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const results = [refusal("FORBIDDEN", "Not yours."), ended];
  show(
    <>
      <SessionEnd />
      <SessionsSetting />
      <PasswordSetting account={account} />
    </>,
    { answers: { "account.signOutEverywhere": ended, "account.changePassword": () => results.shift() } },
  );
  press(copy.signOut);
  await waitFor(() => expect(toasts()).toEqual([copy.endedBefore]));
  reportUpload(new RefusedError("Not yours.", [], "FORBIDDEN"));
  changePassword();
  await screen.findByText("Not yours.");
  expect(toasts()).toEqual([copy.endedBefore]);
  changePassword();
  await waitFor(() => expect(toasts()).toEqual([sessionEnded, copy.endedBefore]));
});

it("an upload reports the end of the session", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  show(<SessionEnd />);
  reportUpload(new RefusedError("Please sign in.", [], "UNAUTHORIZED"));
  await waitFor(() => expect(toasts()).toEqual([sessionEnded]));
});
