import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ResetForm } from "@/features/auth/components/reset-form";
import { SignupForm } from "@/features/auth/components/signup-form";
import { linkCopy } from "@/features/auth/messages";

type Options = { onError?: (error: Error) => void } | undefined;

const page = vi.hoisted(() => ({
  options: undefined as Options,
  failure: undefined as Error | undefined,
  lost: false,
  signedIn: null as { name: string } | null,
  /** Who the server says is logged in when it is asked again. */
  session: null as { name: string } | null,
  onDone: async (_answer?: unknown, _form?: object) => {},
  onPress: async () => {},
  acts: [] as string[],
}));
// The page is drawn again for each answer.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useState: () => [page.lost, (lost: boolean) => Object.assign(page, { lost })],
}));
vi.mock("@/components/form/use-fragment", () => ({ useLinkToken: () => "token" }));
vi.mock("@/components/form/use-lead", () => ({
  useLead: () => (path: string) => page.acts.push(`open ${path}`),
}));
vi.mock("@/components/ui/toast", () => ({ toast: { success: () => {} } }));
vi.mock("@/lib/session-calls", () => ({
  askSession: async () => page.session,
  signOut: async () => void page.acts.push("sign out"),
}));
vi.mock("@/lib/use-signed-in", () => ({ useSignedIn: () => page.signedIn }));
vi.mock("@/components/form/use-server-form", () => ({
  useServerForm({ onDone }: { onDone: () => Promise<void> }) {
    Object.assign(page, { onDone });
    return { form: {}, faults: {}, failure: page.failure };
  },
}));
vi.mock("@/components/ui/field", () => ({ Field: () => null }));
vi.mock("@/components/ui/password-input", () => ({ PasswordInput: () => null }));
vi.mock("@/components/ui/button", () => ({
  Button: ({ onClick }: { onClick?: () => Promise<void> }) => {
    Object.assign(page, { onPress: onClick });
    return null;
  },
}));
vi.mock("@/components/ui/needs-script", () => ({ NeedsScript: () => null }));
vi.mock("@/components/ui/link", () => ({ Link: () => null }));
vi.mock("@/components/ui/button-link", () => ({ ButtonLink: (props: object) => createElement("a", props) }));
vi.mock("@/trpc/client", () => ({
  api: {
    auth: {
      resetPassword: { useMutation: (options: Options) => Object.assign(page, { options }) },
      signup: { useMutation: () => ({}) },
    },
  },
}));

const used = Object.assign(new Error("This link does not work."), { data: { code: "BAD_REQUEST" } });

/** What the page says after this failure. */
function said(failure: Error) {
  page.failure = failure;
  page.options?.onError?.(failure);
  const html = renderToStaticMarkup(createElement(ResetForm));
  return [linkCopy.resetMayBeSet, linkCopy.resetLinkDead, linkCopy.failed].filter((words) => html.includes(words));
}

it("if a link is refused after a lost answer, the page says that the password may already be set", () => {
  expect(said(used)).toEqual([linkCopy.resetLinkDead]);
  expect(said(new Error("Failed to fetch"))).toEqual([linkCopy.failed]);
  expect(said(used)).toEqual([linkCopy.resetMayBeSet]);
});

it.each([
  [null, ["open /login"]],
  [{ name: "Asha Rao" }, ["sign out", "open /login"]],
])("a new password leads to the login and ends the login that the page has named: %j", async (signedIn, acts) => {
  Object.assign(page, { signedIn, acts: [], failure: undefined });
  const html = renderToStaticMarkup(createElement(ResetForm));
  expect(html.includes("Asha Rao is logged in on this device.")).toBe(signedIn !== null);
  await page.onDone();
  expect(page.acts).toEqual(acts);
});

it.each([{ signedIn: { name: "Asha Rao" } }, { signedIn: null, session: { name: "Asha Rao" } }])(
  "after a lost answer, the button to the login also ends an existing login: %j",
  async (known) => {
    Object.assign(page, { ...known, acts: [], lost: true, failure: used });
    renderToStaticMarkup(createElement(ResetForm));
    await page.onPress();
    expect(page.acts).toEqual(["sign out", "open /login"]);
  },
);

it("setting a password ends an existing login even before the page knows of it", async () => {
  Object.assign(page, { signedIn: null, session: { name: "Asha Rao" }, acts: [], lost: false, failure: undefined });
  renderToStaticMarkup(createElement(ResetForm));
  await page.onDone();
  expect(page.acts).toEqual(["sign out", "open /login"]);
});

describe("a new account leads to the login", () => {
  const form = { isConnected: true, elements: { namedItem: () => null } };
  const signedUp = async (session: { name: string } | null, isConnected = true) => {
    Object.assign(page, { signedIn: null, session, acts: [], failure: undefined });
    vi.stubGlobal("HTMLInputElement", class {});
    onTestFinished(() => void vi.unstubAllGlobals());
    renderToStaticMarkup(createElement(SignupForm));
    await page.onDone({}, { ...form, isConnected });
    return page.acts;
  };

  it("and ends the login of another person on this device, which would skip the login page", async () => {
    expect(await signedUp(null)).toEqual(["open /login"]);
    expect(await signedUp({ name: "Asha Rao" })).toEqual(["sign out", "open /login"]);
  });

  it("but a form that was left ends no login", async () => {
    expect(await signedUp({ name: "Asha Rao" }, false)).not.toContain("sign out");
  });

  it.each([[null], [{ name: "Asha Rao" }]])("and the page says whose login ends: %j", (signedIn) => {
    Object.assign(page, { signedIn, failure: undefined });
    const html = renderToStaticMarkup(createElement(SignupForm));
    expect(html.includes("Asha Rao is logged in on this device. If you go on, that login ends here.")).toBe(
      signedIn !== null,
    );
  });
});
