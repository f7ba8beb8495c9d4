import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { PasswordDialog } from "@/components/form/password-dialog";
import { Button } from "@/components/ui/button";
import { takeLostFocus } from "@/components/ui/take-focus";
import { CodesSetting } from "@/features/account/components/codes-setting";
import { FirstCode } from "@/features/account/components/first-code";
import { SecondStepDemand } from "@/features/staff/components/second-step-demand";
import { drawnForm } from "../harness/drawn-form";
import { draw, elementsOf, forgetStates } from "../harness/states";

type Form = ComponentProps<typeof FirstCode>;
type Saved = (settings: { staffSecondStep: boolean }) => void;

const begun = vi.hoisted(() => ({ secret: "JBSWY3DPEHPK3PXP", uri: "", qr: { size: 1, path: "" } }));
const page = vi.hoisted(() => ({
  list: { isSecondStepDemanded: false },
  steps: [] as string[],
  saved: undefined as Saved | undefined,
}));
vi.mock("react", async (actual) => {
  const { useState } = await import("../harness/states");
  return { ...(await actual<object>()), useState };
});
vi.mock("@/components/ui/toast", () => ({ toast: { error() {} } }));
vi.mock("@/components/ui/page-refresh", () => ({ usePageRefresh: () => () => page.steps.push("refresh") }));
vi.mock("@/components/form/use-server-form", () => import("../harness/drawn-form"));
vi.mock("@/trpc/client", () => {
  const list = {
    setData: (_: undefined, change: (before: typeof page.list) => typeof page.list) => {
      page.list = change(page.list);
    },
    invalidate: () => page.steps.push("read the list"),
  };
  const useMutation = ({ onSuccess }: { onSuccess?: Saved } = {}) => {
    page.saved = onSuccess;
    return { isPending: false, mutateAsync: () => Promise.reject(new Error("already on")) };
  };
  return {
    api: {
      useUtils: () => ({ staff: { list }, account: { get: { async invalidate() {} } } }),
      settings: { change: { useMutation } },
      account: {
        confirmCodes: { useMutation },
        endCodes: { useMutation },
        beginCodes: { useMutation: () => ({ mutateAsync: async () => begun }) },
      },
    },
  };
});

beforeEach(() => {
  forgetStates();
  page.list = { isSecondStepDemanded: false };
  page.steps = [];
});

it("once the second step is demanded, the page leads on an administrator who lacks it, without reading the list again", () => {
  renderToStaticMarkup(createElement(SecondStepDemand, { isDemanded: false }));
  for (const staffSecondStep of [true, false]) {
    page.saved?.({ staffSecondStep });
    expect(page.list).toEqual({ isSecondStepDemanded: staffSecondStep });
  }
  expect(page.steps).toEqual(["refresh", "refresh"]);
});

it("setting up two-step login can be cancelled", () => {
  const acts = { onRight() {}, onRefused: async () => undefined, onCancel() {} };
  const html = renderToStaticMarkup(createElement(FirstCode, { begun, ...acts }));
  expect([...html.matchAll(/<button type="(\w+)"[^>]*>([^<]+)/g)].map(([, type, label]) => [type, label])).toEqual([
    ["submit", "Confirm"],
    ["button", "Cancel"],
  ]);
});

it("a first code that is refused because two-step login is already on is answered by the setting, not by the form", async () => {
  const onRefused = vi.fn(async () => undefined);
  renderToStaticMarkup(createElement(FirstCode, { begun, onRight: () => {}, onRefused, onCancel: () => {} }));
  await expect(drawnForm.send({ code: "123456" })).resolves.toBeUndefined();
  expect(onRefused).toHaveBeenCalledWith(new Error("already on"));
});

it.each([
  [
    "after its code form",
    (form: Form) => form.onRefused(Object.assign(new Error("On."), { data: { code: "CONFLICT" } })),
  ],
  ["once it was cancelled", (form: Form) => form.onCancel()],
])("the button of two-step login takes the focus %s", async (_, leave) => {
  const account = { asksForCodes: false, demandsCodes: false } as ComponentProps<typeof CodesSetting>["account"];
  const screen = () => draw(() => CodesSetting({ account }));
  const refs = () => elementsOf(Button, screen()).map(({ props }) => props.ref);
  expect(refs()).toEqual([undefined]);
  await elementsOf(PasswordDialog, screen())[0]?.props.call("a password");
  const [form] = elementsOf(FirstCode, screen());
  if (!form) throw new Error("There is no form.");
  await leave(form.props);
  expect(refs()).toEqual([takeLostFocus]);
});
