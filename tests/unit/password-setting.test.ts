import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { PasswordSetting } from "@/features/account/components/password-setting";
import { copy } from "@/features/account/messages";
import type { OwnAccountView } from "@/features/account/schema";

const page = vi.hoisted(() => ({ failure: new Error() }));
vi.mock("@/components/form/use-server-form", () => ({
  useServerForm: () => ({ form: {}, faults: {}, failure: page.failure, busy: false }),
}));
vi.mock("@/trpc/client", () => ({ api: { account: { changePassword: { useMutation: () => ({}) } } } }));

it.each([
  ["no answer", new Error("Failed to fetch"), copy.unsureOfPassword],
  ["a refusal", Object.assign(new Error("Too many."), { data: { code: "TOO_MANY_REQUESTS" } }), "Too many."],
])("after %s the form for the password says what is known", (_, failure, said) => {
  page.failure = failure;
  const account = { passwordRole: "user", email: "asha@example.org", username: null } as OwnAccountView;
  expect(renderToStaticMarkup(createElement(PasswordSetting, { account }))).toContain(said);
});
