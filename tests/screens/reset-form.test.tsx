import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ResetForm } from "@/features/auth/components/reset-form";
import { SignupForm } from "@/features/auth/components/signup-form";
import { copy, linkCopy } from "@/features/auth/messages";
import { later, noAnswer, refusal, show, toasts } from "../harness/screen";
import { markSession } from "../harness/session-mark";

const used = refusal("BAD_REQUEST", "This link does not work.");

const fill = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
};

/** A device on which this person, or nobody, is logged in as the server says; the page may not know it yet. */
function device(loggedIn: string | null, isKnown: boolean) {
  const ended: string[] = [];
  markSession(isKnown);
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/api/auth/signout") ended.push(loggedIn ?? "nobody");
    return Response.json({ csrfToken: "x", ...(loggedIn !== null && { account: { name: loggedIn } }) });
  });
  return ended;
}

const named = () => screen.findByText(/^Asha Rao is logged in on this device\./);

/** The page of a link, on which the new password is sent for each of these answers. */
function reset(...results: unknown[]) {
  const { inputs } = show(<ResetForm />, {
    at: "/reset-password#token=abc",
    answers: { "auth.resetPassword": () => results.shift() },
  });
  return {
    inputs,
    send() {
      fill({ [linkCopy.newPassword]: "a secret", [linkCopy.confirmPassword]: "a secret" });
      fireEvent.click(screen.getByRole("button", { name: linkCopy.savePassword }));
    },
  };
}

describe("a link to set a password", () => {
  it("that is refused is dead", async () => {
    device(null, false);
    const { send, inputs } = reset(used);
    send();
    await screen.findByText(linkCopy.resetLinkDead);
    expect(inputs()).toEqual([{ token: "abc", password: "a secret" }]);
  });

  it("that is refused after a lost answer says that the password may already be set", async () => {
    device(null, false);
    const { send } = reset(noAnswer(), used);
    send();
    await screen.findByText(linkCopy.failed);
    send();
    await screen.findByText(linkCopy.resetMayBeSet);
    expect(screen.queryByText(linkCopy.resetLinkDead)).toBeNull();
  });

  it.each([
    ["leads to the login", null, false, []],
    ["ends the login that the page has named, and leads to the login", "Asha Rao", true, ["Asha Rao"]],
    ["ends an existing login even before the page knows of it", "Asha Rao", false, ["Asha Rao"]],
  ])("%s once the password is set", async (_, loggedIn, isKnown, endedThen) => {
    const ended = device(loggedIn, isKnown);
    const { send } = reset({});
    if (isKnown) await named();
    send();
    await waitFor(() => expect(window.location.pathname).toBe("/login"));
    expect(ended).toEqual(endedThen);
    await waitFor(() => expect(toasts()).toEqual([linkCopy.resetDone]));
  });

  it.each([[true], [false]])(
    "leads to the login and ends an existing login after a lost answer, too (the page knows of it: %s)",
    async (isKnown) => {
      const ended = device("Asha Rao", isKnown);
      const { send } = reset(noAnswer(), used);
      if (isKnown) await named();
      send();
      await screen.findByText(linkCopy.failed);
      send();
      fireEvent.click(await screen.findByRole("button", { name: linkCopy.backToLogin }));
      await waitFor(() => expect(window.location.pathname).toBe("/login"));
      expect(ended).toEqual(["Asha Rao"]);
    },
  );
});

describe("a new account leads to the login", () => {
  /** Signs up, and leaves the form before the answer if told so. */
  async function signedUp(loggedIn: string | null, isLeft = false) {
    const ended = device(loggedIn, false);
    const { promise, resolve } = later<object>();
    const { unmount, update } = show(<SignupForm />, { at: "/signup", answers: { "auth.signup": () => promise } });
    fill({ "Full Name": "Dev Rao", "Email Address": "dev@example.org" });
    fill({ Password: "a secret", "Confirm Password": "a secret" });
    fireEvent.submit(screen.getByLabelText("Password").closest("form") ?? window);
    if (isLeft) update(null);
    resolve({});
    await waitFor(() => expect(toasts()).toEqual([copy.signedUp]));
    if (!isLeft) await waitFor(() => expect(window.location.pathname).toBe("/login"));
    unmount();
    return ended;
  }

  it("and ends no login if there is none", async () => {
    expect(await signedUp(null)).toEqual([]);
  });

  it("and ends the login of another person on this device, which would skip the login page", async () => {
    expect(await signedUp("Asha Rao")).toEqual(["Asha Rao"]);
  });

  it("but a form that was left ends no login", async () => {
    expect(await signedUp("Asha Rao", true)).toEqual([]);
    expect(window.location.pathname).toBe("/signup");
  });

  it("and the page says whose login ends", async () => {
    device("Asha Rao", true);
    show(<SignupForm />);
    expect(screen.queryByText(/is logged in/)).toBeNull();
    await screen.findByText("Asha Rao is logged in on this device. If you go on, that login ends here.");
  });
});
