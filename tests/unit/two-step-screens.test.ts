import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { FirstCode } from "@/features/account/components/first-code";
import { SecondStepDemand } from "@/features/staff/components/second-step-demand";

type Saved = (settings: { staffSecondStep: boolean }) => void;

const page = vi.hoisted(() => ({
  list: { isSecondStepDemanded: false },
  steps: [] as string[],
  saved: undefined as Saved | undefined,
  send: undefined as ((given: { code: string }) => Promise<unknown>) | undefined,
}));
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => page.steps.push("refresh") }) }));
vi.mock("@/components/form/use-server-form", () => ({
  useServerForm(options: Pick<typeof page, "send">) {
    page.send = options.send;
    return { form: {}, faults: {}, busy: false };
  },
}));
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
      useUtils: () => ({ staff: { list } }),
      settings: { change: { useMutation } },
      account: { confirmCodes: { useMutation } },
    },
  };
});

beforeEach(() => {
  page.list = { isSecondStepDemanded: false };
  page.steps = [];
});

it("who demands the second step without having one is led on by the page, and no list is asked for in vain", () => {
  renderToStaticMarkup(createElement(SecondStepDemand, { isDemanded: false }));
  for (const staffSecondStep of [true, false]) {
    page.saved?.({ staffSecondStep });
    expect(page.list).toEqual({ isSecondStepDemanded: staffSecondStep });
  }
  expect(page.steps).toEqual(["refresh", "refresh"]);
});

it("setting up two-step login can be cancelled", () => {
  const begun = { secret: "JBSWY3DPEHPK3PXP", uri: "", qr: { size: 1, path: "" } };
  const acts = { onRight() {}, onRefused: async () => undefined, onCancel() {} };
  const html = renderToStaticMarkup(createElement(FirstCode, { begun, ...acts }));
  expect([...html.matchAll(/<button type="(\w+)"[^>]*>([^<]+)/g)].map(([, type, label]) => [type, label])).toEqual([
    ["submit", "Confirm"],
    ["button", "Cancel"],
  ]);
});

it("a first code that is refused because two-step login is on is answered by the setting, not by the form", async () => {
  const begun = { secret: "JBSWY3DPEHPK3PXP", uri: "", qr: { size: 1, path: "" } };
  const onRefused = vi.fn(async () => undefined);
  renderToStaticMarkup(createElement(FirstCode, { begun, onRight: () => {}, onRefused, onCancel: () => {} }));
  await expect(page.send?.({ code: "123456" })).resolves.toBeUndefined();
  expect(onRefused).toHaveBeenCalledWith(new Error("already on"));
});
